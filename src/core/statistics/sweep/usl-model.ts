import { studentTwoSided } from '../special/distributions'
import { leastCoherency, type ScalingPoint, uslFit, type UslFit, uslThroughput } from './scaling'

/** Why no contention model describes a line: contention or coherency would be below 0, or a straight line does as well. */
type NoModel = 'below-zero' | 'straight-line'

/** The model of a line, or why there is none; neither with too few points for a fit. */
export interface UslModel {
  readonly fit?: UslFit
  /** How it was fitted: with κ, or with κ set to 0. */
  readonly law?: (points: readonly ScalingPoint[]) => UslFit | undefined
  readonly unfit?: NoModel
}

/** An F or t test at this level decides between two nested models. */
const alpha = 0.05

/**
 * The Universal Scalability Law as a description of the points. A coherency κ below 0 would let throughput grow without
 * bound: where κ cannot be told from 0, the law without it is fitted (Amdahl's law), else no contention model fits. Nor
 * does one where contention σ is below 0, or where a straight line does as well: the line through the origin, which is
 * the law without contention, by an F test at 5 %, any other line by its squared error.
 */
export function uslModel(points: readonly ScalingPoint[]): UslModel {
  const whole = uslFit(points)
  if (whole === undefined) return {}
  const origin = lineThroughOrigin(points)
  // A straight line but for rounding: the parameters are noise.
  if (origin <= 1e-12 * sum(points, (p) => p.throughput ** 2)) return { unfit: 'straight-line' }
  const most = points.reduce((largest, { threads }) => Math.max(largest, threads), 1)
  const isNegative = whole.kappa * most * most < -leastCoherency
  const law = isNegative ? withoutCoherency : uslFit
  const fit = isNegative ? withoutCoherency(points) : whole
  const parameters = isNegative ? 2 : 3
  const own = errorOf(points, fit)
  if (isNegative && isWorse(own, errorOf(points, whole), points.length - 3)) return { unfit: 'below-zero' }
  if (fit.sigma < 0) return { unfit: 'below-zero' }
  const df = points.length - parameters
  // With 2 numerator degrees of freedom, p is the ratio of the squared errors to the power of df/2.
  const beatsOrigin =
    parameters === 3 ? (own / origin) ** (df / 2) <= alpha : isWorse(origin, own, points.length - 2)
  return beatsOrigin && own < straightLine(points) ? { fit, law } : { unfit: 'straight-line' }
}

/** Whether leaving out one parameter makes the squared error larger than chance would, by an F test. */
function isWorse(without: number, whole: number, df: number): boolean {
  const t = Math.sqrt(Math.max(0, (without - whole) / (whole / df)))
  return studentTwoSided(t, df) <= alpha
}

/** Least-squares fit of \u03bbN/(1 + \u03c3(N-1)): for each \u03c3 from 0 to 1 the best \u03bb is known, and golden sections find \u03c3. */
function withoutCoherency(points: readonly ScalingPoint[]): UslFit {
  const at = (sigma: number): UslFit => {
    const share = (threads: number) => threads / (1 + sigma * (threads - 1))
    const lambda =
      sum(points, (p) => p.throughput * share(p.threads)) / sum(points, (p) => share(p.threads) ** 2)
    return { lambda, sigma, kappa: 0 }
  }
  const golden = (Math.sqrt(5) - 1) / 2
  let [low, high] = [0, 1]
  for (let step = 0; step < 80; step++) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (errorOf(points, at(left)) <= errorOf(points, at(right))) high = right
    else low = left
  }
  return at((low + high) / 2)
}

function errorOf(points: readonly ScalingPoint[], fit: UslFit): number {
  return sum(points, ({ threads, throughput }) => (throughput - uslThroughput(fit, threads)) ** 2)
}

/** The squared error of the best line through the origin. */
function lineThroughOrigin(points: readonly ScalingPoint[]): number {
  const slope = sum(points, (p) => p.threads * p.throughput) / sum(points, (p) => p.threads ** 2)
  return sum(points, ({ threads, throughput }) => (throughput - slope * threads) ** 2)
}

/** The squared error of the best straight line. */
function straightLine(points: readonly ScalingPoint[]): number {
  const n = points.length
  const [x, y] = [sum(points, (p) => p.threads) / n, sum(points, (p) => p.throughput) / n]
  const slope =
    sum(points, (p) => (p.threads - x) * (p.throughput - y)) / sum(points, (p) => (p.threads - x) ** 2)
  return sum(points, ({ threads, throughput }) => (throughput - y - slope * (threads - x)) ** 2)
}

function sum(points: readonly ScalingPoint[], of: (point: ScalingPoint) => number): number {
  return points.reduce((total, point) => total + of(point), 0)
}
