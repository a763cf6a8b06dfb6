import { momentsOf, type Moments } from '../summary/moments'
import { hasSevereOutlier } from '../summary/outliers'
import { sortAscending } from '../summary/quantile'
import type { CaseComparison, ComparisonNote, ComparisonOptions } from './case-comparison'
import {
  compareBySigma,
  compareMeans,
  comparisonOf,
  comparisonWithoutTest,
  judgedByLog,
  leastRuns,
  settledRuns,
} from './compare-moments'
import { hodgesLehmannRatio, hodgesLehmannRatioOfSorted, type HodgesLehmann } from './hodges-lehmann'
import { pairedLogRatio } from './log-ratio'
import { mannWhitneyOfSorted, type MannWhitney } from './mann-whitney'
import { isDiscovery } from './benjamini-hochberg'
import { familyVerdict, type PercentEnds } from './verdict'
import { welchT } from './welch'

/**
 * Compares the runs of one case, candidate against baseline, in the unit of the runs. Throws on a run that is not
 * finite; every other problem becomes a verdict or a note.
 */
export function compareCase(
  baselineRuns: ArrayLike<number>,
  candidateRuns: ArrayLike<number>,
  options: ComparisonOptions,
): CaseComparison {
  const a = sortedRuns('baseline', baselineRuns)
  const b = sortedRuns('candidate', candidateRuns)
  const baseline = momentsOf(a)
  const candidate = momentsOf(b)
  const settled = comparisonWithoutTest(baseline, candidate)
  if (settled !== undefined) return settled
  if (baseline === undefined || candidate === undefined) throw new Error('A missing side was settled above')
  if (options.mode === 'sigma') return compareBySigma(baseline, candidate)
  if (options.mode === 'robust') return compareRanks(a, b, baseline, candidate, options)
  if (options.paired === true) {
    const pairs = comparePairs(baselineRuns, candidateRuns, baseline, candidate, options)
    if (pairs !== undefined) return pairs
  }
  const means = compareMeans(baseline, candidate, options)
  const notes = options.paired === true ? [...means.notes, unpairedNote(baseline, candidate)] : means.notes
  if (baseline.n < settledRuns || candidate.n < settledRuns)
    return options.paired === true ? { ...means, notes } : means
  const ranks = mannWhitneyOfSorted(a, b)
  const ratio = hodgesLehmannRatioOfSorted(a, b)
  return {
    baseline,
    candidate,
    difference: means.difference,
    differencePercent: means.differencePercent,
    estimator: means.estimator,
    log: means.log,
    lowPercent: means.lowPercent,
    highPercent: means.highPercent,
    p: means.p,
    secondP: ranks?.p,
    typicalPercent: ratio === undefined ? undefined : 100 * (ratio - 1),
    verdict: means.verdict,
    notes: opinionNotes(notes, means.p, ranks, a, b, options),
  }
}

/** Why interleaved runs could not be compared in pairs. */
function unpairedNote(baseline: Moments, candidate: Moments): ComparisonNote {
  return baseline.n === candidate.n ? 'pairs_without_ratio' : 'pairs_incomplete'
}

/** Interleaved runs in pairs; undefined if a run has no partner or there is no ratio. */
function comparePairs(
  baselineRuns: ArrayLike<number>,
  candidateRuns: ArrayLike<number>,
  baseline: Moments,
  candidate: Moments,
  options: ComparisonOptions,
): CaseComparison | undefined {
  if (baseline.n !== candidate.n) return undefined
  const pairs = pairedLogRatio(baselineRuns, candidateRuns)
  if (pairs === undefined) return undefined
  const differencePercent = 100 * Math.expm1(pairs.logRatio)
  const compared = {
    ...comparisonOf(
      baseline,
      candidate,
      pairs.logRatio === 0 ? 'identical' : 'deterministic_difference',
      'paired',
    ),
    differencePercent,
  }
  // Pairs that all have exactly the same ratio are not tested.
  if (pairs.estimate === undefined) {
    const verdict = pairs.n < leastRuns ? 'too_few_runs' : compared.verdict
    return { ...compared, lowPercent: differencePercent, highPercent: differencePercent, verdict }
  }
  return { ...compared, ...judgedByLog(differencePercent, pairs.estimate, baseline, candidate, options) }
}

/** Typical runs: Hodges-Lehmann ratio with its interval and the Mann-Whitney test. */
function compareRanks(
  a: Float64Array,
  b: Float64Array,
  baseline: Moments,
  candidate: Moments,
  { better, marginPercent, confidence = 0.95 }: ComparisonOptions,
): CaseComparison {
  const ratio = hodgesLehmannRatio(a, b, confidence)
  if (ratio === undefined) return comparisonOf(baseline, candidate, 'percent_undefined')
  const enough = baseline.n >= leastRuns && candidate.n >= leastRuns
  const differencePercent = 100 * (ratio.ratio - 1)
  const interval = rankEnds(ratio)
  const p = enough ? mannWhitneyOfSorted(a, b)?.p : undefined
  const evidence = {
    isDiscovery: isDiscovery(p, 1 - confidence),
    differencePercent,
    interval,
    familyInterval: () => interval,
  }
  return {
    ...comparisonOf(
      baseline,
      candidate,
      enough ? familyVerdict(evidence, better, marginPercent) : 'too_few_runs',
      'hodges_lehmann',
    ),
    differencePercent,
    lowPercent: interval?.lowPercent,
    highPercent: interval?.highPercent,
    p,
    secondP: enough ? welchT(baseline, candidate)?.p : undefined,
    typicalPercent: differencePercent,
  }
}

/** The interval of a typical ratio in percent; undefined with too few runs to bound one. */
export function rankEnds({ low, high }: HodgesLehmann): PercentEnds | undefined {
  if (low === undefined || high === undefined) return undefined
  return { lowPercent: 100 * (low - 1), highPercent: 100 * (high - 1) }
}

/** Adds the note that mean and typical run disagree: the tests fall on different sides of alpha, or a side has a severe outlier. */
function opinionNotes(
  notes: readonly ComparisonNote[],
  meansP: number | undefined,
  ranks: MannWhitney | undefined,
  a: Float64Array,
  b: Float64Array,
  { confidence = 0.95 }: ComparisonOptions,
): readonly ComparisonNote[] {
  const alpha = 1 - confidence
  const differ =
    meansP !== undefined && ranks !== undefined && isDiscovery(meansP, alpha) !== isDiscovery(ranks.p, alpha)
  if (!differ && !hasSevereOutlier(a) && !hasSevereOutlier(b)) return notes
  return [...notes, 'mean_and_typical_run_disagree']
}

/** Reused arrays by length, one set per side, so that a comparison of many cases doesn't allocate one per case. */
const scratchByLength: Record<'baseline' | 'candidate', Map<number, Float64Array>> = {
  baseline: new Map(),
  candidate: new Map(),
}

/** Longer samples get their own array. */
const longestKept = 1000

/**
 * A sorted copy of one side's runs. The array is reused by the next call for that side, so do not keep it. Throws on
 * a value that is not finite.
 */
function sortedRuns(side: 'baseline' | 'candidate', runs: ArrayLike<number>): Float64Array {
  const n = runs.length
  let scratch = scratchByLength[side].get(n)
  if (scratch === undefined) {
    scratch = new Float64Array(n)
    if (n <= longestKept) scratchByLength[side].set(n, scratch)
  }
  for (let i = 0; i < n; i++) {
    const value = runs[i]
    if (value === undefined || !Number.isFinite(value)) {
      throw new RangeError(`Run ${i} of the ${side} is not a finite number`)
    }
    scratch[i] = value
  }
  return sortAscending(scratch)
}
