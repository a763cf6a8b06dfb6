import type { Metric } from '../../results/metrics'
import type { PublishedSummary, StoredPublishedResult } from '../../results/published-result'
import type { FigureSeries } from '../figure/figure'
import type { MeasuredCase } from '../cases/measured-cases'
import { printedPoint, unprintedPoint } from './printed-point'
import type { SweepLine } from './sweep-lines'

/**
 * Printed results of a metric, as far as a figure can draw them: means as cases along with those of runs, with run ids
 * below 0, so that none is mistaken for a run; their summaries by this id; and the number of printed differences, which
 * have no mean to draw.
 */
export function printedCases(
  published: readonly StoredPublishedResult[],
  metric: Metric,
  campaignIds: readonly number[],
) {
  const own = published.filter(
    (one) => one.metric === metric.id && (campaignIds.length === 0 || campaignIds.includes(one.campaignId)),
  )
  const printed = new Map<number, PublishedSummary>()
  const cases: MeasuredCase[] = []
  for (const result of own) {
    if (result.value.kind !== 'summary') continue
    const { note } = result
    printed.set(-result.id, { ...result.value, ...(note !== undefined && { note }) })
    cases.push(printedCase(result, result.value))
  }
  return { cases, printed, differences: own.length - printed.size }
}

function printedCase(result: StoredPublishedResult, value: PublishedSummary): MeasuredCase {
  const { campaignId, campaign, configuration, host, device, engine, test, metric, unit, levels } = result
  return {
    ...{ campaignId, campaign, configuration, host, device, engine, test, metric, unit, levels },
    direction: 'total',
    ...{ runIds: [-result.id], repetitions: [0], values: [value.mean] },
  }
}

type Printed = ReadonlyMap<number, PublishedSummary>

/** True for a line of printed means. */
export function isPrinted(line: SweepLine, printed: Printed): boolean {
  return line.cells.some((cell) => cell.runs.total.runIds.some((id) => printed.has(id)))
}

/** The series with its printed means shown as such: with their own deviation and number of runs, and without dots. */
export function withPrinted(series: FigureSeries, printed: Printed, factor: number): FigureSeries {
  if (printed.size === 0 || series.role !== 'measured') return series
  const summaries = series.points.map(({ dots: [dot] }) => dot && printed.get(dot.runId))
  if (summaries.every((summary) => summary === undefined)) return series
  return {
    ...series,
    points: series.points.map((point, at) => {
      const summary = summaries[at]
      if (summary) return printedPoint(summary, point, point.x, factor)
      return point.n === 0 && point.failedRuns === 0 ? unprintedPoint(point.x) : point
    }),
  }
}
