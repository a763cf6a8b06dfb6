import { asPrinted } from '../../results/display-unit'
import { printedPrefix } from '../figure/table'
import type { ScaledUnit } from '../../units/unit-scale'
import { findMetric, type Metric } from '../../results/metrics'
import { isAtFixedDepth, outstandingOf, percentileOfMetric } from '../../results/percentiles'
import type { PublishedSummary } from '../../results/published-result'
import { axisName, namedLevel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { summarize, type Estimate } from '../../statistics/summary/summarize'
import { withinSentence } from '../../text/plain-text'
import { template } from '../../words/template'
import { chooseAxes } from '../cases/axis-choice'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigurePart } from '../figure/figure'
import type { FigureInputs } from '../cases/define-figure'
import { matches, noRuns, pickRuns, type MeasuredCase, type RunNumbers } from '../cases/measured-cases'
import type { FigureProvenance } from '../figure/provenance'
import { printedCases } from '../sweep/printed-cases'
import { averageOrPrinted } from '../sweep/printed-point'
import { sweepLines, type SweepCell } from '../sweep/sweep-lines'
import { averageOf, isChosen, type UsualSettings } from '../figure/usual-settings'

/** Axes of load: requests in flight, or requests per second. */
export const depthKeys = ['jobs', 'queue_depth', 'threads'] as const
export const offeredKeys = ['offered_percent', 'offered_iops', 'offered_transactions', 'rate_iops'] as const

/** The measurements at one load. */
export interface LoadPoint {
  /** The level of the axis. */
  readonly load: number
  readonly cell: SweepCell
  /** Every parameter of the case. */
  readonly parameters: Readonly<Record<string, LevelValue>>
  readonly runs: ReadonlyMap<string, RunNumbers>
  /** Metrics of which there is a printed mean instead of runs. */
  readonly printed: ReadonlyMap<string, PublishedSummary>
}

/** One curve: the loads of a campaign at one level of the series axis, ascending. */
export interface LoadLine {
  readonly id: string
  readonly label: string
  readonly campaignId: number
  readonly points: readonly LoadPoint[]
}

export interface LoadLines {
  readonly loadKey: string
  readonly lines: readonly LoadLine[]
  readonly part: FigurePart
  readonly provenance: FigureProvenance
  readonly shown: readonly MeasuredCase[]
  /** Printed means, by their run id. */
  readonly printed: ReadonlyMap<number, PublishedSummary>
  readonly notes: readonly FigureNote[]
  /** Every run kept a fixed number of requests outstanding. */
  readonly isFixedDepth: boolean
}

/**
 * The curves that the settings describe, with the runs of each of these metrics at each load. `parts`: metrics of which
 * another part than the settings' is shown.
 */
export function loadLines(
  { measured, published }: FigureInputs['runs'],
  asked: UsualSettings,
  provenance: FigureProvenance,
  metrics: readonly string[],
  keys: readonly string[],
  parts: ReadonlyMap<string, FigurePart> = new Map(),
): LoadLines {
  const print = metrics.flatMap((id) => {
    const metric = findMetric(id)
    return metric === undefined ? [] : [printedCases(published, metric, asked.campaignIds)]
  })
  const printedMeans = new Map(print.flatMap(({ printed }) => [...printed]))
  const chosen = [...measured, ...print.flatMap(({ cases }) => cases)].filter(({ campaignId }) =>
    isChosen(campaignId, asked),
  )
  // The x axis of another kind of figure is not a load.
  const loadKey = keys.find((key) => key === asked.xKey) ?? widestKey(chosen, keys)
  const settings = { ...asked, xKey: loadKey }
  const withLoad = chosen.filter(({ levels }) => typeof levels[loadKey] === 'number')
  const own = {
    campaigns: provenance.campaigns.filter((one) =>
      withLoad.some(({ campaignId }) => campaignId === one.campaignId),
    ),
  }
  const choice = chooseAxes(
    chosen.filter(
      ({ metric, levels }) =>
        typeof levels[loadKey] === 'number' || (levels[loadKey] === undefined && metrics.includes(metric)),
    ),
    settings,
    own,
  )
  const shown = withLoad.filter((one) => matches(one, choice.fixed))
  const part = asked.directions?.[0] ?? 'total'
  const counts = shown.filter(({ metric }) => metric === 'io_count')
  const among = new Set(
    shown.flatMap(({ metric, campaignId }) =>
      metrics.includes(metric) && metric !== 'io_count' ? campaignId : [],
    ),
  )
  const lines = new Map<string, LoadLine>()
  for (const id of metrics) {
    const ofMetric = shown.filter(({ metric }) => metric === id)
    if (ofMetric.length === 0) continue
    const percent = percentileOfMetric(id)
    for (const line of sweepLines(ofMetric, choice, own, { percent, counts, among })) {
      const known = lines.get(line.id)?.points ?? []
      const points = line.cells.map((cell): LoadPoint => {
        const before = known.find(({ load }) => load === cell.x)
        const runs = new Map(before?.runs)
        const own = cell.runs[parts.get(id) ?? part]
        if (own.values.length > 0) runs.set(id, own)
        const [mean] = own.runIds.flatMap((runId) => printedMeans.get(runId) ?? [])
        const printed = new Map([...(before?.printed ?? []), ...(mean ? ([[id, mean]] as const) : [])])
        const parameters = before?.parameters ?? parametersOf(shown, line.campaignId, loadKey, cell)
        return { load: cell.x, cell: before?.cell ?? cell, parameters, runs, printed }
      })
      const others = known.filter(({ load }) => points.every((one) => one.load !== load))
      lines.set(line.id, {
        ...{ id: line.id, label: nameOf(line, asked), campaignId: line.campaignId },
        points: [...points, ...others].sort((a, b) => a.load - b.load),
      })
    }
  }
  const drawn = [...lines.values()]
    .map((line) => ({ ...line, points: line.points.filter(({ runs }) => runs.size > 0) }))
    .filter(({ points }) => points.length > 0)
  const campaignIds = new Set(drawn.map(({ campaignId }) => campaignId))
  return {
    ...{ loadKey, part, shown },
    provenance: { campaigns: own.campaigns.filter((one) => campaignIds.has(one.campaignId)) },
    printed: printedMeans,
    lines: drawn,
    notes: choice.notes,
    isFixedDepth: shown.length > 0 && shown.every(({ levels }) => isAtFixedDepth(levels)),
  }
}

/** The printed means of a metric that was measured nowhere, which keep their unit; undefined if it was. */
export function onlyPrinted(
  lines: readonly LoadLine[],
  metric: string,
): readonly PublishedSummary[] | undefined {
  const points = lines.flatMap((line) => line.points).filter(({ runs }) => runs.has(metric))
  const means = points.flatMap(({ printed }) => printed.get(metric) ?? [])
  return points.length > 0 && means.length === points.length ? means : undefined
}

/** A column of a table of loads, as far as its numbers may be printed ones. */
interface ValueColumn {
  readonly key: string
  readonly metric: Pick<Metric, 'id' | 'label'>
  readonly unit: ScaledUnit
}

/** The columns of numbers as they were printed, beside these, and their cells at a load; none if nothing was printed. */
export function printedParts(lines: readonly LoadLine[], columns: readonly ValueColumn[]) {
  const printedAt = ({ printed }: LoadPoint, { metric, unit }: ValueColumn) => {
    const mean = printed.get(metric.id)
    return mean && asPrinted(mean, unit.factor)?.mean
  }
  const shown = columns.filter((one) =>
    lines.some(({ points }) => points.some((point) => printedAt(point, one) !== undefined)),
  )
  return {
    columns: shown.map(({ key, metric }) => ({
      key: `${printedPrefix}${key}`,
      label: `${metric.label} as printed`,
    })),
    cellsAt: (point: LoadPoint) => shown.map((one) => printedAt(point, one)),
  }
}

const onlyLoad = template(
  'load-only-level',
  'The chosen cases have only {level}: a curve needs runs at two loads or more.',
  { level: 'level' },
)
const oneLoadEach = template(
  'load-one-level',
  'Each line has one level of {axis}: a curve needs runs at two loads or more.',
  { axis: 'level' },
)

/** The same without its lines if each has a single load, which is no curve; a note gives the reason. */
export function curvesOf(data: LoadLines): LoadLines {
  const { lines, loadKey } = data
  if (lines.length === 0 || lines.some(({ points }) => points.length > 1)) return data
  const loads = [...new Set(lines.flatMap(({ points }) => points.map(({ load }) => load)))]
  const [only] = loads
  const text =
    only !== undefined && loads.length === 1
      ? onlyLoad({ level: namedLevel(loadKey, only) })
      : oneLoadEach({ axis: withinSentence(axisName(loadKey)) })
  return { ...data, lines: [], notes: [...data.notes, { severity: 'warning', text }] }
}

/** The name that the user chose, else the generated one. */
function nameOf({ id, label }: Pick<LoadLine, 'id' | 'label'>, { seriesLabels }: UsualSettings): string {
  const own = seriesLabels?.[id]?.trim() ?? ''
  return cleanText(own === '' ? label || 'all runs' : own, textLimits.label)
}

/** The lines that a table lists: those that are drawn, in the order that the user chose. */
export function listedLines<T>(
  lines: readonly T[],
  idOf: (line: T) => string,
  { hiddenSeries = [], seriesOrder = [] }: UsualSettings,
): readonly T[] {
  const shown = lines.filter((line) => !hiddenSeries.includes(idOf(line)))
  const ranks = new Map(seriesOrder.map((id, rank) => [id, rank]))
  const rank = (line: T) => ranks.get(idOf(line)) ?? seriesOrder.length
  return [...shown].sort((one, other) => rank(one) - rank(other))
}

/** Runs of a metric at a load; a printed mean has none. */
export function runsAt({ runs }: LoadPoint, metric: string): RunNumbers {
  return pickRuns(runs.get(metric) ?? noRuns, (runId) => runId > 0)
}

/** Every run at a load, each once. */
export function runIdsAt(point: LoadPoint): readonly number[] {
  const ids = [...point.runs.keys()].flatMap((metric) => runsAt(point, metric).runIds)
  return [...new Set(ids)]
}

/** The axis with the most levels. */
function widestKey(cases: readonly MeasuredCase[], keys: readonly string[]): string {
  const counts = keys.map((key) => ({
    key,
    levels: new Set(cases.flatMap(({ levels }) => (typeof levels[key] === 'number' ? [levels[key]] : [])))
      .size,
  }))
  const [most] = counts.sort((a, b) => b.levels - a.levels)
  return most?.key ?? keys[0] ?? 'queue_depth'
}

function parametersOf(
  cases: readonly MeasuredCase[],
  campaignId: number,
  loadKey: string,
  cell: SweepCell,
): Readonly<Record<string, LevelValue>> {
  const runIds = new Set(Object.values(cell.runs).flatMap(({ runIds }) => runIds))
  const own = cases.find((one) => one.campaignId === campaignId && one.runIds.some((id) => runIds.has(id)))
  return own?.levels ?? { [loadKey]: cell.x }
}

/** How many runs a metric has at a load; undefined for none, and for a printed mean that does not say. */
export function countAt(point: LoadPoint, metric: string): number | undefined {
  const printed = point.printed.get(metric)
  return printed === undefined ? runsAt(point, metric).values.length || undefined : printed.n
}

/** The average of the runs of a metric at a load, or its printed mean, in base units; undefined if there is none. */
export function middleAt(
  point: LoadPoint,
  metric: string,
  statistic: UsualSettings['statistic'],
): Estimate | undefined {
  const values = point.runs.get(metric)?.values ?? []
  return averageOrPrinted(metric, values, point.printed.get(metric), averageOf({ statistic }))
}

/** The first of these metrics that any line has. */
export function firstMeasured(
  lines: readonly LoadLine[],
  ids: readonly (string | undefined)[],
): Metric | undefined {
  for (const id of ids) {
    const metric = id === undefined ? undefined : findMetric(id)
    if (metric && lines.some(({ points }) => points.some(({ runs }) => runs.has(metric.id)))) return metric
  }
  return undefined
}

/** Outstanding requests: jobs times depth, which is one per job where the case has none. */
export function outstandingAt({ parameters }: LoadPoint): number | undefined {
  return outstandingOf(parameters, 1)
}

/** The standard deviation of the runs of a metric at a load, as computed or printed. */
export function deviationAt(point: LoadPoint, metric: string): number | undefined {
  const printed = point.printed.get(metric)
  return printed === undefined
    ? summarize(point.runs.get(metric)?.values ?? [])?.sd
    : printed.standardDeviation
}
