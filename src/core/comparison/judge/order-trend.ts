import { studentTwoSided } from '../../statistics/special/distributions'
import { mean } from '../../statistics/summary/moments'
import { rankCorrelation } from '../../statistics/sweep/spearman'
import type { CaseRuns } from './run-buckets'

/** Fewest degrees of freedom of a trend. */
const leastTrendDf = 5

export interface OrderTrend {
  readonly rho: number
  readonly p: number
}

/**
 * The runs of all cases together, each by its distance from the middle of its case: its place in the order of runs, and its
 * size as a share of the mean, to nine decimals, so that equal ones have equal ranks; with the degrees of freedom of a
 * slope through them.
 */
export function centredRuns(cases: readonly Pick<CaseRuns, 'values' | 'runIds'>[]): {
  readonly places: readonly number[]
  readonly sizes: readonly number[]
  readonly df: number
} {
  const places: number[] = []
  const sizes: number[] = []
  let centred = 0
  for (const { values, runIds } of cases) {
    const [middle, place] = [mean(values), mean(runIds)]
    if (values.length < 2 || middle === undefined || place === undefined || !(middle > 0)) continue
    centred++
    for (let at = 0; at < values.length; at++) {
      sizes.push(Math.round(1e9 * ((values[at] ?? middle) / middle - 1)) / 1e9)
      places.push((runIds[at] ?? place) - place)
    }
  }
  return { places, sizes, df: sizes.length - centred - 1 }
}

/**
 * Rank correlation of value and position over the runs of many cases, each minus its case's mean, so that only
 * variation within cases counts; each case takes a degree of freedom. Undefined with too few runs.
 */
export function orderTrend(cases: readonly Pick<CaseRuns, 'values' | 'runIds'>[]): OrderTrend | undefined {
  const { places, sizes, df } = centredRuns(cases)
  const rho = df < leastTrendDf ? undefined : rankCorrelation(places, sizes)
  if (rho === undefined) return undefined
  const rest = 1 - rho * rho
  return { rho, p: rest < 1e-15 ? 0 : studentTwoSided(rho * Math.sqrt(df / rest), df) }
}
