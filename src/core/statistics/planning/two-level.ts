import { studentCritical } from '../special/student-t'
import { mean, sampleVariance } from '../summary/mean'

/** Runs inside groups (reformats, reboots): how much each level varies and how many runs a group deserves. */
export interface TwoLevel {
  readonly mean: number
  /** Mean of the variances inside the groups. */
  readonly varianceWithin: number
  /** Variance of the group means: what the interval rests on. */
  readonly varianceOfGroupMeans: number
  /** Variance of the groups alone, freed of the runs' noise; not above 0 where groups don't differ detectably. */
  readonly varianceBetween: number
  /** Half of the interval of the mean; only the groups are independent. */
  readonly halfWidth: number
  /** Optimal runs per group before rounding up; undefined where groups do not differ or no costs were given. */
  readonly optimalRuns?: number
}

export interface LevelCosts {
  /** Cost of starting a group (reformat, reboot), in any unit, e.g. seconds. */
  readonly perGroup: number
  /** Cost of one more run in a group, in the same unit. */
  readonly perRun: number
}

/**
 * Two-level design (Kalibera & Jones, "Rigorous benchmarking in reasonable time", 2013): S₁², S₂², T₂² = S₂² - S₁²/r and
 * the optimal runs per group √(c₂/c₁ · S₁²/T₂²). Undefined below two groups or with a group of a single run.
 */
export function twoLevel(
  groups: readonly (readonly number[])[],
  costs?: LevelCosts,
  confidence = 0.95,
): TwoLevel | undefined {
  const variances = groups.map((group) => sampleVariance(group))
  const means = groups.map((group) => mean(group)).filter((value) => value !== undefined)
  const within = variances.filter((value) => value !== undefined)
  if (within.length !== groups.length || groups.length < 2) return undefined
  const varianceWithin = mean(within)
  const varianceOfGroupMeans = sampleVariance(means)
  const total = mean(means)
  if (varianceWithin === undefined || varianceOfGroupMeans === undefined || total === undefined)
    return undefined
  // Groups of unequal size count by their harmonic mean, as the noise of each group's mean goes with 1/size.
  const inverseSize = mean(groups.map((group) => 1 / group.length)) ?? 1
  const varianceBetween = varianceOfGroupMeans - varianceWithin * inverseSize
  const halfWidth =
    studentCritical(confidence, groups.length - 1) * Math.sqrt(varianceOfGroupMeans / groups.length)
  const optimalRuns =
    costs !== undefined && varianceBetween > 0
      ? Math.sqrt(((costs.perGroup / costs.perRun) * varianceWithin) / varianceBetween)
      : undefined
  return { mean: total, varianceWithin, varianceOfGroupMeans, varianceBetween, halfWidth, optimalRuns }
}
