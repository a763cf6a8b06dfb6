import type { ChartChoice } from '../../charts/chart-config'
import type { PaletteName } from '../../charts/palette'
import type { Figure } from '../../core/figures/figure'
import { tableToCsv } from '../../core/tables/csv'
import { figureTable } from '../../core/tables/figure-table'
import { tableToObjects } from '../../core/tables/json'
import { drawPng, drawSvg } from './draw-figure'

export const figureFormats = ['png', 'svg', 'csv', 'json'] as const
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
}

/** Width of a picture where none is asked for: the column of a web article. */
export const usualWidth = 600

/**
 * A figure as the bytes of a file: the picture, or its numbers with every run (CSV), or all of it as data (JSON).
 * Throws a RangeError for a scale or size outside its limits.
 */
export async function exportFigure(figure: Figure, choice: FigureExport): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  switch (choice.format) {
    case 'csv':
      return encoder.encode(tableToCsv(figureTable(figure)))
    case 'json':
      return encoder.encode(
        `${JSON.stringify({ figure, table: tableToObjects(figureTable(figure)) }, undefined, 2)}\n`,
      )
    case 'svg':
      return encoder.encode(drawSvg(figure, chartChoice(choice)))
    case 'png':
      return drawPng(figure, chartChoice(choice), within('scale', choice.scale ?? 1, 1, 4))
  }
}

function chartChoice(choice: FigureExport): ChartChoice {
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
