import { PDFDocument } from '@napi-rs/canvas'
import type { Ink } from '../../../charts/ink'

/** One page: its size in CSS pixels and its content. */
export interface PdfPage {
  readonly width: number
  readonly height: number
  /** CSS colour of the paper, up to its edge. */
  readonly ground: string
  /** What is drawn, in CSS pixels. */
  readonly parts: readonly PdfPart[]
}

/** Something drawn at a place of a page, with coordinates relative to that place. */
export interface PdfPart {
  /** CSS pixels. */
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly draw: (ink: Ink) => void
}

/** A CSS pixel is 1/96 inch, a point of PDF 1/72. */
export const pointsPerPixel = 72 / 96

/** Pages as a PDF of vectors with embedded fonts; the same bytes for the same pages. Title and subject are for viewers and search. */
export function writePdf(
  pages: readonly PdfPage[],
  facts: { readonly title: string; readonly subject: string },
): Uint8Array {
  const document = new PDFDocument({ ...facts, creator: 'Benchwright', producer: 'Benchwright' })
  for (const page of pages) {
    // Pages have whole points; a fraction would be cut off.
    const [width, height] = [page.width, page.height].map((length) =>
      Math.ceil(length * pointsPerPixel - 0.01),
    )
    const context = document.beginPage(width ?? 1, height ?? 1)
    context.fillStyle = page.ground
    context.fillRect(0, 0, width ?? 1, height ?? 1)
    // A page starts empty; clearing it would paint over the paper.
    Object.defineProperty(context, 'clearRect', { value: () => undefined })
    for (const { x, y, scale, draw } of page.parts) {
      const unit = pointsPerPixel * scale
      context.save()
      context.translate(x * pointsPerPixel, y * pointsPerPixel)
      context.scale(unit, unit)
      // Chart.js sets the scale itself, from the assumed density of a screen.
      Object.defineProperty(context, 'setTransform', { value: () => undefined, configurable: true })
      // The package's types lack the drawing of pictures on a page.
      draw(context as typeof context & Ink)
      context.restore()
    }
    document.endPage()
  }
  return new Uint8Array(document.close())
}
