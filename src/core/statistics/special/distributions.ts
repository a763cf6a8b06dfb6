import { upperRegularizedGamma, logBeta, regularizedBeta, logGamma } from './gamma-beta'

const inverseRootTwoPi = 0.3989422804014327

/** P(Z > z) of the standard normal, relative error about 1e-15 in the tail: ½ erfc(z/√2) = ½ Q(½, z²/2). */
export function normalUpperTail(z: number): number {
  const tail = 0.5 * upperRegularizedGamma(0.5, 0.5 * z * z)
  return z >= 0 ? tail : 1 - tail
}

/** P(Z ≤ z) of the standard normal. */
export function normalCdf(z: number): number {
  return normalUpperTail(-z)
}

/** The z with P(Z ≤ z) = p, 0 < p < 1: Abramowitz & Stegun 26.2.23, then Halley steps to full precision. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`A normal quantile needs 0 < p < 1, got ${p}`)
  if (p > 0.5) return -normalQuantile(1 - p)
  const r = Math.sqrt(-2 * Math.log(p))
  let z =
    r - (2.515517 + r * (0.802853 + r * 0.010328)) / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308)))
  for (let step = 0; step < 4; step++) {
    const delta = (normalUpperTail(z) - p) / (inverseRootTwoPi * Math.exp(-0.5 * z * z))
    z += delta * (1 + 0.5 * z * delta)
  }
  return p === 0.5 ? 0 : -z
}

/** From this value on, the normal approximation below is exact to double precision, and the incomplete beta loses digits. */
const manyDf = 1e5

/** P(|T| > |t|) for Student's t with ν > 0 degrees of freedom (not only whole ones): I_{ν/(ν+t²)}(ν/2, ½). */
export function studentTwoSided(t: number, df: number): number {
  checkDf(df)
  const square = t * t
  if (square === Infinity) return 0
  if (df >= manyDf) return 2 * normalUpperTail(normalEquivalent(square, df))
  const total = df + square
  return regularizedBeta(df / total, square / total, df / 2, 0.5)
}

/** The z with the same tail as t for many degrees of freedom (Hill, CACM algorithm 395, 1970); takes t². */
function normalEquivalent(square: number, df: number): number {
  if (df === Infinity) return Math.sqrt(square)
  const a = df - 0.5
  const b = 48 * a * a
  const y = a * Math.log1p(square / df)
  const correction = (((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y * y + 100 + b)
  return (1 + (correction + y + 3) / b) * Math.sqrt(y)
}

/** P(T ≤ t) for Student's t. */
export function studentCdf(t: number, df: number): number {
  const half = 0.5 * studentTwoSided(t, df)
  return t < 0 ? half : 1 - half
}

/** Cached quantiles per probability, for whole degrees of freedom only: those recur. */
const quantilesByProbability = new Map<number, Map<number, number>>()

/** The t with P(T ≤ t) = p, 0 < p < 1. */
export function studentQuantile(p: number, df: number): number {
  checkDf(df)
  if (!(p > 0 && p < 1)) throw new RangeError(`A t quantile needs 0 < p < 1, got ${p}`)
  if (p < 0.5) return -studentQuantile(1 - p, df)
  if (p === 0.5) return 0
  if (!Number.isInteger(df)) return solveQuantile(1 - p, df)
  let known = quantilesByProbability.get(p)
  if (known === undefined) quantilesByProbability.set(p, (known = new Map<number, number>()))
  let t = known.get(df)
  if (t === undefined) known.set(df, (t = solveQuantile(1 - p, df)))
  return t
}

/** Critical value of a two-sided interval: t(1 - (1 - confidence)/2, ν), e.g. t(0.975, ν) for 0.95. */
export function studentCritical(confidence: number, df: number): number {
  return studentQuantile(0.5 + confidence / 2, df)
}

/** Upper-tail quantile: a close starting value, then third-order Newton steps, kept inside a bracket. */
function solveQuantile(tail: number, df: number): number {
  if (df === Infinity) return -normalQuantile(tail)
  if (df === 1) return 1 / Math.tan(Math.PI * tail)
  if (df === 2) return (1 - 2 * tail) / Math.sqrt(2 * tail * (1 - tail))
  const logNorm = -logBeta(df / 2, 0.5) - 0.5 * Math.log(df)
  let low = 0
  let high = Infinity
  let t = startingQuantile(tail, df)
  for (let step = 0; step < 100; step++) {
    const excess = 0.5 * studentTwoSided(t, df) - tail
    if (excess > 0) low = t
    else high = t
    const density = Math.exp(logNorm - 0.5 * (df + 1) * Math.log1p((t * t) / df))
    const delta = excess / density
    const move = delta * (1 + (0.5 * (df + 1) * t * delta) / (df + t * t))
    let next = t + move
    if (!(next > low && next < high)) next = high === Infinity ? 2 * t + 1 : 0.5 * (low + high)
    if (Math.abs(next - t) <= 4e-16 * t || next === t) return next
    const settled = Math.abs(move) < 1e-6 * t && next === t + move
    t = next
    // A third-order step of a millionth leaves an error of about 1e-18.
    if (settled) return t
  }
  return t
}

/** The last normal quantile computed: a table of intervals uses one confidence many times. */
let lastNormal = { tail: 0.5, z: 0 }

/** Cornish-Fisher expansion of t about the normal quantile (Abramowitz & Stegun 26.7.5). */
function startingQuantile(tail: number, df: number): number {
  if (lastNormal.tail !== tail) lastNormal = { tail, z: -normalQuantile(tail) }
  const { z } = lastNormal
  const z2 = z * z
  const g1 = (z2 + 1) / 4
  const g2 = ((5 * z2 + 16) * z2 + 3) / 96
  const g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
  return z * (1 + (g1 + (g2 + g3 / df) / df) / df)
}

function checkDf(df: number): void {
  if (!(df > 0)) throw new RangeError(`Degrees of freedom must be above 0, got ${df}`)
}

/**
 * From this value on, the series has too many terms to sum (their number grows with δ; at 1e9 it took a minute), and
 * the normal approximation of Abramowitz & Stegun 26.7.10 is accurate to a few thousandths.
 */
const largestSummed = 1000

/**
 * P(T ≤ t) for the noncentral t distribution with ν > 0 degrees of freedom and noncentrality δ; absolute error below
 * 1e-12 for |δ| up to 1000. Lenth's series (Applied Statistics AS 243, 1989), summed outward from its largest term (Benton &
 * Krishnamoorthy 2003) so that a large δ does not underflow.
 */
export function noncentralTCdf(t: number, df: number, delta: number): number {
  checkDf(df)
  if (t === Infinity) return 1
  if (t === -Infinity) return 0
  if (t < 0) return 1 - noncentralTCdf(-t, df, -delta)
  if (t === 0 || delta === 0) return t === 0 ? normalCdf(-delta) : studentCdf(t, df)
  const square = t * t
  if (Math.abs(delta) > largestSummed) {
    const s = 1 / (4 * df)
    return normalCdf((t * (1 - s) - delta) / Math.sqrt(1 + 2 * s * square))
  }
  const x = square / (df + square)
  const y = df / (df + square)
  const rate = (delta * delta) / 2
  const mode = Math.floor(rate)
  let sum = 0
  for (let j = mode; ; j++) {
    const part = term(j, rate, delta, x, y, df)
    sum += part.value
    if (part.weight < 1e-18) break
  }
  for (let j = mode - 1; j >= 0; j--) {
    const part = term(j, rate, delta, x, y, df)
    sum += part.value
    if (part.weight < 1e-18) break
  }
  return Math.min(1, Math.max(0, normalCdf(-delta) + sum / 2))
}

function term(j: number, rate: number, delta: number, x: number, y: number, df: number) {
  const logRate = Math.log(rate)
  const p = Math.exp(-rate + j * logRate - logGamma(j + 1))
  const q = (delta / Math.SQRT2) * Math.exp(-rate + j * logRate - logGamma(j + 1.5))
  const value = p * regularizedBeta(x, y, j + 0.5, df / 2) + q * regularizedBeta(x, y, j + 1, df / 2)
  return { value, weight: p + Math.abs(q) }
}
