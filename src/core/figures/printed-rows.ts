import type { TidyRow } from '../results/run'
import type { Metric } from '../results/metrics'
import type { PublishedSummary, StoredPublishedResult } from '../results/published-result'
import type { FigurePoint, FigureSeries } from './figure'
import { printedPoint } from './printed-point'
import type { SweepLine } from './sweep-lines'

/** Printed results of one metric, as far as a figure can draw them. */
export interface PrintedRows {
  /** One per printed mean; its run id is below 0, so that it is never taken for a run. */
  readonly rows: readonly TidyRow[]
  /** Printed summaries by the run id of their row. */
  readonly printed: ReadonlyMap<number, PublishedSummary>
  /** Printed differences, which have no mean to draw. */
  readonly differences: number
}

/** Means of the chosen campaigns that were taken from print, standing as rows beside those of runs. */
export function printedRows(
  published: readonly StoredPublishedResult[],
  metric: Metric,
  campaignIds: readonly number[],
): PrintedRows {
  const own = published.filter(
    (one) => one.metric === metric.id && (campaignIds.length === 0 || campaignIds.includes(one.campaignId)),
  )
  const printed = new Map<number, PublishedSummary>()
  const rows: TidyRow[] = []
  for (const result of own) {
    if (result.value.kind !== 'summary') continue
    const { note } = result
    printed.set(-result.id, { ...result.value, ...(note !== undefined && { note }) })
    rows.push(printedRow(result, result.value))
  }
  return { rows, printed, differences: own.length - printed.size }
}

function printedRow(result: StoredPublishedResult, value: PublishedSummary): TidyRow {
  const { campaignId, campaign, configuration, host, device, engine, test, metric, unit, levels } = result
  return {
    ...{ campaignId, campaign, configuration, host, device, engine, test, metric, unit, levels },
    direction: 'total',
    value: value.mean,
    runId: -result.id,
    repetition: 0,
    state: 'done',
  }
}

type Printed = ReadonlyMap<number, PublishedSummary>

/** True for a line of means that were taken from print. */
export function isPrinted(line: SweepLine, printed: Printed): boolean {
  return line.cells.some((cell) => cell.runs.total.some((run) => printed.has(run.runId)))
}

/** The series with its printed means as what they are: with their own deviation and number of runs, and without dots. */
export function withPrinted(series: FigureSeries, printed: Printed, factor: number): FigureSeries {
  if (printed.size === 0 || series.role !== 'measured') return series
  return { ...series, points: series.points.map((point) => pointOf(point, printed, factor)) }
}

function pointOf(point: FigurePoint, printed: Printed, factor: number): FigurePoint {
  const [dot] = point.dots
  const summary = dot && printed.get(dot.runId)
  return summary ? printedPoint(summary, point, point.x, factor) : point
}
