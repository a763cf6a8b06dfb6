import type { ComparisonNote, ComparisonVerdict, Estimator } from './case-comparison'

const verdicts: Record<ComparisonVerdict, string> = {
  better: 'better',
  worse: 'worse',
  equivalent: 'equivalent',
  better_small_or_uncertain: 'better, small or uncertain',
  worse_small_or_uncertain: 'worse, small or uncertain',
  inconclusive: 'inconclusive',
  missing: 'missing',
  not_tested: 'not tested (single run)',
  too_few_runs: 'too few runs',
  too_few_ios: 'too few I/Os',
  identical: 'identical (check timer or copied values)',
  deterministic_difference: 'deterministic difference (check timer or copied values)',
  percent_undefined: 'percent undefined',
  runs_not_published: 'runs were not published',
  meaningful: 'meaningful',
  not_meaningful: 'not meaningful',
  touches_zero: 'touches zero',
}

const notes: Record<ComparisonNote, string> = {
  low_n: 'low n, no second opinion by ranks',
  mean_and_typical_run_disagree: 'mean and typical run disagree: see runs',
  pairs_incomplete: 'not every run has its pair: compared as two groups',
}

/** What a reader is told of a verdict. */
export function verdictText(verdict: ComparisonVerdict): string {
  return verdicts[verdict]
}

/** What a reader is told beside it. */
export function noteText(note: ComparisonNote): string {
  return notes[note]
}

const estimators: Record<Estimator, string> = {
  ratio_of_means: 'ratio of means',
  paired: 'paired',
  hodges_lehmann: 'Hodges-Lehmann',
  sigma_rule: 'sigma rule',
  printed_difference: 'printed difference',
}

/** What a percent difference is an estimate of, in words. */
export function estimatorText(estimator: Estimator): string {
  return estimators[estimator]
}
