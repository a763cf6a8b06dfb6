import type { Figure, FigureAxis, FigureSeries, FigureTick, PanelGap } from '../core/figures/figure/figure'

/** Gaps of panels that are not laid out yet. */
const usualGap: PanelGap = { x: 0.08, y: 0.3 }

/** Gaps between the panels of a figure. */
export function gapOf({ panels }: Figure): PanelGap {
  return panels?.gap ?? usualGap
}

/** The figure with these gaps between its panels; those that are not given stay. */
export function withGap(figure: Figure, gap: Partial<PanelGap> | undefined): Figure {
  const { panels } = figure
  if (panels === undefined || gap === undefined) return figure
  return { ...figure, panels: { ...panels, gap: { ...gapOf(figure), ...gap } } }
}

/** What determines the position of a series within a figure. */
export type PlacedSeries = Pick<FigureSeries, 'offset' | 'panel'>

/** Position of a value of x on a scale that is drawn linearly: its logarithm if the axis requires it. */
export function placeOn({ kind }: FigureAxis, value: number): number {
  if (kind === 'log10') return Math.log10(value)
  return kind === 'log2' ? Math.log2(value) : value
}

/** The value axis of a series: its panel's own, or the figure's. */
export function yAxisOf({ panels, y }: Figure, { panel = 0 }: PlacedSeries): FigureAxis {
  return panels?.axes?.[panel]?.y ?? y
}

/** The x axis of a panel: its own, or the figure's. */
export function xAxisOf({ panels, x }: Figure, panel: number): FigureAxis {
  return panels?.axes?.[panel]?.x ?? x
}

/** Position of a value on the one x scale that all panels share: each column has its section. */
export function placeX(figure: Figure, { offset = 0, panel = 0 }: PlacedSeries, value: number): number {
  const own = figure.panels?.axes?.[panel]?.x
  if (own === undefined) return placeOn(figure.x, value) + offset + columnStart(figure, panel)
  const share = shareOf(own, value + offset)
  return (
    placeOn(figure.x, figure.x.min ?? 0) + (own.reverse === true ? 1 - share : share) * panelWidth(figure)
  )
}

/**
 * Position of a value on the one y scale: unchanged, or with panels within its row, of height 1 unless the panel has
 * its own.
 */
export function placeY(figure: Figure, { panel = 0 }: PlacedSeries, value: number): number {
  if (!figure.panels) return value
  return rowStart(figure, panel) + rowHeight(figure, panel) * shareOf(yAxisOf(figure, { panel }), value)
}

/** 0 at the lower end of an axis, 1 at the upper one. */
function shareOf({ kind, min = 0, max = 1 }: FigureAxis, value: number): number {
  const scaled = kind === 'log10' ? Math.log10 : kind === 'log2' ? Math.log2 : (one: number) => one
  return (scaled(value) - scaled(min)) / (scaled(max) - scaled(min))
}

/** Number of rows of panels; 1 without panels. */
export function panelRows({ panels }: Figure): number {
  return panels ? Math.ceil(panels.titles.length / panels.columns) : 1
}

/** Heights of all rows without gaps, in heights of a regular panel. */
export function panelsOnly(figure: Figure): number {
  return Array.from({ length: panelRows(figure) }, (_, row) => rowHeight(figure, row)).reduce(
    (sum, one) => sum + one,
    0,
  )
}

/** Heights of all rows and the gaps above them, in heights of a regular panel. */
export function rowsHeight(figure: Figure): number {
  return panelsOnly(figure) + panelRows(figure) * gapOf(figure).y
}

/** Ends and ticks of the x scale over all columns. */
export function spreadX(figure: Figure): Spread {
  const { x, panels } = figure
  const ticks = x.ticks ?? []
  const ends = {
    min: optional(x.min, (min) => placeOn(x, min)),
    max: optional(x.max, (max) => placeOn(x, max)),
  }
  if (!panels)
    return { ...ends, ticks: ticks.map(({ value, label }) => ({ value: placeOn(x, value), label })) }
  if (hasOwnX(figure)) {
    // Those of the last panel; the others have theirs drawn below them.
    const panel = panels.titles.length - 1
    const own = (xAxisOf(figure, panel).ticks ?? []).map(({ value, label }) => ({
      value: placeX(figure, { panel }, value),
      label,
    }))
    return { ...ends, ticks: own.sort((a, b) => a.value - b.value) }
  }
  const count = Math.min(panels.columns, panels.titles.length)
  // Panels above an empty place have theirs drawn below them.
  const named = Array.from({ length: count - emptyPlaces(figure).length }, (_, column) => column)
  return {
    min: ends.min,
    max: (ends.max ?? 0) + (count - 1) * panelWidth(figure) * (1 + gapOf(figure).x),
    ticks: named.flatMap((panel) =>
      ticks.map(({ value, label }) => ({ value: placeX(figure, { panel }, value), label })),
    ),
  }
}

/**
 * The names of the outermost ticks below each panel, left and right, and the share of its width between these ticks and
 * its ends.
 */
export function labelledPlaces({ x }: Figure): {
  readonly labels: readonly string[]
  readonly inset: number
} {
  const ticks = [...(x.ticks ?? [])].sort((a, b) => a.value - b.value)
  const [first, last] = [ticks[0], ticks.at(-1)]
  if (first === undefined || last === undefined) return { labels: [], inset: 0 }
  return {
    labels: [first.label, last.label],
    inset: Math.max(0, 1 - Math.abs(shareOf(x, last.value) - shareOf(x, first.value))),
  }
}

/** The places beside the panels of the last row, numbered as panels are. */
export function emptyPlaces(figure: Figure): readonly number[] {
  const { panels } = figure
  if (!panels || panels.titles.length < panels.columns || hasOwnX(figure)) return []
  const { length } = panels.titles
  return Array.from({ length: panelRows(figure) * panels.columns - length }, (_, at) => length + at)
}

/** Whether some panel has its own x axis: each panel then has its ticks below it. */
export function hasOwnX({ panels }: Figure): boolean {
  return panels?.axes?.some((one) => one.x !== undefined) === true
}

/** Ends and ticks of the y scale over all rows. */
export function spreadY(figure: Figure): Spread {
  const { y, panels } = figure
  if (!panels) return { min: y.min, max: y.max, ticks: y.ticks ?? [] }
  const rows = Array.from({ length: panelRows(figure) }, (_, row) => row)
  return {
    min: 0,
    max: rowsHeight(figure),
    ticks: rows
      .flatMap((row) => {
        const panel = row * panels.columns
        return (yAxisOf(figure, { panel }).ticks ?? []).map(({ value, label }) => ({
          value: placeY(figure, { panel }, value),
          label,
        }))
      })
      .sort((a, b) => a.value - b.value),
  }
}

export interface Spread {
  readonly min: number | undefined
  readonly max: number | undefined
  readonly ticks: readonly FigureTick[]
}

/** Left and right end of a panel on the x scale, lower and upper end on the y scale. */
export function panelEnds(figure: Figure, panel: number) {
  const { x } = figure
  const low = placeOn(x, x.min ?? 0) + columnStart(figure, panel)
  const high = low + panelWidth(figure)
  const bottom = rowStart(figure, panel)
  const [left, right] = x.reverse === true ? [high, low] : [low, high]
  return { left, right, bottom, top: bottom + rowHeight(figure, panel) }
}

function columnStart(figure: Figure, panel: number): number {
  const { panels, x } = figure
  if (!panels) return 0
  const last = Math.min(panels.columns, panels.titles.length) - 1
  const column = panel % panels.columns
  // The first panel is on the left, whichever direction x has.
  return (x.reverse === true ? last - column : column) * panelWidth(figure) * (1 + gapOf(figure).x)
}

/** Bottom of a panel: the heights of the rows below it and the gaps above them. */
function rowStart(figure: Figure, panel: number): number {
  const { panels } = figure
  if (!panels) return 0
  const own = Math.floor(panel / panels.columns)
  let start = 0
  for (let row = panelRows(figure) - 1; row > own; row--) start += rowHeight(figure, row) + gapOf(figure).y
  return start
}

/** Height of a panel; panels with their own axes are in one column, so rows are panels. */
function rowHeight({ panels }: Figure, panel: number): number {
  return panels?.axes?.[panel]?.height ?? 1
}

function panelWidth({ x }: Figure): number {
  return placeOn(x, x.max ?? 1) - placeOn(x, x.min ?? 0)
}

function optional(value: number | undefined, place: (value: number) => number): number | undefined {
  return value === undefined ? undefined : place(value)
}
