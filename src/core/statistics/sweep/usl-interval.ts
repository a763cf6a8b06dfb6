import { at } from '../at'
import { seededRandom } from '../special/seeded-random'
import { momentsOf } from '../summary/moments'
import type { ScalingPoint, UslFit } from './scaling'

/** The runs at one number of threads. */
interface ScalingRuns {
  readonly threads: number
  readonly values: readonly number[]
}

interface Ends {
  readonly low: number
  readonly high: number
}

/** Intervals of the parameters of a fit. */
interface UslIntervals {
  readonly lambda: Ends
  readonly sigma: Ends
  readonly kappa: Ends
  /** Only if the curve has a peak in at least 95 % of the resamples. */
  readonly peakThreads?: Ends
}

/** Fewer runs at a number of threads say nothing about the scatter there. */
export const leastUslRuns = 3

/**
 * 95 % intervals of the fit's parameters by a parametric bootstrap (Efron & Tibshirani 1993, chapter 6): at each
 * number of threads a mean is drawn from the Student t distribution given by its runs, and `law`, as it was fitted to
 * the means, is fitted to these. Drawing a few runs with replacement would make the intervals too narrow. Undefined if some point has fewer
 * than three runs, there are too few points for a fit, or the runs scatter so widely that more than one draw in twenty
 * has none. The same seed gives the same intervals.
 */
export function uslIntervals(
  points: readonly ScalingRuns[],
  law: (points: readonly ScalingPoint[]) => UslFit | undefined,
  { resamples = 400, seed = 1 }: { readonly resamples?: number; readonly seed?: number } = {},
): UslIntervals | undefined {
  if (points.length === 0 || points.some(({ values }) => values.length < leastUslRuns)) return undefined
  const random = seededRandom(seed)
  const known = points.flatMap(({ threads, values }) => {
    const moments = momentsOf(values)
    return moments?.sd === undefined ? [] : [{ threads, n: moments.n, mean: moments.mean, sd: moments.sd }]
  })
  const fits: UslFit[] = []
  for (let sample = 0; sample < resamples; sample++) {
    const drawn = known.map(({ threads, n, mean, sd }) => ({
      threads,
      throughput: mean + (sd / Math.sqrt(n)) * studentT(n - 1, random),
    }))
    const fit = law(drawn)
    if (fit !== undefined) fits.push(fit)
  }
  if (fits.length < 0.95 * resamples) return undefined
  const peaks = fits.flatMap(({ peakThreads }) => peakThreads ?? [])
  return {
    lambda: endsOf(fits.map(({ lambda }) => lambda)),
    sigma: endsOf(fits.map(({ sigma }) => sigma)),
    kappa: endsOf(fits.map(({ kappa }) => kappa)),
    ...(peaks.length >= 0.95 * fits.length && { peakThreads: endsOf(peaks) }),
  }
}

/** A draw from Student's t distribution. */
function studentT(degrees: number, random: () => number): number {
  let squares = 0
  for (let at = 0; at < degrees; at++) squares += normal(random) ** 2
  return normal(random) / Math.sqrt(squares / degrees)
}

/** A draw from the standard normal distribution (Box & Muller 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function endsOf(values: readonly number[]): Ends {
  const sorted = Float64Array.from(values).sort()
  const last = sorted.length - 1
  return { low: at(sorted, Math.floor(0.025 * last)), high: at(sorted, Math.ceil(0.975 * last)) }
}
