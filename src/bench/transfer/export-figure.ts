import type { PaletteName } from '../../charts/palette'
import type { Figure } from '../../core/figures/figure'
import { isTableKind } from '../../core/figures/table-kinds'
import { tableToCsv } from '../../core/tables/csv'
import { figureDocument } from '../../core/tables/document'
import { figureTable } from '../../core/tables/figure-table'
import { documentToHtml } from '../../core/tables/html'
import { tableToObjects } from '../../core/tables/json'
import { documentToLatex } from '../../core/tables/latex'
import { documentToMarkdown } from '../../core/tables/markdown'
import { drawPdf, drawPng, drawSvg } from './draw-figure'
import { drawTablePdf, drawTablePng, drawTableSvg } from './draw-table'

export const figureFormats = ['png', 'svg', 'pdf', 'csv', 'md', 'html', 'tex', 'json'] as const
export type FigureFormat = (typeof figureFormats)[number]

export interface FigureExport {
  readonly format: FigureFormat
  /** Dots per CSS pixel of a PNG, 1 (when unset) to 4. */
  readonly scale?: number
  /** `light` when unset. */
  readonly theme?: PaletteName
  /** CSS pixels, 200 to 4000; `usualWidth` when unset. */
  readonly width?: number
  /** CSS pixels; unset: what the texts and a well-shaped plot need. Never less than they need. */
  readonly height?: number
  /** Name of the picture that lies beside a Markdown or LaTeX file, for it to show; unset: there is none. */
  readonly picture?: string
}

/** Width of a picture where none is asked for: the column of a web article. */
export const usualWidth = 600

/**
 * A figure or table as the bytes of a file: the picture, its numbers with caption and small print (Markdown, HTML with
 * the picture, LaTeX), its numbers with every run (CSV), or all of it as data (JSON). Throws a RangeError for a scale or
 * size outside its limits, and for a table too long to be a picture.
 */
export async function exportFigure(figure: Figure, choice: FigureExport): Promise<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text)
  switch (choice.format) {
    case 'csv':
      return encode(tableToCsv(figureTable(figure)))
    case 'json':
      return encode(
        `${JSON.stringify({ figure, table: tableToObjects(figureTable(figure)) }, undefined, 2)}\n`,
      )
    case 'md':
      return encode(documentToMarkdown(figureDocument(figure), choice.picture))
    case 'tex':
      return encode(documentToLatex(figureDocument(figure), choice.picture))
    case 'html':
      return encode(
        documentToHtml(figureDocument(figure), isTableKind(figure.kind) ? undefined : svgOf(figure, choice)),
      )
    case 'svg':
      return encode(svgOf(figure, choice))
    case 'pdf':
      return isTableKind(figure.kind)
        ? drawTablePdf(figureDocument(figure), drawing(choice))
        : drawPdf(figure, drawing(choice))
    case 'png': {
      const density = within('scale', choice.scale ?? 1, 1, 4)
      return isTableKind(figure.kind)
        ? drawTablePng(figureDocument(figure), drawing(choice), density)
        : drawPng(figure, drawing(choice), density)
    }
  }
}

function svgOf(figure: Figure, choice: FigureExport): string {
  return isTableKind(figure.kind)
    ? drawTableSvg(figureDocument(figure), drawing(choice))
    : drawSvg(figure, drawing(choice))
}

function drawing(choice: FigureExport) {
  const width = Math.round(within('width', choice.width ?? usualWidth, 200, 4000))
  const height =
    choice.height === undefined ? undefined : Math.round(within('height', choice.height, 100, 4000))
  return { width, height, palette: choice.theme ?? 'light', scale: textScale(width) }
}

/**
 * Texts grow with the picture, so that it looks the same at any size: at the usual width the smallest letters are 12
 * pixels on a web page and 4.8 points in a magazine's 85 mm column. A narrow picture keeps them readable.
 */
function textScale(width: number): number {
  return Math.max(0.9, (1.25 * width) / usualWidth)
}

function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new RangeError(`The ${name} of a picture must be ${least} to ${most}, not ${value}.`)
}
