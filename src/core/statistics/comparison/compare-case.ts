import { momentsOf, type Moments } from '../summary/moments'
import { hasSevereOutlier } from '../summary/tukey-fences'
import type { CaseComparison, ComparisonNote, ComparisonOptions, ComparisonVerdict } from './case-comparison'
import {
  compareBySigma,
  compareMeans,
  comparisonOf,
  comparisonWithoutTest,
  leastRuns,
  lowNotes,
} from './compare-moments'
import { hodgesLehmannRatio, hodgesLehmannRatioOfSorted } from './hodges-lehmann'
import { pairedLogRatio, type PairedLogRatio } from './log-ratio'
import { mannWhitneyOfSorted, type MannWhitney } from './mann-whitney'
import { smallestMannWhitneyP } from './mann-whitney-null'
import { sortedRuns } from './run-scratch'
import { defaultMarginPercent, intervalVerdict } from './verdict'
import { welchT } from './welch-t'

/**
 * Compares the runs of one case, candidate against baseline, in the unit of the runs. Throws on a run that is not
 * finite; every other difficulty is a verdict or a note.
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
  if (baseline.n < leastRuns || candidate.n < leastRuns) return means
  const ranks = mannWhitneyOfSorted(a, b)
  const ratio = hodgesLehmannRatioOfSorted(a, b)
  const notes = opinionNotes(means.notes, means.p, ranks, a, b, options)
  return {
    baseline,
    candidate,
    difference: means.difference,
    differencePercent: means.differencePercent,
    lowPercent: means.lowPercent,
    highPercent: means.highPercent,
    p: means.p,
    secondP: ranks?.p,
    typicalPercent: ratio === undefined ? undefined : 100 * (ratio - 1),
    verdict: means.verdict,
    notes: options.paired === true ? [...notes, 'pairs_incomplete'] : notes,
  }
}

/** Interleaved runs, pair by pair; undefined where there is no pair for each run or no ratio. */
function comparePairs(
  baselineRuns: ArrayLike<number>,
  candidateRuns: ArrayLike<number>,
  baseline: Moments,
  candidate: Moments,
  { better, marginPercent = defaultMarginPercent, confidence = 0.95 }: ComparisonOptions,
): CaseComparison | undefined {
  if (baseline.n !== candidate.n) return undefined
  const pairs = pairedLogRatio(baselineRuns, candidateRuns, confidence)
  if (pairs === undefined) return undefined
  const enough = baseline.n >= leastRuns && pairs.p !== undefined
  const lowPercent = 100 * (pairs.low - 1)
  const highPercent = 100 * (pairs.high - 1)
  return {
    ...comparisonOf(
      baseline,
      candidate,
      pairsVerdict(pairs, () => intervalVerdict(lowPercent, highPercent, better, marginPercent)),
    ),
    differencePercent: 100 * Math.expm1(pairs.logRatio),
    lowPercent,
    highPercent,
    p: enough ? pairs.p : undefined,
  }
}

/** Too few pairs and pairs that all have the very same ratio are not tested. */
function pairsVerdict(pairs: PairedLogRatio, tested: () => ComparisonVerdict): ComparisonVerdict {
  if (pairs.n < leastRuns) return 'too_few_runs'
  if (pairs.p !== undefined) return tested()
  return pairs.logRatio === 0 ? 'identical' : 'deterministic_difference'
}

/** Typical runs: Hodges-Lehmann ratio with its interval and the Mann-Whitney test. */
function compareRanks(
  a: Float64Array,
  b: Float64Array,
  baseline: Moments,
  candidate: Moments,
  { better, marginPercent = defaultMarginPercent, confidence = 0.95 }: ComparisonOptions,
): CaseComparison {
  const ratio = hodgesLehmannRatio(a, b, confidence)
  if (ratio === undefined) return comparisonOf(baseline, candidate, 'percent_undefined')
  const enough = baseline.n >= leastRuns && candidate.n >= leastRuns
  const typicalPercent = 100 * (ratio.ratio - 1)
  const lowPercent = ratio.low === undefined ? undefined : 100 * (ratio.low - 1)
  const highPercent = ratio.high === undefined ? undefined : 100 * (ratio.high - 1)
  let verdict: ComparisonVerdict = 'inconclusive'
  if (!enough) verdict = 'too_few_runs'
  else if (lowPercent !== undefined && highPercent !== undefined) {
    verdict = intervalVerdict(lowPercent, highPercent, better, marginPercent)
  }
  return {
    ...comparisonOf(baseline, candidate, verdict),
    differencePercent: typicalPercent,
    lowPercent,
    highPercent,
    p: enough ? mannWhitneyOfSorted(a, b)?.p : undefined,
    secondP: enough ? welchT(baseline, candidate)?.p : undefined,
    typicalPercent,
    notes: lowNotes(baseline, candidate),
  }
}

/**
 * Adds the note that mean and typical run disagree: the tests fall on different sides of alpha (where the sizes let
 * Mann-Whitney reach it at all), or a side holds a severe outlier.
 */
function opinionNotes(
  notes: readonly ComparisonNote[],
  welchP: number | undefined,
  ranks: MannWhitney | undefined,
  a: Float64Array,
  b: Float64Array,
  { confidence = 0.95 }: ComparisonOptions,
): readonly ComparisonNote[] {
  const alpha = 1 - confidence
  const differ =
    welchP !== undefined &&
    ranks !== undefined &&
    welchP <= alpha !== ranks.p <= alpha &&
    smallestMannWhitneyP(a.length, b.length) <= alpha
  if (!differ && !hasSevereOutlier(a) && !hasSevereOutlier(b)) return notes
  return [...notes, 'mean_and_typical_run_disagree']
}
