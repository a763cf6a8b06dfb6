import {
  type Direction,
  directions,
  type Observed,
  type Source,
  sources,
  type Unit,
} from '../../results/observation'
import { largestOf, smallestOf } from '../../iterables'
import type { Figure, FigureAxis, FigureSeries, MarkColumns, PanelAxes } from '../figure/figure'
import { unitFactor } from '../../results/display-unit'
import { linearTicks } from '../figure/ticks'
import { valueAxis } from '../figure/value-axis'

/** A range of the x axis, in its unit. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The series behind a line of a figure over time. */
export interface RecordedLine extends Pick<Observed, 'source' | 'metric' | 'direction' | 'device'> {
  readonly runId: number
}

/** Values as recorded: seconds since the start of the measured part, and base units. */
export interface RecordedValues {
  readonly unit: Unit
  readonly seconds: Float64Array
  readonly values: Float64Array
}

/** The range of x that a figure shows; undefined for one that cannot be zoomed. */
export function wholeStretch({ x, panels }: Pick<Figure, 'x' | 'panels'>): Stretch | undefined {
  const { kind, min, max } = x
  const isShared = panels?.axes?.every((axes) => axes.x === undefined) === true
  if (!isShared || panels.columns !== 1 || kind !== 'linear' || min === undefined || max === undefined)
    return undefined
  return max > min ? { from: min, to: max } : undefined
}

/** Id of the line that shows a series of a run. */
export function lineId(
  line: string,
  { source, metric, direction, device = '' }: Omit<RecordedLine, 'runId'>,
) {
  return [line, source, metric, direction, device].join('/')
}

/** What the line with this id shows; undefined for marks that do not show a single series. */
export function recordedLine(id: string): RecordedLine | undefined {
  const [line = '', source, metric, direction, ...device] = id.split('/')
  const runId = Number(/(?:^|,)run=(\d+)$/.exec(line)?.[1])
  const isSource = (text: string | undefined): text is Source => sources.some((one) => one === text)
  const isDirection = (text: string | undefined): text is Direction => directions.some((one) => one === text)
  if (!Number.isSafeInteger(runId) || !isSource(source) || metric === undefined || !isDirection(direction))
    return undefined
  const rest = device.join('/')
  if (rest === 'range' || rest === 'dropped' || rest.endsWith('/range') || rest.endsWith('/dropped'))
    return undefined
  return { runId, source, metric, direction, ...(rest !== '' && { device: rest }) }
}

/** Lines of a figure whose recorded values have more detail than their bins: not means of several runs. */
export function zoomableLines({ series, xKey }: Figure): readonly (RecordedLine & { readonly id: string })[] {
  if (xKey !== 'time') return []
  const means = new Set(
    series.filter(({ mark }) => mark === 'band').map(({ id }) => id.replace(/\/range$/, '')),
  )
  return series.flatMap(({ id, mark, visible, role }) => {
    const line =
      mark === 'line' && role === 'measured' && visible && !means.has(id) ? recordedLine(id) : undefined
    return line ? [{ id, ...line }] : []
  })
}

/**
 * A range of a figure over time: marks outside it are left out, lines are cut at its ends, value axes fit the rest.
 * Lines that `recorded` has by their id show these values instead of their bins.
 */
export function zoomedFigure(
  figure: Figure,
  stretch: Stretch,
  recorded: ReadonlyMap<string, RecordedValues> = new Map(),
): Figure {
  const { numbers: _numbers, printed: _printed, ...rest } = figure
  const series = figure.series.map((one): FigureSeries => {
    const found = recorded.get(one.id)
    const columns = found ? inUnits(figure, one, found) : one.columns
    if (columns === undefined) return one
    return { ...one, columns: one.mark === 'line' ? cutLine(columns, stretch) : within(columns, stretch) }
  })
  const axes = figure.panels?.axes?.map((own, panel): PanelAxes => ({
    ...own,
    y: fitting(
      own.y,
      series.filter((one) => one.visible && (one.panel ?? 0) === panel),
      own.height === undefined ? 4 : 2,
    ),
  }))
  const { ticks } = linearTicks(stretch.from, stretch.to, 8)
  return {
    ...rest,
    series,
    x: {
      ...figure.x,
      ...{ min: stretch.from, max: stretch.to },
      ticks: ticks.filter(({ value }) => value >= stretch.from && value <= stretch.to),
    },
    ...(axes?.[0] && { y: axes[0].y }),
    ...(figure.panels && axes && { panels: { ...figure.panels, axes } }),
  }
}

/** Values of the lines of a figure in the units of its axes, by the id of the line: the recorded ones, otherwise its own. */
export function linesInUnits(
  figure: Figure,
  recorded: ReadonlyMap<string, RecordedValues>,
): ReadonlyMap<string, MarkColumns> {
  return new Map(
    figure.series.flatMap((one) => {
      const found = recorded.get(one.id)
      const columns = found ? inUnits(figure, one, found) : one.columns
      return one.mark === 'line' && columns ? [[one.id, columns] as const] : []
    }),
  )
}

function inUnits(
  figure: Figure,
  { panel = 0 }: FigureSeries,
  { unit: base, seconds, values }: RecordedValues,
): MarkColumns {
  const unit = figure.panels?.axes?.[panel]?.unit ?? figure.unit
  const factor = unitFactor(base, unit)
  const { factor: perUnit = 1 } = figure.x
  return { x: seconds.map((at) => at / perUnit), y: values.map((value) => value / factor) }
}

/** The part of a line within the range, cut between its points at both ends. */
function cutLine({ x = [], y = [] }: MarkColumns, { from, to }: Stretch): MarkColumns {
  const kept = places(x.length, (at) => (x[at + 1] ?? to) >= from && (x[at - 1] ?? from) <= to)
  const points = kept.map((at): readonly [number, number] => {
    const [place, value] = [x[at] ?? NaN, y[at] ?? NaN]
    if (place >= from && place <= to) return [place, value]
    const [end, beside] = place < from ? [from, at + 1] : [to, at - 1]
    const share = (end - place) / ((x[beside] ?? place) - place)
    return [end, value + share * ((y[beside] ?? NaN) - value)]
  })
  return {
    x: Float64Array.from(points, ([place]) => place),
    y: Float64Array.from(points, ([, value]) => value),
  }
}

/** The part of a mark within the range; cells are clipped to it. */
function within(columns: MarkColumns, { from, to }: Stretch): MarkColumns {
  const { x, xEnd } = columns
  if (x === undefined) return columns
  if (xEnd !== undefined) {
    const kept = places(x.length, (at) => (xEnd[at] ?? 0) > from && (x[at] ?? 0) < to)
    const cut = pick(columns, kept)
    const inside = (one: number) => Math.min(Math.max(one, from), to)
    return { ...cut, x: Array.from(cut.x ?? [], inside), xEnd: Array.from(cut.xEnd ?? [], inside) }
  }
  return pick(
    columns,
    places(x.length, (at) => (x[at] ?? NaN) >= from && (x[at] ?? NaN) <= to),
  )
}

function places(count: number, isKept: (at: number) => boolean): readonly number[] {
  const kept: number[] = []
  for (let at = 0; at < count; at++) if (isKept(at)) kept.push(at)
  return kept
}

function pick(columns: MarkColumns, kept: readonly number[]): MarkColumns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]: [string, ArrayLike<number> | undefined]) => [
      name,
      column && Float64Array.from(kept, (at) => column[at] ?? NaN),
    ]),
  )
}

/** The axis fitted to what is still visible; unchanged if nothing is. */
function fitting(axis: FigureAxis, series: readonly FigureSeries[], count: number): FigureAxis {
  const ends = series
    .filter(({ mark }) => mark === 'line' || mark === 'band')
    .flatMap(({ columns }) => [columns?.y, columns?.low, columns?.high])
    .flatMap((column) => {
      const known = Array.from(column ?? []).filter(Number.isFinite)
      return known.length === 0 ? [] : [smallestOf(known), largestOf(known)]
    })
  if (ends.length === 0) return axis
  const low = smallestOf(ends)
  const { broken: _, ...rest } = axis
  // The scale is decided; a recorded value of 0 is below a logarithmic axis.
  if (axis.kind === 'log10' && low <= 0) return axis
  const { label: _label, ...fitted } = valueAxis({
    values: ends,
    scale: axis.kind === 'log10' ? 'log' : 'linear',
    fromZero: axis.min === 0 && low >= 0,
    steps: count,
  })
  return { ...rest, ...fitted }
}

/**
 * The values of the lines of a figure at a position on x, each the nearest one. `only`: of this panel of a heat
 * map, over its cells.
 */
export function valuesAt(
  { series, panels, unit }: Pick<Figure, 'series' | 'panels' | 'unit'>,
  place: number,
  only?: number,
): readonly {
  readonly id: string
  readonly label: string
  readonly value: number
  readonly unit: string
  readonly x: number
}[] {
  return series.flatMap(({ id, label, columns, mark, role, visible, panel = 0 }) => {
    const isWanted = only === undefined ? role === 'measured' : panel === only
    if (mark !== 'line' || !isWanted || !visible) return []
    const { x, y } = columns ?? {}
    const at = x ? nearest(x, place) : -1
    const value = y?.[at]
    if (value === undefined || Number.isNaN(value)) return []
    const ofPanel = panels?.titles[panel]?.replace(/ \([^)]*\)$/, '') ?? ''
    return [
      {
        id,
        label: panel === (only ?? 0) || ofPanel === '' ? label : `${ofPanel}: ${label}`,
        ...{ value, unit: panels?.axes?.[panel]?.unit ?? unit, x: x?.[at] ?? place },
      },
    ]
  })
}

function nearest(x: ArrayLike<number>, place: number): number {
  let low = 0
  let high = x.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((x[middle] ?? Infinity) < place) low = middle + 1
    else high = middle
  }
  if (low === 0) return x.length === 0 ? -1 : 0
  return low < x.length && (x[low] ?? 0) - place < place - (x[low - 1] ?? 0) ? low : low - 1
}
