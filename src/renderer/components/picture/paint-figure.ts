import { BasicPlatform, Chart } from 'chart.js'
import { plainStyle, textScale, type PictureStyle } from '../../../charts/article-style'
import { figureChart, type FigureChart } from '../../../charts/chart-config'
import { registerCharts } from '../../../charts/register'
import { drawTablePage } from '../../../charts/table/draw-table'
import { layOutTable } from '../../../charts/table/lay-out-table'
import type { Figure } from '../../../core/figures/figure'
import { isTableKind } from '../../../core/figures/table-kinds'
import { figureDocument } from '../../../core/tables/document'

/** How a figure is painted in the window. */
export interface Painting {
  /** CSS pixels. */
  readonly width: number
  readonly colors: 'light' | 'dark'
  /** A preset's style: the picture is then the one that its export gives. */
  readonly style: PictureStyle | undefined
  /** Dots per CSS pixel. */
  readonly density: number
  /** Of a table; all if unset. */
  readonly mostRows?: number
}

/** What was painted; the chart is undefined for a table. */
export interface Painted {
  readonly width: number
  readonly height: number
  readonly chart: Chart | undefined
  readonly figureChart: FigureChart | undefined
}

/** Paints a figure or a table on a canvas and gives the canvas its size. Undefined where the canvas has no context. */
export function paintFigure(
  canvas: HTMLCanvasElement,
  figure: Figure,
  painting: Painting,
): Painted | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  return isTableKind(figure.kind)
    ? paintTable(canvas, context, figure, painting)
    : paintChart(canvas, context, figure, painting)
}

function paintChart(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  figure: Figure,
  { width, colors, style, density }: Painting,
): Painted {
  registerCharts()
  const scale = style && { style, scale: textScale(width) }
  const drawn = figureChart(figure, { width, palette: colors, ...scale }, context)
  const { configuration, layout } = drawn
  const { options, ...rest } = configuration
  // Chart.js takes the size from the canvas: with the right one from the start it lays everything out once.
  canvas.width = layout.width
  canvas.height = layout.height
  canvas.style.width = `${layout.width}px`
  canvas.style.height = `${layout.height}px`
  const chart = new Chart(canvas, {
    ...rest,
    // The usual platform would keep the picture within the box around it, where a thumbnail is shown smaller.
    platform: BasicPlatform,
    // Its proportions are those of the layout; Chart.js would keep those of the canvas that was there before.
    options: { ...options, maintainAspectRatio: false, devicePixelRatio: density },
  })
  return { width: layout.width, height: layout.height, chart, figureChart: drawn }
}

function paintTable(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  figure: Figure,
  { width, colors, style, density, mostRows }: Painting,
): Painted | undefined {
  const { palette, family } = style ?? plainStyle(colors)
  const document = figureDocument(beginning(figure, mostRows))
  const scale = style ? textScale(width) : 1
  const layout = layOutTable(document, { width, scale, family }, context)
  const [page] = layout.pages
  if (!page) return undefined
  canvas.width = Math.round(layout.width * density)
  canvas.height = Math.round(page.height * density)
  canvas.style.width = `${layout.width}px`
  canvas.style.height = `${page.height}px`
  context.setTransform(density, 0, 0, density, 0, 0)
  drawTablePage(context, layout, page, palette)
  return { width: layout.width, height: page.height, chart: undefined, figureChart: undefined }
}

/** The figure with the first rows of its table, so that a long one is not written out for nothing. */
function beginning(figure: Figure, mostRows: number | undefined): Figure {
  const table = figure.printed ?? figure.numbers
  if (!table || mostRows === undefined || table.rows.length <= mostRows) return figure
  const printed = { ...table, rows: table.rows.slice(0, mostRows) }
  return { ...figure, printed, caption: `${figure.caption} Rows shown: ${mostRows} of ${table.rows.length}.` }
}
