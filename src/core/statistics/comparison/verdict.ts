import type { SigmaVerdict } from './sigma-rule'

/** Which way a metric is good. */
export type Polarity = 'higher' | 'lower'

/** What an interval of a percent difference says against a margin of no practical importance. */
export type IntervalVerdict =
  | 'better'
  | 'worse'
  | 'equivalent'
  | 'better_small_or_uncertain'
  | 'worse_small_or_uncertain'
  | 'inconclusive'

/** Why there is no such verdict. */
export type NoVerdict =
  | 'missing'
  | 'not_tested'
  | 'too_few_runs'
  | 'identical'
  | 'deterministic_difference'
  | 'percent_undefined'
  | 'baseline_too_noisy'
  | 'runs_not_published'

/** The few words that tables and the command line use for a verdict. */
export type VerdictWord =
  | 'better'
  | 'worse'
  | 'equivalent'
  | 'small'
  | 'inconclusive'
  | 'not tested'
  | 'meaningful'
  | 'not meaningful'
  | 'touches zero'

const words: Record<IntervalVerdict | NoVerdict | SigmaVerdict, VerdictWord> = {
  better: 'better',
  worse: 'worse',
  equivalent: 'equivalent',
  better_small_or_uncertain: 'small',
  worse_small_or_uncertain: 'small',
  inconclusive: 'inconclusive',
  baseline_too_noisy: 'inconclusive',
  missing: 'not tested',
  not_tested: 'not tested',
  too_few_runs: 'not tested',
  identical: 'not tested',
  deterministic_difference: 'not tested',
  percent_undefined: 'not tested',
  runs_not_published: 'not tested',
  meaningful: 'meaningful',
  not_meaningful: 'not meaningful',
  touches_zero: 'touches zero',
}

/** The word for a verdict. */
export function verdictWord(verdict: IntervalVerdict | NoVerdict | SigmaVerdict): VerdictWord {
  return words[verdict]
}

/** Margin within which a difference has no practical importance, in percent. */
export const defaultMarginPercent = 1

/**
 * Verdict on the ends (in percent) of an interval of the difference: beyond the margin (strictly) better or worse,
 * inside it equivalent, without zero but reaching the margin small or uncertain, else inconclusive.
 */
export function intervalVerdict(
  lowPercent: number,
  highPercent: number,
  better: Polarity,
  marginPercent = defaultMarginPercent,
): IntervalVerdict {
  const low = better === 'higher' ? lowPercent : -highPercent
  const high = better === 'higher' ? highPercent : -lowPercent
  if (low > marginPercent) return 'better'
  if (high < -marginPercent) return 'worse'
  if (low >= -marginPercent && high <= marginPercent) return 'equivalent'
  if (low > 0) return 'better_small_or_uncertain'
  return high < 0 ? 'worse_small_or_uncertain' : 'inconclusive'
}
