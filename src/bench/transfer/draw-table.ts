import { createCanvas } from '@napi-rs/canvas'
import type { Ink } from '../../charts/ink'
import { palettes, type PaletteName } from '../../charts/palette'
import { drawTablePage } from '../../charts/table/draw-table'
import { layOutTable, type TableLayout } from '../../charts/table/lay-out-table'
import type { TableDocument } from '../../core/tables/document'
import { svgFonts, textMeasure } from './draw-figure'
import { writePdf } from './pdf/write-pdf'
import { SvgContext } from './svg/svg-context'

export interface TableDrawing {
  /** CSS pixels. */
  readonly width: number
  readonly palette: PaletteName
  /** Size of texts. */
  readonly scale: number
}

/** A picture higher than this many dots is nothing that programs open. */
const highestPicture = 30_000
/** A page is as high against its width as a sheet of A4. */
const pageShape = Math.SQRT2

/** A table as a PNG of `density` dots per CSS pixel. Throws a RangeError for one too long to be a picture. */
export async function drawTablePng(
  document: TableDocument,
  choice: TableDrawing,
  density: number,
): Promise<Uint8Array> {
  const { layout, page } = onePage(document, choice, density)
  const canvas = createCanvas(layout.width * density, page.height * density)
  const context = canvas.getContext('2d')
  context.scale(density, density)
  drawTablePage(context, layout, page, palettes[choice.palette])
  return canvas.encode('png')
}

/** A table as an SVG document with real text. Throws a RangeError for one too long to be a picture. */
export function drawTableSvg(document: TableDocument, choice: TableDrawing): string {
  const { layout, page } = onePage(document, choice, 1)
  const context = new SvgContext(layout.width, page.height, textMeasure(), 'table')
  drawTablePage(context, layout, page, palettes[choice.palette])
  return context.toSvg({ title: document.title, description: document.caption, fontFamily: svgFonts })
}

/** A table as a PDF: one page as high as it takes, or several where that would be longer than a sheet. */
export function drawTablePdf(document: TableDocument, choice: TableDrawing): Uint8Array {
  const lay = (width: number) =>
    layOutTable(document, { ...choice, width, pageHeight: Math.round(width * pageShape) }, textMeasure())
  const first = lay(choice.width)
  // A table wider than was asked for gets sheets of its own width.
  const layout = first.width > choice.width ? lay(first.width) : first
  const palette = palettes[choice.palette]
  const pages = layout.pages.map((page) => ({
    width: layout.width,
    height: page.height,
    ground: palette.ground,
    draw: (ink: Ink) => drawTablePage(ink, layout, page, palette),
  }))
  return writePdf(pages, { title: document.title, subject: document.caption })
}

function onePage(
  document: TableDocument,
  choice: TableDrawing,
  density: number,
): { readonly layout: TableLayout; readonly page: TableLayout['pages'][number] } {
  const layout = layOutTable(document, choice, textMeasure())
  const [page] = layout.pages
  if (page && page.height * density <= highestPicture) return { layout, page }
  throw new RangeError(
    `The table has ${document.table.rows.length} rows, too many for one picture. Choose PDF, which has pages, or a text format, or fewer rows.`,
  )
}
