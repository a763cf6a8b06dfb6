import type { Ink } from '../../charts/ink'
import { baselineOf, fontOf, textStyles, wrapText, type TextStyle } from '../../charts/text'
import { asTable, type ReviewDocument, type TextBlock } from '../../core/document/document'
import { figurePage, textMeasure, type FigureDrawing } from './draw-figure'
import { pageShape, tableChoice, tablePages } from './draw-table'
import { writePdf, type PdfPage } from './pdf/write-pdf'

/**
 * A document as a PDF with vectors and real text: each block begins a page; a figure has a page as large as its picture,
 * texts and tables have as many as they take. Throws a RangeError for a table that nobody would leaf through.
 */
export function drawDocumentPdf({ title, blocks }: ReviewDocument, choice: FigureDrawing): Uint8Array {
  const pages = blocks.flatMap((block) => {
    if (block.type === 'text') return textPages(block, choice)
    if (block.type === 'figure' && block.figure) return [figurePage(block.figure, choice)]
    return tablePages(asTable(block), choice)
  })
  const [only] = blocks
  const subject = blocks.length === 1 && only && only.type !== 'text' ? asTable(only).caption : ''
  return writePdf(pages, { title, subject })
}

interface Line {
  readonly text: string
  readonly style: TextStyle
}

/** Heading and paragraphs on sheets of the shape of A4, broken between lines. */
function textPages({ heading, paragraphs }: TextBlock, choice: FigureDrawing): readonly PdfPage[] {
  const { width, scale, family, points } = tableChoice(choice)
  const styles = textStyles(scale, family, points)
  const margin = Math.round(14 * scale)
  const height = Math.round(width * pageShape)
  const measure = textMeasure()
  const wrapped = (text: string, style: TextStyle): Line[] =>
    wrapText(measure, text, style, width - 2 * margin).map((line) => ({ text: line, style }))
  const lines = [
    ...wrapped(heading, styles.title),
    ...paragraphs.flatMap((text) => [{ text: '', style: styles.caption }, ...wrapped(text, styles.caption)]),
  ]
  const sheets: Line[][] = [[]]
  let room = height - 2 * margin
  for (const line of lines) {
    if (room < line.style.lineHeight) {
      sheets.push([])
      room = height - 2 * margin
    }
    sheets.at(-1)?.push(line)
    room -= line.style.lineHeight
  }
  const { palette } = choice.look.raster
  return sheets.map((sheet) => ({
    ...{ width, height, ground: palette.ground },
    draw(ink: Ink) {
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      ink.fillStyle = palette.text
      let y = margin
      for (const { text, style } of sheet) {
        ink.font = fontOf(style)
        ink.fillText(text, margin, baselineOf(style, y))
        y += style.lineHeight
      }
    },
  }))
}
