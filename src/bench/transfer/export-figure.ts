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
import { drawPdf, drawPng, drawSvg, type FigureDrawing } from './draw-figure'
import { drawTablePdf, drawTablePng, drawTableSvg } from './draw-table'
import { exportLook, type ExportPreset } from './export-look'

export const figureFormats = ['png', 'svg', 'pdf', 'csv', 'md', 'html', 'tex', 'json'] as const
export type FigureFormat = (typeof figureFormats)[number]

export interface FigureExport {
  readonly format: FigureFormat
  /** Dots per CSS pixel of a PNG, 1 (when unset) to 4. */
  readonly scale?: number
  /** `light` when unset. */
  readonly theme?: PaletteName
  /** How an article wants it; takes the place of `theme`, and of `width` where that is unset. */
  readonly preset?: ExportPreset
  /** CSS pixels, 200 to 4000; the preset's or the usual width when unset. */
  readonly width?: number
  /** CSS pixels; unset: what the texts and a well-shaped plot need. Never less than they need. */
  readonly height?: number
  /** Name of the picture that lies beside a Markdown or LaTeX file, for it to show; unset: there is none. */
  readonly picture?: string
}

/**
 * A figure or table as the bytes of a file: the picture, its numbers with caption and small print (Markdown, HTML with
 * the picture, LaTeX), its numbers with every run (CSV), or all of it as data (JSON). Throws a RangeError for a scale or
 * size outside its limits, and for a table too long to be a picture.
 */
export async function exportFigure(figure: Figure, choice: FigureExport): Promise<Uint8Array> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const isTable = isTableKind(figure.kind)
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
        documentToHtml(figureDocument(figure), isTable ? undefined : drawSvg(figure, await drawing(choice))),
      )
    case 'svg':
      return encode(
        isTable
          ? drawTableSvg(figureDocument(figure), await drawing(choice))
          : drawSvg(figure, await drawing(choice)),
      )
    case 'pdf':
      return isTable
        ? drawTablePdf(figureDocument(figure), await drawing(choice))
        : drawPdf(figure, await drawing(choice))
    case 'png': {
      const density = within('scale', choice.scale ?? 1, 1, 4)
      return isTable
        ? drawTablePng(figureDocument(figure), await drawing(choice), density)
        : drawPng(figure, await drawing(choice), density)
    }
  }
}

async function drawing({ theme, preset, width, height }: FigureExport): Promise<FigureDrawing> {
  return {
    look: await exportLook(theme ?? 'light', preset),
    ...(width !== undefined && { width: Math.round(within('width', width, 200, 4000)) }),
    ...(height !== undefined && { height: Math.round(within('height', height, 100, 4000)) }),
  }
}

function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new RangeError(`The ${name} of a picture must be ${least} to ${most}, not ${value}.`)
}
