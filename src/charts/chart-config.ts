import type { PaletteName } from '../core/figures/figure/figure-look'
import type { ChartConfiguration, Plugin } from 'chart.js'
import type { Figure, FigureSeries, PanelGap } from '../core/figures/figure/figure'
import { greyGroup } from '../core/figures/dress/styled-series'
import { annotationsPlugin } from './plugins/annotations-plugin'
import { axisBreakPlugin } from './plugins/axis-break-plugin'
import { columnsPlugin } from './plugins/columns-plugin'
import { cutMarksPlugin } from './plugins/cut-marks-plugin'
import { type DatasetMeaning, type FigureChartType, figureDatasets } from './datasets'
import { type FigureLayout, layOutFigure } from './figure-layout'
import { framePlugin } from './plugins/frame-plugin'
import { intervalsPlugin } from './plugins/intervals-plugin'
import type { Ink, TextMeasure } from './ink'
import { type PictureStyle, plainStyle } from './article-style'
import type { Palette } from './palette'
import { narrowTitle, panelsPlugin, smallestTitle, titleRoom } from './plugins/panels-plugin'
import { radialPlugin } from './plugins/radial-plugin'
import { referenceLinesPlugin } from './plugins/reference-lines-plugin'
import { figureScales, labelledLevels } from './scales'
import { tagsPlugin } from './plugins/tags-plugin'
import { type TextRegion, textStyles, textWidth } from './text'
import { valueLabelsPlugin } from './plugins/value-labels-plugin'
import { withinAxis } from '../core/figures/figure/beyond-axis'
import { type Box, fillBar } from './bar-fill'
import { barsLie, scalesOf } from './lying-bars'
import { gapOf, placeX, placeY, withGap, yAxisOf } from './panel-places'
import { columnsWidth, withColumnGap } from './panels/panel-gaps'

export interface ChartChoice {
  /** CSS pixels. */
  readonly width: number
  /** CSS pixels; by default, what the texts and a well-proportioned plot need. Never less than they need. */
  readonly height?: number
  readonly palette: PaletteName
  /** The style of an article; replaces `palette`. */
  readonly style?: PictureStyle
  /** Size of texts and marks; 1 (the window's) by default. */
  readonly scale?: number
}

/** A figure ready to be drawn by Chart.js, the same in the window and in a file. */
export interface FigureChart {
  readonly configuration: ChartConfiguration<FigureChartType, { x: number; y: number }[]>
  readonly layout: FigureLayout
  /** The gaps between its panels as drawn. */
  readonly gap: PanelGap | undefined
  /** What each dataset represents, by dataset index. */
  readonly meanings: readonly DatasetMeaning[]
  /** Positions of the texts that a person may change; empty until the figure is drawn. */
  readonly regions: readonly TextRegion[]
  /**
   * The bars of each series that has them, by point; undefined for a point without one. Empty until the figure is
   * drawn.
   */
  readonly bars: ReadonlyMap<FigureSeries, readonly (Box | undefined)[]>
}

/**
 * Turns a figure into a Chart.js configuration. `measure` is only used to measure text; its fonts must be loaded. Call
 * `registerCharts()` once before drawing.
 */
export function figureChart(given: Figure, choice: ChartChoice, measure: TextMeasure): FigureChart {
  const style = choice.style ?? plainStyle(choice.palette)
  const { palette, family, mark, points, smallPrint } = style
  const scale = choice.scale ?? 1
  const fitted = fitPanels(given, { width: choice.width, scale, family, points }, measure)
  const layout = layOutFigure(
    fitted,
    { width: choice.width, height: choice.height, scale, family, mark, points, smallPrint },
    measure,
  )
  const figure = withGap(fitted, layout.rowGap === undefined ? undefined : { y: layout.rowGap })
  const datasets = figureDatasets(figure, palette, scale, choice.width - 2 * layout.margin)
  const meanings = datasets.map(({ meaning }) => meaning)
  const regions: TextRegion[] = []
  const bars = new Map<FigureSeries, readonly (Box | undefined)[]>()
  return {
    layout,
    gap: figure.panels?.gap,
    meanings,
    regions,
    bars,
    configuration: {
      type: 'scatter',
      data: { datasets: datasets.map(({ dataset }) => dataset) },
      options: {
        responsive: false,
        animation: false,
        events: [],
        layout: {
          padding: { top: layout.top, right: layout.right, bottom: layout.bottom, left: layout.margin },
        },
        scales: figureScales(figure, layout, palette),
        plugins: {},
      },
      plugins: [
        framePlugin(figure, layout, style, regions),
        panelsPlugin(figure, layout, palette),
        barsPlugin(figure, palette, scale, bars),
        columnsPlugin(figure, layout, palette),
        radialPlugin(figure, layout, palette),
        seriesPlugin(meanings),
        intervalsPlugin(figure, palette, scale),
        axisBreakPlugin(figure, layout, palette),
        cutMarksPlugin(figure, layout, palette),
        referenceLinesPlugin(figure, layout, palette, regions, bars),
        valueLabelsPlugin(figure, layout, palette, regions),
        tagsPlugin(figure, layout, palette),
        annotationsPlugin(figure, layout, palette, regions),
      ],
    },
  }
}

/** Identifies whose marks each dataset draws. */
function seriesPlugin(meanings: readonly DatasetMeaning[]): Plugin<FigureChartType> {
  return {
    id: 'figure-series',
    beforeDatasetDraw(chart, { index }) {
      const ink: Ink = chart.ctx
      ink.series = meanings[index]?.series.id
    },
    afterDatasetDraw(chart) {
      const ink: Ink = chart.ctx
      ink.series = undefined
    },
  }
}

/**
 * Draws the bars of the series that have them, from 0, behind intervals and single runs, and passes their positions
 * to `drawn`.
 */
function barsPlugin(
  figure: Figure,
  palette: Palette,
  scale: number,
  drawn: Map<FigureSeries, readonly (Box | undefined)[]>,
): Plugin<FigureChartType> {
  return {
    id: 'figure-bars',
    beforeDatasetsDraw(chart) {
      const { x: xScale, y: yScale } = scalesOf(chart, figure)
      if (!xScale || !yScale) return
      const ink: Ink = chart.ctx
      const lies = barsLie(figure)
      ink.save()
      for (const series of figure.series) {
        if (!series.visible || series.mark !== 'bar') continue
        ink.series = series.id
        const axis = yAxisOf(figure, series)
        const half = (series.barWidth ?? 0.8) / 2
        const zero = yScale.getPixelForValue(placeY(figure, series, Math.max(0, axis.min ?? 0)))
        const boxes = series.points.map(({ x, y }): Box | undefined => {
          if (y === undefined) return undefined
          const middle = placeX(figure, series, x)
          const left = xScale.getPixelForValue(middle - half)
          const right = xScale.getPixelForValue(middle + half)
          const end = yScale.getPixelForValue(placeY(figure, series, withinAxis(axis, y)))
          const across = { at: Math.min(left, right), size: Math.abs(right - left) }
          const along = { at: Math.min(end, zero), size: Math.abs(zero - end) }
          const [ofX, ofY] = lies ? [along, across] : [across, along]
          return { x: ofX.at, y: ofY.at, width: ofX.size, height: ofY.size }
        })
        boxes.forEach((box, at) => {
          const isInvalid = series.points[at]?.isInvalid === true
          if (box) fillBar(ink, palette, isInvalid ? { group: greyGroup } : series, box, scale)
        })
        drawn.set(series, boxes)
      }
      ink.series = undefined
      ink.restore()
    },
  }
}

/** Up to this width, at scale 1, the longest title of a panel must fit without being set much smaller. */
const widestTitle = 118
/**
 * The figure with as many panels side by side as leave space for their titles and for the labels of at least two
 * levels below each: fewer in a narrow column of print than on a page. Columns that a person chose stay.
 */
export function fitPanels(
  figure: Figure,
  {
    width,
    scale,
    family,
    points,
  }: {
    readonly width: number
    readonly scale: number
    readonly family: string
    readonly points?: number | undefined
  },
  measure: TextMeasure,
): Figure {
  const { panels } = figure
  if (!panels) return figure
  const { axis } = textStyles(scale, family, points)
  const inner = columnsWidth(figure, width, { axis, scale }, measure)
  const inColumns = (columns: number) =>
    withColumnGap({ ...figure, panels: { ...panels, columns } }, inner, { axis, scale }, measure)
  if (panels.columns < 2 || panels.keepsColumns === true) return inColumns(panels.columns)
  const style = { ...axis, weight: 600 as const }
  const longest = panels.titles.reduce((most, title) => Math.max(most, textWidth(measure, title, style)), 0)
  const needed = Math.max(Math.min(longest * narrowTitle, widestTitle * scale), longest * smallestTitle)
  const isLabelled = (tried: Figure, columns: number) =>
    panels.axes !== undefined ||
    (figure.x.ticks?.length ?? 0) < 2 ||
    labelledLevels(tried, columns, { width: inner, size: axis.size }).size > 1
  const fits = (tried: Figure, columns: number) => {
    const gap = gapOf(tried).x
    return titleRoom(inner / (columns + (columns - 1) * gap), gap) >= needed && isLabelled(tried, columns)
  }
  let { columns } = panels
  let tried = inColumns(columns)
  while (columns > 1 && !fits(tried, columns)) {
    columns -= 1
    tried = inColumns(columns)
  }
  return tried
}
