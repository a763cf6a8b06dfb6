import { logGamma } from './log-gamma'
import { normalCdf } from './normal-distribution'
import { regularizedBeta } from './regularized-beta'

/**
 * From here the series has too many terms to be summed (their number grows with δ; at 1e9 they took a minute), and the
 * normal approximation of Abramowitz & Stegun 26.7.10 is good to some thousandths.
 */
const largestSummed = 1000

/**
 * P(T ≤ t) for the noncentral t distribution with ν > 0 degrees of freedom and noncentrality δ; absolute error below
 * 1e-12 for |δ| up to 1000. Lenth's series (Applied Statistics AS 243, 1989), summed outward from its largest term (Benton &
 * Krishnamoorthy 2003) so that a large δ does not underflow.
 */
export function noncentralTCdf(t: number, df: number, delta: number): number {
  if (!(df > 0)) throw new RangeError(`Degrees of freedom must be above 0, got ${df}`)
  if (t === Infinity) return 1
  if (t === -Infinity) return 0
  if (t < 0) return 1 - noncentralTCdf(-t, df, -delta)
  if (t === 0 || delta === 0) return t === 0 ? normalCdf(-delta) : centralCdf(t, df)
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

function centralCdf(t: number, df: number): number {
  const square = t * t
  return 1 - 0.5 * regularizedBeta(df / (df + square), square / (df + square), df / 2, 0.5)
}
