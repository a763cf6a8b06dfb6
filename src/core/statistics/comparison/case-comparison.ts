import type { Moments } from '../summary/moments'
import type { SigmaVerdict } from './sigma-rule'
import type { IntervalVerdict, NoVerdict, Polarity } from './verdict'

/** Default: means, Fieller, Welch. Sigma: the classic articles. Robust: medians and ranks. Stored with every figure. */
export type StatisticsMode = 'default' | 'sigma' | 'robust'

export interface ComparisonOptions {
  readonly better: Polarity
  /** `default` unless told. */
  readonly mode?: StatisticsMode
  /** A difference within ± this many percent has no practical importance; 1 unless told. */
  readonly marginPercent?: number
  /** 0.95 unless told. */
  readonly confidence?: number
  /** The runs were interleaved (A B A B …) and stand in that order: default mode then compares pair by pair. */
  readonly paired?: boolean
}

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
  /** 100 (R - 1) with the ratio R of the mode. */
  readonly differencePercent: number | undefined
  /** Ends of the interval of `differencePercent`; in sigma mode of the error bar. */
  readonly lowPercent: number | undefined
  readonly highPercent: number | undefined
  /** Two-sided p of the mode's test; undefined in sigma mode, below three runs and where nothing varies. */
  readonly p: number | undefined
  /** p of the second opinion: Mann-Whitney in default mode, Welch in robust mode. */
  readonly secondP: number | undefined
  /** Hodges-Lehmann difference of typical runs, in percent. */
  readonly typicalPercent: number | undefined
  readonly verdict: ComparisonVerdict
  readonly notes: readonly ComparisonNote[]
}
