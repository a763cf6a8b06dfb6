import type { TTest } from '../../src/core/statistics/comparison/welch'
import { fiellerRatio, type RatioInterval } from './fieller'
import { hodgesLehmannRatio } from '../../src/core/statistics/comparison/hodges-lehmann'
import { mannWhitney } from '../../src/core/statistics/comparison/mann-whitney'
import type { SigmaDifference } from '../../src/core/statistics/comparison/sigma-rule'
import type { Moments } from '../../src/core/statistics/summary/moments'
import type { JudgeObject, JudgeValue } from './cases'

/** A number, or null if absent. */
export function orNull(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value
}

/** Both ends, or null if one is absent. */
export function endsOf(low: number | undefined, high: number | undefined): readonly number[] | null {
  return low === undefined || high === undefined ? null : [low, high]
}

/** 100 (R - 1), absent for an absent ratio. */
export function percentOfRatio(ratio: number | undefined): number | undefined {
  return ratio === undefined ? undefined : 100 * (ratio - 1)
}

export function testShape(test: TTest | undefined): JudgeValue {
  return test === undefined ? null : { t: test.t, df: test.df, p: test.p }
}

/** Fieller's interval as cases show it; nulls if it doesn't exist. */
export function fiellerShape(baseline: Moments, candidate: Moments, confidence: number): JudgeObject {
  const interval: RatioInterval | undefined = fiellerRatio(baseline, candidate, confidence)
  const defined = baseline.mean > 0 && candidate.mean >= 0
  const ratio = interval?.ratio ?? (defined ? candidate.mean / baseline.mean : undefined)
  // Runs without variation: the interval is the ratio itself, with no distribution behind it.
  const exact = baseline.sd === 0 && candidate.sd === 0
  const [low, high] = exact ? [ratio, ratio] : [interval?.low, interval?.high]
  return {
    ratio: orNull(ratio),
    df: orNull(interval?.df),
    t: orNull(interval?.t),
    g: exact && defined ? 0 : orNull(interval?.g),
    unbounded: interval?.unbounded ?? false,
    ci_ratio: endsOf(low, high),
    diff_pct: orNull(percentOfRatio(ratio)),
    ci_pct: endsOf(percentOfRatio(low), percentOfRatio(high)),
  }
}

export function mannWhitneyShape(baseline: readonly number[], candidate: readonly number[]): JudgeValue {
  const test = mannWhitney(baseline, candidate)
  if (test === undefined) return null
  return {
    U_new: test.u,
    p: test.p,
    variant: test.variant,
    hodges_lehmann_ratio_pct: orNull(percentOfRatio(hodgesLehmannRatio(baseline, candidate)?.ratio)),
    cliffs_delta: test.cliffsDelta,
  }
}

export function isMeaningful(sigma: SigmaDifference | undefined): boolean | null {
  return sigma === undefined ? null : sigma.verdict === 'meaningful'
}
