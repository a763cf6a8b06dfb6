import { fewIosText } from '../../comparison/judge/run-buckets'
import { estimate, summarize } from '../../statistics/summary/summarize'
import type { Metric } from '../../results/metrics'
import type { FigurePart, FigurePoint, FigureStatistic } from '../figure/figure'
import type { SweepCell } from './sweep-lines'

/** The statistic of a figure: a harmonic mean applies to rates only. */
export function statisticFor(
  asked: FigureStatistic = 'mean',
  { unit }: Pick<Metric, 'unit'>,
): FigureStatistic {
  return asked === 'harmonic' && unit !== 'B/s' && unit !== 'IOPS' ? 'mean' : asked
}

/** A cell as a point of one part, converted to the figure's unit. `isPercentile`: of latency, of single runs. */
export function sweepPoint(
  cell: SweepCell,
  part: FigurePart,
  statistic: FigureStatistic,
  factor: number,
  isPercentile = false,
): FigurePoint {
  const { runIds, repetitions, values } = cell.runs[part]
  const middle = estimate(values, statistic, isPercentile)
  const summary = summarize(values)
  return {
    x: cell.x,
    y: scaled(middle?.value, factor),
    ...(middle?.low !== undefined && { low: scaled(middle.low, factor) }),
    ...(middle?.high !== undefined && { high: scaled(middle.high, factor) }),
    ...(summary && { mean: scaled(summary.mean, factor) }),
    ...(summary?.sd !== undefined && { sd: scaled(summary.sd, factor) }),
    ...(summary?.cvPercent !== undefined && { cvPercent: summary.cvPercent }),
    n: values.length,
    failedRuns: cell.failedRuns,
    dots: values.map((value, at) => ({
      y: plainZero(value / factor),
      runId: runIds[at] ?? 0,
      repetition: repetitions[at] ?? 0,
    })),
    ...(cell.caseKey !== undefined && { caseKey: cell.caseKey }),
    ...(cell.fewIos && { facts: [fewIosText(cell.fewIos)] }),
    ...(cell.fewIos && middle === undefined && { tooFewIos: true as const }),
  }
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : plainZero(value / factor)
}

/** Figures do not show -0. */
export function plainZero(value: number): number {
  return value === 0 ? 0 : value
}
