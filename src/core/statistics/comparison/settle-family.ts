import { benjaminiHochberg, isDiscovery } from './benjamini-hochberg'
import type { CaseComparison, ComparisonOptions, ComparisonVerdict } from './case-comparison'
import { rankEnds, compareCase } from './compare-case'
import { logPercentEnds } from './compare-moments'
import { hodgesLehmannRatio } from './hodges-lehmann'
import { familyVerdict, type PercentEnds, type Polarity } from './verdict'

/** False discovery rate of a family. */
export const discoveryRate = 0.05

/** A case of a family. */
interface FamilyMember {
  readonly comparison: CaseComparison
  readonly better: Polarity
  /** The runs behind it, for rank-based intervals. */
  readonly runs: { readonly baseline: ArrayLike<number>; readonly candidate: ArrayLike<number> } | undefined
}

/** Verdicts of a family: all cases of one metric. */
interface FamilyVerdicts {
  /** p of each case, adjusted by Benjamini-Hochberg over all cases that have one. */
  readonly adjustedP: readonly (number | undefined)[]
  /** Number of cases with a p: the M of the caption. Missing and untested ones do not count. */
  readonly tested: number
  /** Number of cases with an adjusted p at most the rate. */
  readonly discoveries: number
  /** Level of the intervals behind better and worse, 1 - q R/M with R discoveries, at least one. */
  readonly level: number
  readonly verdicts: readonly ComparisonVerdict[]
  /** The intervals at that level, of discoveries; undefined with too few runs to bound one. */
  readonly selectedIntervals: readonly (PercentEnds | undefined)[]
}

/**
 * Judges all cases of a metric together: p values adjusted by Benjamini & Hochberg (1995), intervals at the level that
 * keeps the false coverage rate of the discoveries (Benjamini & Yekutieli 2005). Cases without a p keep their verdict.
 */
export function settleFamily(
  members: readonly FamilyMember[],
  { marginPercent }: Pick<ComparisonOptions, 'marginPercent'>,
  rate = discoveryRate,
): FamilyVerdicts {
  const adjustedP = benjaminiHochberg(members.map(({ comparison }) => comparison.p))
  const tested = adjustedP.filter((p) => p !== undefined).length
  const discoveries = adjustedP.filter((p) => isDiscovery(p, rate)).length
  const level = 1 - (rate * Math.max(discoveries, 1)) / Math.max(tested, 1)
  const verdicts: ComparisonVerdict[] = []
  const selectedIntervals: (PercentEnds | undefined)[] = []
  for (const [at, member] of members.entries()) {
    const { comparison, better } = member
    const { p, differencePercent, lowPercent, highPercent } = comparison
    if (p === undefined || differencePercent === undefined) {
      verdicts.push(comparison.verdict)
      selectedIntervals.push(undefined)
      continue
    }
    const isSelected = isDiscovery(adjustedP[at], rate)
    const selected = isSelected ? intervalAt(member, level) : undefined
    selectedIntervals.push(selected)
    const interval =
      lowPercent === undefined || highPercent === undefined ? undefined : { lowPercent, highPercent }
    const evidence = {
      isDiscovery: isSelected,
      differencePercent,
      interval,
      familyInterval: () => selected,
    }
    verdicts.push(familyVerdict(evidence, better, marginPercent))
  }
  return { adjustedP, tested, discoveries, level, verdicts, selectedIntervals }
}

/** The interval of a case at a different level; undefined with too few runs to bound one. */
function intervalAt({ comparison: { log }, runs }: FamilyMember, level: number): PercentEnds | undefined {
  if (log !== undefined) return logPercentEnds(log, level)
  const ratio = runs && hodgesLehmannRatio(runs.baseline, runs.candidate, level)
  return ratio && rankEnds(ratio)
}

/** The runs of one case on both sides. */
export interface CasePair {
  readonly baseline: ArrayLike<number>
  readonly candidate: ArrayLike<number>
  /** The i-th runs of both sides belong together: they were measured in turn. */
  readonly paired?: boolean
}

/** The comparison of all cases of one metric. */
interface FamilyComparison extends FamilyVerdicts {
  readonly cases: readonly CaseComparison[]
}

/** Compares the cases of one metric and gives each its verdict among the others. */
export function compareCases(
  pairs: readonly CasePair[],
  options: ComparisonOptions,
  rate = discoveryRate,
): FamilyComparison {
  const cases = pairs.map(({ baseline, candidate, paired }) =>
    compareCase(baseline, candidate, paired === true ? { ...options, paired } : options),
  )
  const members = cases.map((comparison, at) => ({ comparison, runs: pairs[at], better: options.better }))
  const family = settleFamily(members, options, rate)
  return {
    ...family,
    cases: cases.map((comparison, at) => ({
      ...comparison,
      verdict: family.verdicts[at] ?? comparison.verdict,
    })),
  }
}
