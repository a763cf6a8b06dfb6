import type { Moments } from '../summary/moments'
import type { LogEstimate } from './log-ratio'
import type { SigmaVerdict } from './sigma-rule'
import type { IntervalVerdict, NoVerdict, Polarity } from './verdict'

/** Default: log ratio of means. Sigma: the classic articles. Robust: medians and ranks. Stored with every figure. */
export type StatisticsMode = 'default' | 'sigma' | 'robust'

export interface ComparisonOptions {
  readonly better: Polarity
  /** `default` unless told. */
  readonly mode?: StatisticsMode
  /** A difference within ± this many percent has no practical importance; 1 unless told. */
  readonly marginPercent?: number
  /** 0.95 unless told. */
  readonly confidence?: number
  /** The runs were interleaved (A B A B …) and are in that order: default mode then compares pair by pair. */
  readonly paired?: boolean
}

/** What a percent difference is an estimate of; named wherever one is shown. */
export type Estimator = 'ratio_of_means' | 'paired' | 'hodges_lehmann' | 'sigma_rule' | 'printed_difference'

export type ComparisonVerdict = IntervalVerdict | NoVerdict | SigmaVerdict

export type ComparisonNote =
  /** Fewer than five runs on a side. */
  | 'low_n'
  /** The two tests fall on different sides of alpha, or a severe outlier is present: see the runs. */
  | 'mean_and_typical_run_disagree'
  /** Interleaved runs were asked for but the sides differ in number, so they were compared as two groups. */
  | 'pairs_incomplete'

/** Candidate against baseline for one case. A part that does not exist is undefined; nothing is ever NaN. */
export interface CaseComparison {
  readonly baseline: Moments | undefined
  readonly candidate: Moments | undefined
  /** m_B - m_A in the unit of the runs. */
  readonly difference: number | undefined
  /** 100 (R - 1) with the ratio R of the estimator. */
  readonly differencePercent: number | undefined
  /** Undefined where there is no percent difference. */
  readonly estimator: Estimator | undefined
  /** The estimate on the log scale; undefined for estimators that have none and where nothing varies. */
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
  /** As the only case of its family; `settleFamily` gives the verdict among others. */
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
  too_few_ios: 'too few I/Os',
  not_steady: 'not steady',
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
