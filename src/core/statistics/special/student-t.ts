import { logBeta } from './log-gamma'
import { normalQuantile, normalUpperTail } from './normal-distribution'
import { regularizedBeta } from './regularized-beta'

/** From here the normal approximation below is exact to double precision, and the incomplete beta loses digits. */
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

/** Quantiles that were asked for before, per probability; whole degrees of freedom only, the ones that come again. */
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

/** Upper-tail quantile: a start close by, then third-order Newton steps, kept inside a bracket. */
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
    // A third-order step that moved by a millionth leaves an error of about 1e-18.
    if (settled) return t
  }
  return t
}

/** The last normal quantile that was needed: a table of intervals asks for one confidence, many times. */
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
