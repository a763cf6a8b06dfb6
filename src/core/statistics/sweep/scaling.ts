import { at } from '../at'

/**
 * Mean latency of a closed system by Little's law: requests outstanding over throughput, in seconds. Undefined if
 * throughput is not above 0.
 */
export function littleLatencySeconds(outstanding: number, iops: number): number | undefined {
  return iops > 0 ? outstanding / iops : undefined
}

/** Whether a reported mean latency is so far from Little's law (over 10 %) that readers should know. Same units. */
export function littleDiffers(reported: number, expected: number): boolean {
  return Math.abs(reported - expected) > 0.1 * expected
}

/** Throughput at one number of threads (or queue depth). */
export interface ScalingPoint {
  readonly threads: number
  /** Any rate unit, the same for all points. */
  readonly throughput: number
}

/** X(N)/(N X(1)) of each point in order; undefined for all if N = 1 was not measured. */
export function scalingEfficiency(points: readonly ScalingPoint[]): (number | undefined)[] {
  const single = points.find((point) => point.threads === 1)?.throughput
  return points.map(({ threads, throughput }) =>
    single === undefined || !(single > 0) ? undefined : throughput / (threads * single),
  )
}

/** The smallest N whose throughput is within 5 % of the best; undefined for no points. */
export function scalingKnee(points: readonly ScalingPoint[], within = 0.05): number | undefined {
  const best = points.reduce((most, point) => Math.max(most, point.throughput), -Infinity)
  const near = points.filter((point) => point.throughput >= (1 - within) * best).map((point) => point.threads)
  return near.length === 0 ? undefined : near.reduce((least, one) => Math.min(least, one))
}

/** Where throughput stops growing, and what the intervals of the points leave open. */
export interface Knee {
  /** The smallest N within 5 % of the best; undefined if that is the largest N measured: no saturation was seen. */
  readonly threads: number | undefined
  /** The smallest and largest N that the intervals allow; undefined if a point has none. */
  readonly range: { readonly low: number; readonly high: number } | undefined
}

/**
 * The knee of at least three points; undefined below. An N may be the knee if its upper end is within 5 % of the best
 * lower end; it surely is saturated if its lower end is within 5 % of the best upper end. The range goes from the first
 * N of the one kind to the first of the other, or to the largest N if there is none.
 */
export function kneeOf(
  points: readonly (ScalingPoint & {
    readonly low?: number | undefined
    readonly high?: number | undefined
  })[],
  within = 0.05,
): Knee | undefined {
  if (points.length < 3) return undefined
  const sorted = [...points].sort((a, b) => a.threads - b.threads)
  const last = sorted.at(-1)?.threads ?? NaN
  const knee = scalingKnee(sorted, within)
  const known = sorted.flatMap(({ threads, low, high }) =>
    low === undefined || high === undefined ? [] : [{ threads, low, high }],
  )
  if (known.length < sorted.length) return { threads: knee === last ? undefined : knee, range: undefined }
  const bestLow = known.reduce((most, { low }) => Math.max(most, low), -Infinity)
  const bestHigh = known.reduce((most, { high }) => Math.max(most, high), -Infinity)
  return {
    threads: knee === last ? undefined : knee,
    range: {
      low: known.find(({ high }) => high >= (1 - within) * bestLow)?.threads ?? last,
      high: known.find(({ low }) => low >= (1 - within) * bestHigh)?.threads ?? last,
    },
  }
}

type Three = readonly [number, number, number]
type ThreeByThree = readonly [Three, Three, Three]

/** Solves three linear equations by Cramer's rule on scaled rows; undefined for a singular matrix. */
function solveThree(matrix: ThreeByThree, right: Three): Three | undefined {
  // Normal equations mix magnitudes; scaling rows and columns by the diagonal keeps the determinant meaningful.
  const scale: Three = [rootOf(matrix[0][0]), rootOf(matrix[1][1]), rootOf(matrix[2][2])]
  const scaledRow = (row: Three, i: 0 | 1 | 2): Three => [
    row[0] / (scale[i] * scale[0]),
    row[1] / (scale[i] * scale[1]),
    row[2] / (scale[i] * scale[2]),
  ]
  const m: ThreeByThree = [scaledRow(matrix[0], 0), scaledRow(matrix[1], 1), scaledRow(matrix[2], 2)]
  const r: Three = [right[0] / scale[0], right[1] / scale[1], right[2] / scale[2]]
  const whole = determinant(m)
  if (!(Math.abs(whole) > 1e-14)) return undefined
  const replaced = (column: 0 | 1 | 2): ThreeByThree => {
    const row = (i: 0 | 1 | 2): Three => [
      column === 0 ? r[i] : m[i][0],
      column === 1 ? r[i] : m[i][1],
      column === 2 ? r[i] : m[i][2],
    ]
    return [row(0), row(1), row(2)]
  }
  return [
    determinant(replaced(0)) / whole / scale[0],
    determinant(replaced(1)) / whole / scale[1],
    determinant(replaced(2)) / whole / scale[2],
  ]
}

function determinant([a, b, c]: ThreeByThree): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  )
}

function rootOf(value: number): number {
  return value > 0 ? Math.sqrt(value) : 1
}

/** A fit of the Universal Scalability Law, λN/(1 + σ(N-1) + κN(N-1)). */
export interface UslFit {
  /** Throughput of one thread, in the unit of the points. */
  readonly lambda: number
  /** Contention: the serial share. */
  readonly sigma: number
  /** Coherency: the cost of each pair. */
  readonly kappa: number
  /** N of the highest throughput, √((1-σ)/κ); undefined if the curve keeps rising. */
  readonly peakThreads?: number
  readonly peakThroughput?: number
}

/** A three-parameter curve through fewer points than this says nothing. */
export const leastUslPoints = 6

/** A smaller coherency loss at the largest measured N counts as none. */
export const leastCoherency = 1e-6

/** Throughput that a fit predicts at N threads. */
export function uslThroughput(fit: Pick<UslFit, 'lambda' | 'sigma' | 'kappa'>, threads: number): number {
  return (fit.lambda * threads) / (1 + fit.sigma * (threads - 1) + fit.kappa * threads * (threads - 1))
}

/**
 * Least-squares fit of the law (Gunther, Guerrilla Capacity Planning, 2007) to the throughput itself, by
 * Levenberg-Marquardt from the solution of the linearised problem. Undefined below six points with different N, or if
 * a value is not above 0.
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
  // On a straight line κ is rounding noise of either sign: its loss at the largest N must be visible.
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
