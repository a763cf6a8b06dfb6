import { asTable, type DataBlock } from '../../core/document/document'
import { figurePage, type FigureDrawing } from './draw-figure'
import { tablePages } from './draw-table'
import { writePdf } from './pdf/write-pdf'

/**
 * A figure or table as a PDF with vectors and real text: a figure has a page as large as its picture, a table as many as it
 * takes. Throws a RangeError for a table that nobody would leaf through.
 */
export function drawBlockPdf(block: DataBlock, choice: FigureDrawing): Uint8Array {
  const content = asTable(block)
  const pages =
    content.type === 'figure' && content.figure
      ? [figurePage(content.figure, choice)]
      : tablePages(content, choice)
  return writePdf(pages, { title: content.title, subject: content.caption })
}
