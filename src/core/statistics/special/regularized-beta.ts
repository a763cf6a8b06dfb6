import { logBeta } from './log-gamma'

const tiny = 1e-300
const precision = 1e-16

/**
 * Regularized incomplete beta function I_x(a, b) for a, b > 0. The complement y = 1 - x is passed beside x, because
 * the caller often knows it without cancellation. Continued fraction of DLMF 8.17.22, evaluated by Lentz's method.
 */
export function regularizedBeta(x: number, y: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (y <= 0) return 1
  return x < (a + 1) / (a + b + 2) ? lowerPart(x, y, a, b) : 1 - lowerPart(y, x, b, a)
}

function lowerPart(x: number, y: number, a: number, b: number): number {
  const logX = x > 0.5 ? Math.log1p(-y) : Math.log(x)
  const logY = y > 0.5 ? Math.log1p(-x) : Math.log(y)
  const front = Math.exp(a * logX + b * logY - logBeta(a, b)) / a
  return front === 0 ? 0 : front * continuedFraction(x, a, b)
}

function continuedFraction(x: number, a: number, b: number): number {
  const sum = a + b
  let c = 1
  let d = 1 - (sum * x) / (a + 1)
  d = 1 / (Math.abs(d) < tiny ? tiny : d)
  let result = d
  const limit = 500 + 20 * Math.sqrt(Math.max(a, b))
  for (let m = 1; m <= limit; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 + even * d
    d = 1 / (Math.abs(d) < tiny ? tiny : d)
    c = 1 + even / c
    if (Math.abs(c) < tiny) c = tiny
    result *= d * c
    const odd = (-(a + m) * (sum + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 + odd * d
    d = 1 / (Math.abs(d) < tiny ? tiny : d)
    c = 1 + odd / c
    if (Math.abs(c) < tiny) c = tiny
    const factor = d * c
    result *= factor
    if (Math.abs(factor - 1) < precision * 2) return result
  }
  throw new RangeError(`Incomplete beta did not converge at x=${x}, a=${a}, b=${b}`)
}
