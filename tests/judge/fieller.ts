import { satterthwaite } from '../../src/core/statistics/comparison/welch'
import { studentCritical } from '../../src/core/statistics/special/distributions'
import { type Moments, meanVariance } from '../../src/core/statistics/summary/moments'

/** Ratio candidate/baseline of two means with its interval. */
export interface RatioInterval {
  readonly ratio: number
  /** Welch-Satterthwaite degrees of freedom at the estimated ratio. */
  readonly df: number
  /** Critical value. */
  readonly t: number
  /** Share of the squared baseline mean taken up by its own uncertainty; at 1 and above there is no interval. */
  readonly g: number
  /** True if the baseline is too noisy for a ratio; there are no ends then. */
  readonly unbounded: boolean
  readonly low?: number
  readonly high?: number
}

/**
 * Fieller's interval of a ratio of means (Fieller 1954) with Welch-Satterthwaite degrees of freedom: [R ∓ (t/m_A)
 * √(v_B (1-g) + R² v_A)] / (1-g) with g = t² v_A/m_A². Undefined with a single run on either side, if neither side
 * varies, and if the baseline mean is not above 0 or the candidate's is negative.
 */
export function fiellerRatio(
  baseline: Moments,
  candidate: Moments,
  confidence = 0.95,
): RatioInterval | undefined {
  const a = meanVariance(baseline)
  const b = meanVariance(candidate)
  if (a === undefined || b === undefined || a + b === 0) return undefined
  if (!(baseline.mean > 0) || candidate.mean < 0) return undefined
  const ratio = candidate.mean / baseline.mean
  const scaled = ratio * ratio * a
  // A candidate that is always 0: only the baseline varies.
  const df = b + scaled === 0 ? baseline.n - 1 : satterthwaite(b, candidate.n - 1, scaled, baseline.n - 1)
  const t = studentCritical(confidence, df)
  const g = t * t * (a / baseline.mean / baseline.mean)
  if (g >= 1) return { ratio, df, t, g, unbounded: true }
  const half = (t / baseline.mean) * Math.sqrt(b * (1 - g) + scaled)
  return {
    ratio,
    df,
    t,
    g,
    unbounded: false,
    low: (ratio - half) / (1 - g),
    high: (ratio + half) / (1 - g),
  }
}
