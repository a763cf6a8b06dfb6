import { createCanvas } from '@napi-rs/canvas'
import { styleScale, usualWidth } from '../../charts/article-style'
import type { Ink } from '../../charts/ink'
import { drawTablePage } from '../../charts/table/draw-table'
import { layOutTable, type TableChoice, type TableLayout } from '../../charts/table/lay-out-table'
import type { TableContent } from '../../core/document/document'
import type { PdfPage } from './pdf/write-pdf'
import {
  type FigureDrawing,
  fingerprint,
  pixelsPerInch,
  svgContext,
  textMeasure,
  withDensity,
  writeSvg,
} from './draw-figure'

/** Programs do not open pictures higher than this many dots. */
const highestPicture = 30_000
/** About 1,000 pages; laying them out takes a few hundred megabytes. */
const mostPdfRows = 50_000
/** Ratio of height to width of a page, as of a sheet of A4. */
const pageShape = Math.SQRT2

/** A table as a PNG of `density` dots per CSS pixel. Throws a RangeError for one too long to be a picture. */
export async function drawTablePng(
  document: TableContent,
  choice: FigureDrawing,
  density: number,
): Promise<Uint8Array> {
  const { layout, page } = onePage(document, choice, density)
  const canvas = createCanvas(layout.width * density, page.height * density)
  const context = canvas.getContext('2d')
  context.scale(density, density)
  drawTablePage(context, layout, page, choice.look.raster.palette)
  return withDensity(await canvas.encode('png'), density * pixelsPerInch)
}

/**
 * A table as an SVG document with real text and the faces it needs, or with outlines for its letters. Throws
 * a RangeError for one too long to be a picture.
 */
export function drawTableSvg(document: TableContent, choice: FigureDrawing): string {
  const { look } = choice
  const { layout, page } = onePage(document, choice, 1)
  const { palette, family } = look.vector
  const { table, title, caption } = document
  const content = { ...document, table: { ...table, rows: Array.from(table.rows) } }
  const id = `table-${fingerprint(JSON.stringify([content, palette.ground, family]))}`
  const context = svgContext(layout.width, page.height, id, choice)
  drawTablePage(context, layout, page, palette)
  return writeSvg(context, { title, description: caption, id, ...choice })
}

/**
 * A table as pages of a PDF: one page as high as needed, or several if that would be longer than a sheet.
 * Throws a RangeError for one with too many rows.
 */
export function tablePages(document: TableContent, choice: FigureDrawing): readonly PdfPage[] {
  const { length } = document.table.rows
  if (length > mostPdfRows)
    throw new RangeError(
      `The table has ${length} rows, too many for a PDF (${mostPdfRows}). Choose CSV, JSON or another text format, or fewer campaigns.`,
    )
  const lay = (width: number) =>
    layOutTable(
      document,
      { ...tableChoice(choice), width, pageHeight: Math.round(width * pageShape) },
      textMeasure(),
    )
  const { width: asked } = tableChoice(choice)
  const first = lay(asked)
  // A table wider than requested gets sheets of its own width.
  const layout = first.width > asked ? lay(first.width) : first
  const { palette } = choice.look.raster
  return layout.pages.map((page) => ({
    width: layout.width,
    height: page.height,
    ground: palette.ground,
    parts: [{ x: 0, y: 0, scale: 1, draw: (ink: Ink) => drawTablePage(ink, layout, page, palette) }],
  }))
}

function onePage(
  document: TableContent,
  choice: FigureDrawing,
  density: number,
): { readonly layout: TableLayout; readonly page: TableLayout['pages'][number] } {
  // A row takes more than a dot: if even that is too much, nothing needs to be laid out.
  if (document.table.rows.length * density <= highestPicture) {
    const layout = layOutTable(document, tableChoice(choice), textMeasure())
    const [page] = layout.pages
    if (page && page.height * density <= highestPicture) return { layout, page }
  }
  throw new RangeError(
    `The table has ${document.table.rows.length} rows, too many for one picture. Choose PDF, which has pages, or a text format, or fewer rows.`,
  )
}

/** Texts keep their size if a table is wider than requested. */
function tableChoice({ look, width, textScale }: FigureDrawing): TableChoice {
  const wide = width ?? look.width ?? usualWidth
  const { family, points } = look.raster
  return { width: wide, scale: textScale ?? styleScale(look.raster, wide), family, points }
}
