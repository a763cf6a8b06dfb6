import type { CaseComparison, ComparisonOptions } from './case-comparison'
import { compareCase } from './compare-case'
import { discoveryRate, finish, settleFamily, type FamilyVerdicts } from './settle-family'

/** The runs of one case on both sides. */
export interface CasePair {
  readonly baseline: ArrayLike<number>
  readonly candidate: ArrayLike<number>
}

/** The comparison of all cases of one metric. */
export interface FamilyComparison extends FamilyVerdicts {
  readonly cases: readonly CaseComparison[]
}

/** Compares the cases of one metric and gives each its verdict among the others. */
export function compareCases(
  pairs: readonly CasePair[],
  options: ComparisonOptions,
  rate = discoveryRate,
): FamilyComparison {
  const cases = pairs.map(({ baseline, candidate }) => compareCase(baseline, candidate, options))
  const members = cases.map((comparison, at) => ({ comparison, runs: pairs[at], better: options.better }))
  const family = finish(settleFamily(members, options, rate))
  return {
    ...family,
    cases: cases.map((comparison, at) => ({
      ...comparison,
      verdict: family.verdicts[at] ?? comparison.verdict,
    })),
  }
}
