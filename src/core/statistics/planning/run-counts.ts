import { studentCritical, noncentralTCdf, normalQuantile, studentQuantile } from '../special/distributions'
import { mean, sampleVariance } from '../summary/moments'

/**
 * The smallest whole number in [least, most] for which `fits` holds; undefined if none. `fits` must be monotone; a good
 * `guess` saves most of its calls.
 */
export function smallestNumber(
  least: number,
  most: number,
  fits: (n: number) => boolean,
  guess = least,
): number | undefined {
  let high = Math.min(most, Math.max(least, Math.ceil(guess)))
  let low = least - 1
  // Growing steps away from the guess until the answer is between `low` and `high`.
  if (fits(high)) {
    for (let step = 1; high > least; step *= 2) {
      const next = Math.max(least, high - step)
      if (!fits(next)) {
        low = next
        break
      }
      high = next
    }
  } else {
    let step = 1
    do {
      if (high >= most) return undefined
      low = high
      high = Math.min(most, high + step)
      step *= 2
    } while (!fits(high))
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high
}

/** What a two-sided t test compares: n runs a side, or the ratios of n interleaved pairs of runs. */
export type TestDesign = 'samples' | 'pairs'

/**
 * Chance that the test finds an effect, which is a difference divided by the spread of the runs or of the ratios (exact,
 * noncentral t; Cohen 1988).
 */
export function testPower(design: TestDesign, n: number, effect: number, alpha: number): number {
  const df = design === 'pairs' ? n - 1 : 2 * n - 2
  const delta = effect * deltaPerEffect(design, n)
  const critical = studentQuantile(1 - alpha / 2, df)
  return noncentralTCdf(-critical, df, delta) + noncentralTCdf(-critical, df, -delta)
}

function deltaPerEffect(design: TestDesign, n: number): number {
  return Math.sqrt(design === 'pairs' ? n : n / 2)
}

/**
 * Smallest numbers of runs with one power at one level, for many effects. The power grows with the effect, so what n runs
 * find or miss is known for most effects from the effects before.
 */
export class RunsForPower {
  /** By number of runs: the smallest effect known to be found, and the largest known to be missed. */
  readonly #known = new Map<number, { found: number; missed: number }>()
  /** Sum of the normal quantiles of level and power. */
  readonly #z: number

  /** At least two runs. */
  constructor(
    private readonly test: {
      readonly design: TestDesign
      readonly alpha: number
      readonly power: number
      readonly least: number
      readonly most: number
    },
  ) {
    this.#z = normalQuantile(1 - test.alpha / 2) + normalQuantile(test.power)
  }

  /** Undefined if more than `most` runs would be needed. */
  runs(effect: number): number | undefined {
    const { design, least, most } = this.test
    // The normal approximation is rarely off by more than three.
    const guess = (this.#z / (effect * deltaPerEffect(design, 1))) ** 2
    return smallestNumber(least, most, (n) => this.#finds(n, effect), guess)
  }

  #finds(n: number, effect: number): boolean {
    const { design, alpha, power } = this.test
    let known = this.#known.get(n)
    if (known === undefined) this.#known.set(n, (known = { found: Infinity, missed: 0 }))
    if (effect >= known.found) return true
    if (effect <= known.missed) return false
    const isFound = testPower(design, n, effect, alpha) >= power
    known[isFound ? 'found' : 'missed'] = effect
    return isFound
  }
}

/** Runs inside groups (reformats, reboots): how much each level varies and how many runs a group should have. */
interface TwoLevel {
  readonly mean: number
  /** Mean of the variances inside the groups. */
  readonly varianceWithin: number
  /** Variance of the group means, the basis of the interval. */
  readonly varianceOfGroupMeans: number
  /** Variance of the groups without the runs' noise; not above 0 if the groups don't differ detectably. */
  readonly varianceBetween: number
  /** Half of the interval of the mean; only the groups are independent. */
  readonly halfWidth: number
  /** Optimal runs per group before rounding up; undefined if groups do not differ or no costs were given. */
  readonly optimalRuns?: number
}

interface LevelCosts {
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
  // For groups of unequal size the harmonic mean counts, because the noise of each group's mean is proportional to
  // 1/size.
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
