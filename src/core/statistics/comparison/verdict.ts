import type { SigmaVerdict } from './sigma-rule'

/** Which direction of a metric is better. */
export type Polarity = 'higher' | 'lower'

/** What the interval of a percent difference says, given a margin of no practical importance. */
export type IntervalVerdict =
  | 'better'
  | 'worse'
  | 'equivalent'
  | 'better_small_or_uncertain'
  | 'worse_small_or_uncertain'
  | 'inconclusive'

/** Why there is no verdict. */
export type NoVerdict =
  | 'missing'
  | 'not_tested'
  | 'too_few_runs'
  /** A percentile of latency of which all I/Os together say something else than the runs. */
  | 'few_runs_slow'
  /** A percentile for which some run made too few I/Os. */
  | 'too_few_ios'
  /** Runs that are no result of what was asked for, such as those of a drive that never became steady. */
  | 'not_valid'
  /** Measured in turn without changing places, and a drift could make the difference. */
  | 'drift_in_turns'
  | 'identical'
  | 'deterministic_difference'
  | 'percent_undefined'
  | 'runs_not_published'

/** The short wording of a verdict in tables and on the command line. */
type VerdictWord =
  | 'better'
  | 'worse'
  | 'equivalent'
  | 'small'
  | 'inconclusive'
  | 'few runs'
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
  missing: 'not tested',
  not_tested: 'not tested',
  too_few_runs: 'not tested',
  few_runs_slow: 'few runs',
  too_few_ios: 'not tested',
  not_valid: 'not tested',
  drift_in_turns: 'not tested',
  identical: 'not tested',
  deterministic_difference: 'not tested',
  percent_undefined: 'not tested',
  runs_not_published: 'not tested',
  meaningful: 'meaningful',
  not_meaningful: 'not meaningful',
  touches_zero: 'touches zero',
}

/** The short wording of one verdict. */
export function verdictWord(verdict: IntervalVerdict | NoVerdict | SigmaVerdict): VerdictWord {
  return words[verdict]
}

/** Margin within which a difference has no practical importance, in percent. */
export const defaultMarginPercent = 1

/** The basis of the verdict on a case of a family; ends are percent differences. */
interface FamilyEvidence {
  /** Whether the adjusted p is at most q. */
  readonly isDiscovery: boolean
  /** 100 (R - 1), for the side of a small difference. */
  readonly differencePercent: number
  /** The 95 % interval; undefined with too few runs to bound one. */
  readonly interval: PercentEnds | undefined
  /** The interval at the family's level (false coverage rate); used only for discoveries. */
  readonly familyInterval: () => PercentEnds | undefined
}

export interface PercentEnds {
  readonly lowPercent: number
  readonly highPercent: number
}

/**
 * Verdict on a case of a family: better and worse need both the adjusted p and the interval at the family's level
 * beyond the margin; equivalent needs the 95 % interval within the margin; a discovery that reaches the margin is
 * small or uncertain; anything else is inconclusive.
 */
export function familyVerdict(
  { isDiscovery, differencePercent, interval, familyInterval }: FamilyEvidence,
  better: Polarity,
  marginPercent = defaultMarginPercent,
): IntervalVerdict {
  const wide = isDiscovery ? familyInterval() : undefined
  if (wide !== undefined && wide.lowPercent > marginPercent) return better === 'higher' ? 'better' : 'worse'
  if (wide !== undefined && wide.highPercent < -marginPercent) return better === 'higher' ? 'worse' : 'better'
  if (
    interval !== undefined &&
    interval.lowPercent >= -marginPercent &&
    interval.highPercent <= marginPercent
  )
    return 'equivalent'
  if (!isDiscovery) return 'inconclusive'
  return differencePercent > 0 === (better === 'higher')
    ? 'better_small_or_uncertain'
    : 'worse_small_or_uncertain'
}
