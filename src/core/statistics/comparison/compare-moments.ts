import type { Moments } from '../summary/moments'
import type {
  CaseComparison,
  ComparisonNote,
  ComparisonOptions,
  ComparisonVerdict,
  Estimator,
} from './case-comparison'
import { isDiscovery } from './benjamini-hochberg'
import { logInterval, logRatioWelch, logTest, type LogEstimate } from './log-ratio'
import { sigmaDifference } from './sigma-rule'
import { familyVerdict, type PercentEnds } from './verdict'

/** Runs per side that a test needs. */
export const leastRuns = 3
/** With fewer runs on a side n is low: rank tests say nothing, and no verdict is settled. */
export const settledRuns = 5

const noNotes: readonly ComparisonNote[] = []
const lowN: readonly ComparisonNote[] = ['low_n']

/**
 * Compares two samples given only as count, mean and deviation, as publications print them. Robust mode needs the
 * runs themselves and reports that.
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

/** The comparison if the numbers allow no test (a side missing, a single run, no spread …); undefined if they do. */
export function comparisonWithoutTest(
  baseline: Moments | undefined,
  candidate: Moments | undefined,
): CaseComparison | undefined {
  if (baseline === undefined || candidate === undefined) return comparisonOf(baseline, candidate, 'missing')
  if (!(baseline.mean > 0 && candidate.mean > 0))
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
    ...comparisonOf(baseline, candidate, sigma.verdict, 'sigma_rule'),
    ...errorBar(sigma.differencePercent, sigma.errorPercent),
  }
}

/** Ends of an error bar of the sigma rule; no loss exceeds 100 %. */
export function errorBar(differencePercent: number, errorPercent: number): PercentEnds {
  return {
    lowPercent: Math.max(-100, differencePercent - errorPercent),
    highPercent: differencePercent + errorPercent,
  }
}

/** Ratio of the means, its test and its verdict on its own, without the second opinion. */
export function compareMeans(
  baseline: Moments,
  candidate: Moments,
  options: ComparisonOptions,
): CaseComparison {
  const estimate = logRatioWelch(baseline, candidate)
  if (estimate === undefined) return comparisonOf(baseline, candidate, 'percent_undefined')
  return {
    ...comparisonOf(baseline, candidate, 'inconclusive'),
    ...judgedByLog(percentOf(baseline, candidate), estimate, baseline, candidate, options),
  }
}

/** Interval, p and verdict of an estimate on the log scale: all from one inference, so the three cannot disagree. */
export function judgedByLog(
  differencePercent: number,
  log: LogEstimate,
  baseline: Moments,
  candidate: Moments,
  { better, marginPercent, confidence = 0.95 }: ComparisonOptions,
): Pick<CaseComparison, 'log' | 'lowPercent' | 'highPercent' | 'p' | 'verdict'> {
  const interval = logPercentEnds(log, confidence)
  const ends = { lowPercent: interval?.lowPercent, highPercent: interval?.highPercent }
  if (baseline.n < leastRuns || candidate.n < leastRuns)
    return { log, ...ends, p: undefined, verdict: 'too_few_runs' }
  const { p } = logTest(log)
  const evidence = {
    isDiscovery: isDiscovery(p, 1 - confidence),
    differencePercent,
    interval,
    familyInterval: () => interval,
  }
  return { log, ...ends, p, verdict: familyVerdict(evidence, better, marginPercent) }
}

/** The interval of an estimate in percent; undefined if an end overflows a number. */
export function logPercentEnds(estimate: LogEstimate, confidence: number): PercentEnds | undefined {
  const ends = logInterval(estimate, confidence)
  return ends && { lowPercent: 100 * (ends.low - 1), highPercent: 100 * (ends.high - 1) }
}

/** The note on few runs, if it applies. */
function lowNotes(baseline: Moments, candidate: Moments): readonly ComparisonNote[] {
  return baseline.n < settledRuns || candidate.n < settledRuns ? lowN : noNotes
}

/** Difference of the means and a verdict, without an interval or a test. */
export function comparisonOf(
  baseline: Moments | undefined,
  candidate: Moments | undefined,
  verdict: ComparisonVerdict,
  estimator: Estimator = 'ratio_of_means',
): CaseComparison {
  const both = baseline !== undefined && candidate !== undefined
  const hasPercent = both && verdict !== 'percent_undefined'
  return {
    baseline,
    candidate,
    difference: both ? candidate.mean - baseline.mean : undefined,
    differencePercent: hasPercent ? percentOf(baseline, candidate) : undefined,
    estimator: hasPercent ? estimator : undefined,
    log: undefined,
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
  // Divided first: 100 times a value of 1e307 overflows.
  return 100 * ((candidate.mean - baseline.mean) / baseline.mean)
}
