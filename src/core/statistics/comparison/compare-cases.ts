import { benjaminiHochberg } from './benjamini-hochberg'
import type { CaseComparison, ComparisonOptions } from './case-comparison'
import { compareCase } from './compare-case'
import { geometricMean } from './geometric-mean'

/** The runs of one case on both sides. */
export interface CasePair {
  readonly baseline: ArrayLike<number>
  readonly candidate: ArrayLike<number>
}

/** The comparison of all cells of one family of figures. */
export interface FamilyComparison {
  readonly cases: readonly CaseComparison[]
  /** p of each case after Benjamini-Hochberg over all cases that have one. */
  readonly adjustedP: readonly (number | undefined)[]
  /** Number of cases that have a p: the M of the caption. */
  readonly tested: number
  /** Geometric mean of the ratios in percent; undefined where a ratio is not above 0 or there is none. */
  readonly summaryPercent: number | undefined
}

/** Compares many cases and adjusts their p values together. A marker is filled where the adjusted p is at most 0.05. */
export function compareCases(pairs: readonly CasePair[], options: ComparisonOptions): FamilyComparison {
  const cases = pairs.map(({ baseline, candidate }) => compareCase(baseline, candidate, options))
  return adjustFamily(cases)
}

/** The same for comparisons that exist already, e.g. of published summaries. */
export function adjustFamily(cases: readonly CaseComparison[]): FamilyComparison {
  const adjustedP = benjaminiHochberg(cases.map((comparison) => comparison.p))
  const ratios: number[] = []
  let tested = 0
  for (const { differencePercent, p } of cases) {
    if (differencePercent !== undefined) ratios.push(1 + differencePercent / 100)
    if (p !== undefined) tested++
  }
  const ratio = geometricMean(ratios)
  return { cases, adjustedP, tested, summaryPercent: ratio === undefined ? undefined : 100 * (ratio - 1) }
}
