import type { Moments } from '../summary/moments'
import type { CaseComparison, ComparisonNote, ComparisonOptions, ComparisonVerdict } from './case-comparison'
import { fiellerRatio } from './fieller'
import { sigmaDifference } from './sigma-rule'
import { defaultMarginPercent, intervalVerdict } from './verdict'
import { welchT } from './welch-t'

/** Runs a side needs for a test. */
export const leastRuns = 3
/** Below this many runs on a side the reader is told that n is low. */
const lowRuns = 5

const noNotes: readonly ComparisonNote[] = []
const lowN: readonly ComparisonNote[] = ['low_n']

/**
 * Compares two samples of which only count, mean and deviation are known, as print gives them. Robust mode needs the
 * runs themselves and says so.
 */
export function compareMoments(
  baseline: Moments | undefined,
  candidate: Moments | undefined,
  options: ComparisonOptions,
): CaseComparison {
  const settled = comparisonWithoutTest(baseline, candidate)
  if (settled !== undefined) return settled
  if (baseline === undefined || candidate === undefined) throw new Error('A missing side was settled above')
  if (options.mode === 'robust') return comparisonOf(baseline, candidate, 'runs_not_published')
  return options.mode === 'sigma'
    ? compareBySigma(baseline, candidate)
    : compareMeans(baseline, candidate, options)
}

/** The comparison where the numbers allow no test (a side missing, a single run, no spread …); undefined where they do. */
export function comparisonWithoutTest(
  baseline: Moments | undefined,
  candidate: Moments | undefined,
): CaseComparison | undefined {
  if (baseline === undefined || candidate === undefined) return comparisonOf(baseline, candidate, 'missing')
  if (!(baseline.mean > 0) || candidate.mean < 0)
    return comparisonOf(baseline, candidate, 'percent_undefined')
  if (baseline.n < 2 || candidate.n < 2) return comparisonOf(baseline, candidate, 'not_tested')
  if (baseline.sd !== 0 || candidate.sd !== 0) return undefined
  const comparison = comparisonOf(baseline, candidate, 'identical')
  const percent = comparison.differencePercent
  const verdict = percent === 0 ? 'identical' : 'deterministic_difference'
  return { ...comparison, lowPercent: percent, highPercent: percent, verdict }
}

/** Error bar and verdict of the classic articles. */
export function compareBySigma(baseline: Moments, candidate: Moments): CaseComparison {
  const sigma = sigmaDifference(baseline, candidate)
  if (sigma === undefined) return comparisonOf(baseline, candidate, 'percent_undefined')
  return {
    ...comparisonOf(baseline, candidate, sigma.verdict),
    lowPercent: sigma.differencePercent - sigma.errorPercent,
    highPercent: sigma.differencePercent + sigma.errorPercent,
  }
}

/** Fieller's interval, Welch's test and the verdict; without the second opinion. */
export function compareMeans(
  baseline: Moments,
  candidate: Moments,
  { better, marginPercent = defaultMarginPercent, confidence = 0.95 }: ComparisonOptions,
): CaseComparison {
  const interval = fiellerRatio(baseline, candidate, confidence)
  if (interval === undefined) return comparisonOf(baseline, candidate, 'percent_undefined')
  const enough = baseline.n >= leastRuns && candidate.n >= leastRuns
  const lowPercent = interval.low === undefined ? undefined : 100 * (interval.low - 1)
  const highPercent = interval.high === undefined ? undefined : 100 * (interval.high - 1)
  let verdict: ComparisonVerdict = 'baseline_too_noisy'
  if (!enough) verdict = 'too_few_runs'
  else if (lowPercent !== undefined && highPercent !== undefined) {
    verdict = intervalVerdict(lowPercent, highPercent, better, marginPercent)
  }
  return {
    baseline,
    candidate,
    difference: candidate.mean - baseline.mean,
    differencePercent: percentOf(baseline, candidate),
    lowPercent,
    highPercent,
    p: enough ? welchT(baseline, candidate)?.p : undefined,
    secondP: undefined,
    typicalPercent: undefined,
    verdict,
    notes: lowNotes(baseline, candidate),
  }
}

/** The note on few runs, where there is one to give. */
export function lowNotes(baseline: Moments, candidate: Moments): readonly ComparisonNote[] {
  return baseline.n < lowRuns || candidate.n < lowRuns ? lowN : noNotes
}

/** Differences of the means and a verdict, without interval and test. */
export function comparisonOf(
  baseline: Moments | undefined,
  candidate: Moments | undefined,
  verdict: ComparisonVerdict,
): CaseComparison {
  const both = baseline !== undefined && candidate !== undefined
  return {
    baseline,
    candidate,
    difference: both ? candidate.mean - baseline.mean : undefined,
    differencePercent: both && verdict !== 'percent_undefined' ? percentOf(baseline, candidate) : undefined,
    lowPercent: undefined,
    highPercent: undefined,
    p: undefined,
    secondP: undefined,
    typicalPercent: undefined,
    verdict,
    notes: both ? lowNotes(baseline, candidate) : noNotes,
  }
}

function percentOf(baseline: Moments, candidate: Moments): number {
  return (100 * (candidate.mean - baseline.mean)) / baseline.mean
}
