import { mean, sampleSd } from '../summary/mean'
import { quantileOfSorted, sorted } from '../summary/quantile'

/** What is printed about a series of bins, in the unit of the bins. */
export interface SeriesSummary {
  readonly points: number
  readonly mean: number
  readonly sd?: number
  readonly cvPercent?: number
  readonly min: number
  readonly max: number
  /** 5th percentile of the bins (type 7): the slow moments. */
  readonly p5: number
  /** Share of bins (0 to 1) below half the median: stalls. */
  readonly stallShare: number
}

/** Summary of a series; gaps are left out. Undefined where no bin has a value. */
export function summarizeSeries(bins: readonly (number | undefined)[]): SeriesSummary | undefined {
  const values = bins.filter((bin) => bin !== undefined)
  const average = mean(values)
  const ascending = sorted(values)
  const p5 = quantileOfSorted(ascending, 0.05)
  const middle = quantileOfSorted(ascending, 0.5)
  const min = ascending[0]
  const max = ascending[ascending.length - 1]
  if (average === undefined || p5 === undefined || middle === undefined) return undefined
  if (min === undefined || max === undefined) return undefined
  const sd = sampleSd(values)
  return {
    points: values.length,
    mean: average,
    sd,
    cvPercent: sd !== undefined && average > 0 ? (100 * sd) / average : undefined,
    min,
    max,
    p5,
    stallShare: values.filter((value) => value < middle / 2).length / values.length,
  }
}
