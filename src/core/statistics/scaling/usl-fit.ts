import { at } from '../at'
import type { ScalingPoint } from './scaling-efficiency'
import { solveThree, type Three, type ThreeByThree } from './solve-three'

/** A fit of the Universal Scalability Law, λN/(1 + σ(N-1) + κN(N-1)). */
export interface UslFit {
  /** Throughput of one thread, in the unit of the points. */
  readonly lambda: number
  /** Contention: the serial share. */
  readonly sigma: number
  /** Coherency: the cost of each pair. */
  readonly kappa: number
  /** N of the highest throughput, √((1-σ)/κ); undefined where the curve keeps rising. */
  readonly peakThreads?: number
  readonly peakThroughput?: number
}

/** A curve of three parameters through fewer points than this says nothing. */
export const leastUslPoints = 6

/** A coherency loss at the largest measured N below this is none. */
const leastCoherency = 1e-6

/** Throughput that a fit predicts at N threads. */
export function uslThroughput(fit: Pick<UslFit, 'lambda' | 'sigma' | 'kappa'>, threads: number): number {
  return (fit.lambda * threads) / (1 + fit.sigma * (threads - 1) + fit.kappa * threads * (threads - 1))
}

/**
 * Least-squares fit of the law (Gunther, Guerrilla Capacity Planning, 2007) to the throughput itself, by
 * Levenberg-Marquardt from the solution of the linearised problem. Undefined below six points with different N, or
 * where a value is not above 0.
 */
export function uslFit(points: readonly ScalingPoint[]): UslFit | undefined {
  const distinct = new Set(points.map((point) => point.threads)).size
  if (distinct < leastUslPoints) return undefined
  if (!points.every((point) => point.threads > 0 && point.throughput > 0)) return undefined
  const scale = points.reduce((most, point) => Math.max(most, point.throughput), -Infinity)
  const scaled = points.map(({ threads, throughput }) => ({ threads, throughput: throughput / scale }))
  const start = linearised(scaled)
  if (start === undefined) return undefined
  const [lambda, sigma, kappa] = refine(scaled, start)
  const fit = { lambda: lambda * scale, sigma, kappa }
  const square = (1 - sigma) / kappa
  const most = points.reduce((largest, { threads }) => Math.max(largest, threads), 1)
  // On a straight line κ is rounding noise of either sign: what it takes at the largest N must be visible.
  if (!(kappa * most * most > leastCoherency && square > 0)) return fit
  const peakThreads = Math.sqrt(square)
  return { ...fit, peakThreads, peakThroughput: uslThroughput(fit, peakThreads) }
}

/** N/X = 1/λ + σ/λ (N-1) + κ/λ N(N-1), weighted by X⁴/N² so that it minimises nearly the same errors. */
function linearised(points: readonly ScalingPoint[]): Three | undefined {
  const normal = emptyNormal()
  for (const { threads: n, throughput: x } of points) {
    const weight = (x * x) / n
    addRow(normal, [weight, weight * (n - 1), weight * n * (n - 1)], (weight * n) / x)
  }
  const solution = solveThree(normal.matrix, normal.right)
  if (solution === undefined || !(solution[0] > 0)) return undefined
  return [1 / solution[0], solution[1] / solution[0], solution[2] / solution[0]]
}

function refine(points: readonly ScalingPoint[], start: Three): Three {
  let current = start
  let error = squaredError(points, current)
  let damping = 1e-3
  for (let step = 0; step < 500 && damping < 1e12; step++) {
    const next = dampedStep(points, current, damping)
    const nextError = next === undefined ? Infinity : squaredError(points, next)
    if (next !== undefined && nextError <= error) {
      const moved = next.some((value, i) => Math.abs(value - at(current, i)) > 1e-14 * Math.abs(value))
      current = next
      error = nextError
      if (!moved) break
      damping = Math.max(1e-15, damping / 10)
    } else {
      damping *= 10
    }
  }
  return current
}

function dampedStep(
  points: readonly ScalingPoint[],
  [lambda, sigma, kappa]: Three,
  damping: number,
): Three | undefined {
  const normal = emptyNormal()
  for (const { threads: n, throughput } of points) {
    const below = 1 + sigma * (n - 1) + kappa * n * (n - 1)
    const predicted = (lambda * n) / below
    addRow(
      normal,
      [n / below, (-predicted * (n - 1)) / below, (-predicted * n * (n - 1)) / below],
      throughput - predicted,
    )
  }
  const [a, b, c] = normal.matrix
  const matrix: ThreeByThree = [
    [a[0] * (1 + damping), a[1], a[2]],
    [b[0], b[1] * (1 + damping), b[2]],
    [c[0], c[1], c[2] * (1 + damping)],
  ]
  const step = solveThree(matrix, normal.right)
  return step && [lambda + step[0], sigma + step[1], kappa + step[2]]
}

function squaredError(points: readonly ScalingPoint[], [lambda, sigma, kappa]: Three): number {
  let sum = 0
  for (const { threads, throughput } of points) {
    const predicted = uslThroughput({ lambda, sigma, kappa }, threads)
    if (!(predicted > 0)) return Infinity
    sum += (throughput - predicted) ** 2
  }
  return sum
}

interface NormalEquations {
  readonly matrix: [[number, number, number], [number, number, number], [number, number, number]]
  readonly right: [number, number, number]
}

function emptyNormal(): NormalEquations {
  return {
    matrix: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ],
    right: [0, 0, 0],
  }
}

function addRow({ matrix, right }: NormalEquations, row: Three, value: number): void {
  row.forEach((factor, i) => {
    const line = matrix[i]
    if (line === undefined) return
    line[0] += factor * row[0]
    line[1] += factor * row[1]
    line[2] += factor * row[2]
    right[i] = at(right, i) + factor * value
  })
}
