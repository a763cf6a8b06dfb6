import { loadFigureFonts } from './figure-fonts'
import { paintFigure } from './paint-figure'
import type { PictureAnswer, PictureOrder } from './picture-orders'

/**
 * Draws figures outside the window's thread, which must stay responsive however many marks a figure has. Orders are
 * processed one at a time, in sequence; the picture is returned as a bitmap.
 */
const worker = globalThis as unknown as {
  readonly fonts: FontFaceSet
  onmessage: ((event: MessageEvent<PictureOrder>) => void) | null
  postMessage(answer: PictureAnswer, transfer?: Transferable[]): void
}

// Text is measured when a figure is laid out, so its fonts must be loaded.
const fonts = loadFigureFonts(worker.fonts)
const canvas = new OffscreenCanvas(1, 1)

worker.onmessage = ({ data: { id, figure, painting } }) => {
  void fonts
    .then(() => {
      const picture = paintFigure(canvas, figure, painting)
      worker.postMessage({ id, picture }, [picture.bitmap])
    })
    .catch((error: unknown) => {
      worker.postMessage({ id, failure: error instanceof Error ? error.message : String(error) })
    })
}
