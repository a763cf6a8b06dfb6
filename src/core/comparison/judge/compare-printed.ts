import type { PublishedDifference, StoredPublishedResult } from '../../results/published-result'
import type {
  CaseComparison,
  ComparisonOptions,
  ComparisonVerdict,
} from '../../statistics/comparison/case-comparison'
import {
  compareBySigma,
  compareMoments,
  comparisonOf,
  errorBar,
} from '../../statistics/comparison/compare-moments'
import { sigmaVerdict } from '../../statistics/comparison/sigma-rule'
import { momentsOf, type Moments } from '../../statistics/summary/moments'
import type { CaseRuns } from './run-buckets'

/** One side of a case with at least one printed side: a summary, or runs. */
export type PrintedOrRuns = { readonly printed: StoredPublishedResult } | { readonly runs: CaseRuns }

/** What a side is compared by. */
type SideValues =
  | { readonly printed: Pick<StoredPublishedResult, 'value'> }
  | { readonly runs: { readonly values: ArrayLike<number> } }

/** Compares two sides, at least one of which was printed without its runs. */
export function compareSummaries(
  baseline: SideValues,
  candidate: SideValues,
  options: ComparisonOptions,
): CaseComparison {
  const [a, b] = [summaryOf(baseline), summaryOf(candidate)]
  if (a === undefined || b === undefined) return comparisonOf(a?.moments, b?.moments, 'missing')
  if (a.isTestable && b.isTestable) return compareMoments(a.moments, b.moments, options)
  if (!(a.moments.mean > 0 && b.moments.mean > 0)) return untested(a.moments, b.moments, 'percent_undefined')
  // The sigma rule needs no number of runs.
  if (options.mode === 'sigma' && b.moments.sd !== undefined) return compareBySigma(a.moments, b.moments)
  return untested(a.moments, b.moments, 'runs_not_published')
}

/** Number of runs, mean and deviation of one side; a printed mean of an unknown number of runs counts as one. */
export function sideMoments(side: SideValues): Moments | undefined {
  return summaryOf(side)?.moments
}

interface Summary {
  readonly moments: Moments
  /** Number of runs and deviation are known. */
  readonly isTestable: boolean
}

function summaryOf(side: SideValues): Summary | undefined {
  if ('runs' in side) {
    const moments = momentsOf(side.runs.values)
    return moments && { moments, isTestable: true }
  }
  const { value } = side.printed
  if (value.kind === 'difference') return undefined
  const { mean, standardDeviation, n } = value
  const isTestable = n === 1 || (n !== undefined && standardDeviation !== undefined)
  return {
    moments: { n: n ?? 1, mean, ...(standardDeviation !== undefined && { sd: standardDeviation }) },
    isTestable,
  }
}

function untested(a: Moments, b: Moments, verdict: ComparisonVerdict): CaseComparison {
  return { ...comparisonOf(a, b, verdict), notes: [] }
}

/** A difference as printed: judged only in sigma mode, because its runs are not known. */
export function comparePrintedDifference(
  { differencePercent, deviationPercent }: PublishedDifference,
  { mode }: ComparisonOptions,
): CaseComparison {
  const isJudged = mode === 'sigma' && deviationPercent !== undefined
  return {
    baseline: undefined,
    candidate: undefined,
    difference: undefined,
    differencePercent,
    estimator: 'printed_difference',
    log: undefined,
    ...(isJudged
      ? errorBar(differencePercent, deviationPercent)
      : { lowPercent: undefined, highPercent: undefined }),
    p: undefined,
    secondP: undefined,
    typicalPercent: undefined,
    verdict: isJudged ? sigmaVerdict(differencePercent, deviationPercent) : 'runs_not_published',
    notes: [],
  }
}
