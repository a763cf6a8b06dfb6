import type { Figure, FigureAxis, FigureSeries, FigureTick } from '../core/figures/figure'

/** Gaps between panels, in parts of a panel's width and height; the one above each panel holds its title. */
export const panelGap = { x: 0.08, y: 0.3 } as const

/** What places a series within a figure. */
export type PlacedSeries = Pick<FigureSeries, 'offset' | 'panel'>

/** Place of a value on a scale that is drawn linear: the binary logarithm where the axis asks for it. */
export function placeOn(axis: FigureAxis, value: number): number {
  return axis.kind === 'log2' ? Math.log2(value) : value
}

/** Place of a value on the one x scale that all panels share: each column has its stretch. */
export function placeX(figure: Figure, { offset = 0, panel = 0 }: PlacedSeries, value: number): number {
  return placeOn(figure.x, value) + offset + columnStart(figure, panel)
}

/** Place of a value on the one y scale: as it is, or with panels within its row, of height 1. */
export function placeY(figure: Figure, { panel = 0 }: PlacedSeries, value: number): number {
  if (!figure.panels) return value
  const { kind, min = 0, max = 1 } = figure.y
  const scaled = kind === 'log10' ? Math.log10 : (one: number) => one
  return rowStart(figure, panel) + (scaled(value) - scaled(min)) / (scaled(max) - scaled(min))
}

/** Rows of panels; 1 without panels. */
export function panelRows({ panels }: Figure): number {
  return panels ? Math.ceil(panels.titles.length / panels.columns) : 1
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
  const columns = Array.from(
    { length: Math.min(panels.columns, panels.titles.length) },
    (_, column) => column,
  )
  return {
    min: ends.min,
    max: (ends.max ?? 0) + (columns.length - 1) * panelWidth(figure) * (1 + panelGap.x),
    ticks: columns.flatMap((panel) =>
      ticks.map(({ value, label }) => ({ value: placeX(figure, { panel }, value), label })),
    ),
  }
}

/** Ends and ticks of the y scale over all rows. */
export function spreadY(figure: Figure): Spread {
  const { y, panels } = figure
  const ticks = y.ticks ?? []
  if (!panels) return { min: y.min, max: y.max, ticks }
  const rows = Array.from({ length: panelRows(figure) }, (_, row) => row)
  return {
    min: 0,
    max: rows.length * (1 + panelGap.y),
    ticks: rows
      .flatMap((row) =>
        ticks.map(({ value, label }) => ({
          value: placeY(figure, { panel: row * panels.columns }, value),
          label,
        })),
      )
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
  return { left, right, bottom, top: bottom + 1 }
}

function columnStart(figure: Figure, panel: number): number {
  const { panels, x } = figure
  if (!panels) return 0
  const last = Math.min(panels.columns, panels.titles.length) - 1
  const column = panel % panels.columns
  // The first panel stands on the left whichever way x goes.
  return (x.reverse === true ? last - column : column) * panelWidth(figure) * (1 + panelGap.x)
}

function rowStart(figure: Figure, panel: number): number {
  const { panels } = figure
  if (!panels) return 0
  return (panelRows(figure) - 1 - Math.floor(panel / panels.columns)) * (1 + panelGap.y)
}

function panelWidth({ x }: Figure): number {
  return placeOn(x, x.max ?? 1) - placeOn(x, x.min ?? 0)
}

function optional(value: number | undefined, place: (value: number) => number): number | undefined {
  return value === undefined ? undefined : place(value)
}
