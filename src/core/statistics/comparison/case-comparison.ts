import type { Moments } from '../summary/moments'
import type { LogEstimate } from './log-ratio'
import type { SigmaVerdict } from './sigma-rule'
import type { IntervalVerdict, NoVerdict, Polarity } from './verdict'

/** Default: log ratio of means. Sigma: the classic articles. Robust: medians and ranks. Stored with every figure. */
export const statisticsModes = ['default', 'sigma', 'robust'] as const
export type StatisticsMode = (typeof statisticsModes)[number]

export interface ComparisonOptions {
  readonly better: Polarity
  /** Default: `default`. */
  readonly mode?: StatisticsMode
  /** Differences within ± this percentage have no practical importance; 1 by default. */
  readonly marginPercent?: number
  /** 0.95 by default. */
  readonly confidence?: number
  /** The runs were measured in turn and are in that order; default mode then compares them in pairs. */
  readonly paired?: boolean
}

/** What a percent difference estimates; named wherever one is shown. */
export type Estimator = 'ratio_of_means' | 'paired' | 'hodges_lehmann' | 'sigma_rule' | 'printed_difference'

export type ComparisonVerdict = IntervalVerdict | NoVerdict | SigmaVerdict

export type ComparisonNote =
  /** Fewer than five runs on a side. */
  | 'low_n'
  /** The two tests fall on different sides of alpha, or there is a severe outlier: look at the runs. */
  | 'mean_and_typical_run_disagree'
  /** Interleaved comparison was requested but the sides have different numbers of runs, so they were compared as two groups. */
  | 'pairs_incomplete'
  /** The same because a run is not above 0: its pair has no ratio. */
  | 'pairs_without_ratio'

/** Candidate against baseline for one case. Parts that do not exist are undefined, never NaN. */
export interface CaseComparison {
  readonly baseline: Moments | undefined
  readonly candidate: Moments | undefined
  /** m_B - m_A in the unit of the runs. */
  readonly difference: number | undefined
  /** 100 (R - 1) with the ratio R of the estimator. */
  readonly differencePercent: number | undefined
  /** Undefined if there is no percent difference. */
  readonly estimator: Estimator | undefined
  /** The estimate on the log scale; undefined for estimators without one and if nothing varies. */
  readonly log: LogEstimate | undefined
  /** Ends of the 95 % interval of `differencePercent`, never below -100; in sigma mode of the error bar. */
  readonly lowPercent: number | undefined
  readonly highPercent: number | undefined
  /** Two-sided p of the mode's test; undefined in sigma mode, below three runs and where nothing varies. */
  readonly p: number | undefined
  /** p of the second opinion: Mann-Whitney in default mode (from five runs a side), Welch in robust mode. */
  readonly secondP: number | undefined
  /** Hodges-Lehmann difference of typical runs, in percent. */
  readonly typicalPercent: number | undefined
  /** The verdict on its own; `settleFamily` gives the verdict within a family. */
  readonly verdict: ComparisonVerdict
  readonly notes: readonly ComparisonNote[]
}

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
  few_runs_slow: 'few runs hold most slow I/Os',
  too_few_ios: 'too few I/Os',
  not_valid: 'runs not valid',
  drift_in_turns: 'not tested (drift in turns A B A B)',
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
  pairs_without_ratio: 'a value is 0 or less, and its pair has no ratio: compared as two groups',
}

/** The wording of a verdict for readers. */
export function verdictText(verdict: ComparisonVerdict): string {
  return verdicts[verdict]
}

/** The wording of a verdict that was stored, which an earlier version may have had alone. */
export function storedVerdictText(stored: string): string {
  return Object.entries(verdicts).find(([verdict]) => verdict === stored)?.[1] ?? stored.replaceAll('_', ' ')
}

/** The wording of a note on a verdict. */
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

/** What a percent difference estimates, in words. */
export function estimatorText(estimator: Estimator): string {
  return estimators[estimator]
}
