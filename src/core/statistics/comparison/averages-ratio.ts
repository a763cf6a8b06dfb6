import { momentsOf } from '../summary/moments'
import { meansRatio, type RatioEnds } from './log-ratio'

/**
 * Ratio of the averages of two samples of positive values, `to` over `from`, with its 95 % interval if both vary: of
 * their means, or of their harmonic means, which is the ratio of the means of the reciprocals the other way round.
 * Undefined if one is empty or its mean is not above 0.
 */
export function averagesRatio(
  from: readonly number[],
  to: readonly number[],
  average: 'mean' | 'harmonic',
): ({ readonly ratio: number } & Partial<RatioEnds>) | undefined {
  const inverse = (values: readonly number[]) => values.map((value) => 1 / value)
  const [a, b] = average === 'harmonic' ? [inverse(to), inverse(from)] : [from, to]
  const [baseline, other] = [momentsOf(a), momentsOf(b)]
  if (!baseline || !other || !(baseline.mean > 0)) return undefined
  return meansRatio(baseline, other) ?? { ratio: other.mean / baseline.mean }
}
