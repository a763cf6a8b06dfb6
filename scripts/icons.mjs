// Draws the icon files from resources/icons/benchwright.svg: `node scripts/icons.mjs`. electron-builder creates the
// .icns and .ico for macOS and Windows from the largest one.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inRoot } from './setup/paths.mjs'

const { createCanvas, loadImage } = createRequire(inRoot('app', 'package.json'))('@napi-rs/canvas')

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const drawing = await loadImage(await readFile(inRoot('resources', 'icons', 'benchwright.svg')))

for (const size of sizes) {
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(drawing, 0, 0, size, size)
  await writeFile(inRoot('resources', 'icons', `${size}x${size}.png`), canvas.toBuffer('image/png'))
}
