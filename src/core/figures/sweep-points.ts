import { fewIosText } from '../comparison/run-buckets'
import { medianInterval } from '../statistics/summary/quantile'
import { possibleEnds, summarize } from '../statistics/summary/summarize'
import type { Metric } from '../results/metrics'
import type { FigurePart, FigurePoint, FigureStatistic } from './figure'
import type { SweepCell, SweepRun } from './sweep-lines'

/** The average of some runs with its interval, if there is one. */
export interface Estimate {
  readonly value: number
  readonly low?: number
  readonly high?: number
}

/**
 * Mean with its t interval, median with its order-statistic interval, or harmonic mean, which has none; undefined for no
 * runs, and for a harmonic mean of rates that are not all above 0.
 */
export function estimate(runs: readonly SweepRun[], statistic: FigureStatistic): Estimate | undefined {
  const values = runs.map((run) => run.value)
  if (statistic === 'median') {
    const median = medianInterval(values)
    return median && { value: median.median, low: median.low, high: median.high }
  }
  const summary = summarize(values)
  if (statistic === 'harmonic') {
    const value = summary?.harmonicMean
    return value === undefined ? undefined : { value }
  }
  if (summary?.high === undefined) return summary && { value: summary.mean }
  return { value: summary.mean, ...possibleEnds(summary.mean, summary.high - summary.mean) }
}

/** The statistic of a figure: a harmonic mean applies to rates only. */
export function statisticFor(
  asked: FigureStatistic = 'mean',
  { unit }: Pick<Metric, 'unit'>,
): FigureStatistic {
  return asked === 'harmonic' && unit !== 'B/s' && unit !== 'IOPS' ? 'mean' : asked
}

/** A cell as a point of one part, converted to the figure's unit. */
export function sweepPoint(
  cell: SweepCell,
  part: FigurePart,
  statistic: FigureStatistic,
  factor: number,
): FigurePoint {
  const runs = cell.runs[part]
  const middle = estimate(runs, statistic)
  const summary = summarize(runs.map((run) => run.value))
  return {
    x: cell.x,
    y: scaled(middle?.value, factor),
    ...(middle?.low !== undefined && { low: scaled(middle.low, factor) }),
    ...(middle?.high !== undefined && { high: scaled(middle.high, factor) }),
    ...(summary && { mean: scaled(summary.mean, factor) }),
    ...(summary?.sd !== undefined && { sd: scaled(summary.sd, factor) }),
    ...(summary?.cvPercent !== undefined && { cvPercent: summary.cvPercent }),
    n: runs.length,
    failedRuns: cell.failedRuns,
    dots: runs.map((run) => ({
      y: plainZero(run.value / factor),
      runId: run.runId,
      repetition: run.repetition,
    })),
    ...(cell.caseKey !== undefined && { caseKey: cell.caseKey }),
    ...(cell.fewIos && { facts: [fewIosText(cell.fewIos)] }),
  }
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : plainZero(value / factor)
}

/** Figures do not show -0. */
export function plainZero(value: number): number {
  return value === 0 ? 0 : value
}
