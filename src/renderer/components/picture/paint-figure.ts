import { BasicPlatform, Chart, type ChartItem } from 'chart.js'
import { plainStyle, styleScale, type PictureStyle } from '../../../charts/article-style'
import { figureChart } from '../../../charts/chart-config'
import { heightAdvice } from '../../../charts/height-advice'
import type { LineDrawing } from '../../../charts/moving-lines'
import { registerCharts } from '../../../charts/register'
import { drawTablePage } from '../../../charts/table/draw-table'
import { layOutTable } from '../../../charts/table/lay-out-table'
import type { Figure, PanelGap } from '../../../core/figures/figure/figure'
import { figureContent } from '../../../core/document/document'
import { figureTable } from '../../../core/figures/figure/figure-table'
import type { TextRegion } from '../../../charts/text'
import { firstRows } from '../../../core/iterables'
import { isTableKind } from '../../../core/figures/kinds/figure-kinds'
import { marksOf, type PictureMarks } from './picture-marks'

/** How a figure is painted in the window. */
export interface Painting {
  /** CSS pixels. */
  readonly width: number
  /** CSS pixels; by default, what the texts and a well-proportioned plot need. */
  readonly height?: number | undefined
  readonly colors: 'light' | 'dark'
  /** A preset's style; the picture is then the same as its export. */
  readonly style: PictureStyle | undefined
  /** Of a preset: whether it is for a printed page. */
  readonly isPrinted?: boolean | undefined
  /** Dots per CSS pixel. */
  readonly density: number
  /** For a table; all by default. */
  readonly mostRows?: number
  /** The table of its numbers instead of the picture. */
  readonly asTable?: boolean
}

/** What was painted: its size in CSS pixels, its bitmap, and the positions of the marks. */
export interface Picture {
  readonly bitmap: ImageBitmap
  readonly width: number
  readonly height: number
  /** Empty for a table. */
  readonly marks: readonly PictureMarks[]
  /** The positions of texts that a person may change. */
  readonly regions: readonly TextRegion[]
  /** The gaps between its panels; undefined without panels. */
  readonly gap?: PanelGap | undefined
  /** Of a picture with a preset that is too high for it: what to do. */
  readonly advice?: string | undefined
  /** The area of lines and ticks; undefined for a table. */
  readonly pen?: Pick<LineDrawing, 'palette' | 'scale' | 'axis'>
}

/** Paints a figure or a table on a canvas, which is resized to fit and is empty again afterwards. */
export function paintFigure(canvas: OffscreenCanvas, figure: Figure, painting: Painting): Picture {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This computer provides no canvas to draw on.')
  return painting.asTable === true || isTableKind(figure.kind)
    ? paintTable(canvas, context, figure, painting)
    : paintChart(canvas, context, figure, painting)
}

function paintChart(
  canvas: OffscreenCanvas,
  context: OffscreenCanvasRenderingContext2D,
  figure: Figure,
  { width, height, colors, style, isPrinted, density }: Painting,
): Picture {
  registerCharts()
  const article = style && { style, scale: styleScale(style, width) }
  const choice = { width, palette: colors, ...(height !== undefined && { height }), ...article }
  const { configuration, layout, gap, meanings, regions, bars } = figureChart(figure, choice, context)
  const { options, ...rest } = configuration
  // Chart.js takes the size from the canvas: if it is right from the start, everything is laid out only once.
  canvas.width = layout.width
  canvas.height = layout.height
  // Its types require a canvas of the page, but it accepts anything with a 2D context.
  const chart = new Chart(canvas as unknown as ChartItem, {
    ...rest,
    platform: BasicPlatform,
    options: { ...options, devicePixelRatio: density },
  })
  const marks = marksOf(figure, meanings, (dataset) => chart.getDatasetMeta(dataset).data, bars)
  const bitmap = canvas.transferToImageBitmap()
  chart.destroy()
  const pen = {
    palette: (style ?? plainStyle(colors)).palette,
    ...{ scale: layout.scale, axis: layout.styles.axis },
  }
  const advice =
    isPrinted === undefined
      ? undefined
      : heightAdvice(
          figure,
          { asked: height, isPrinted },
          (one) => figureChart(one, choice, context).layout.height,
        )
  return {
    bitmap,
    width: layout.width,
    height: layout.height,
    marks,
    regions: [...regions],
    gap,
    pen,
    advice,
  }
}

function paintTable(
  canvas: OffscreenCanvas,
  context: OffscreenCanvasRenderingContext2D,
  figure: Figure,
  { width, colors, style, density, mostRows }: Painting,
): Picture {
  const { palette, family } = style ?? plainStyle(colors)
  const document = figureContent(beginning(figure, mostRows), style?.smallPrint)
  const scale = style ? styleScale(style, width) : 1
  const layout = layOutTable(document, { width, scale, family, points: style?.points }, context)
  const [page] = layout.pages
  canvas.width = Math.round(layout.width * density)
  canvas.height = Math.max(1, Math.round((page?.height ?? 0) * density))
  context.setTransform(density, 0, 0, density, 0, 0)
  if (page) drawTablePage(context, layout, page, palette)
  const bitmap = canvas.transferToImageBitmap()
  return { bitmap, width: layout.width, height: page?.height ?? 0, marks: [], regions: [] }
}

/** The figure with the first rows of its table, so that a long one is not drawn in full for nothing. */
function beginning(figure: Figure, mostRows: number | undefined): Figure {
  const table = figure.printed ?? figureTable(figure)
  if (mostRows === undefined || table.rows.length <= mostRows) return figure
  const printed = { ...table, rows: firstRows(table.rows, mostRows) }
  return { ...figure, printed, caption: `${figure.caption} Shown are the first ${mostRows} rows.` }
}
