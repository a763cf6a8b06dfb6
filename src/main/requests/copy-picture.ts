import { clipboard, ClipboardItem, nativeImage } from 'electron'

/** The clipboard of Electron before 45, which took an image as such. */
interface ImageClipboard {
  writeImage(image: Electron.NativeImage): void
}

/** Puts a PNG on the clipboard, on Electron's clipboard of today and on that of the fallback runtime. `scale`: dots per CSS pixel. */
export async function copyPicture(png: Uint8Array, scale: number): Promise<void> {
  if (takesImages(clipboard)) {
    clipboard.writeImage(nativeImage.createFromBuffer(Buffer.from(png), { scaleFactor: scale }))
    return
  }
  await clipboard.write([
    new ClipboardItem({ 'image/png': new Blob([new Uint8Array(png)], { type: 'image/png' }) }),
  ])
}

function takesImages(board: object): board is ImageClipboard {
  return 'writeImage' in board
}
