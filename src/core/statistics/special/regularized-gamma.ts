import { logGamma } from './log-gamma'

const tiny = 1e-300
const precision = 1e-16

/** Upper regularized incomplete gamma function Q(a, x) = Γ(a, x)/Γ(a) for a > 0, x ≥ 0 (DLMF 8.7.1 and 8.9.2). */
export function upperRegularizedGamma(a: number, x: number): number {
  if (!(a > 0) || !(x >= 0))
    throw new RangeError(`Incomplete gamma needs a > 0 and x >= 0, got a=${a}, x=${x}`)
  if (x === 0) return 1
  if (x === Infinity) return 0
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  return x < a + 1 ? 1 - front * lowerSeries(a, x) : front * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let k = 1; term > sum * precision; k++) {
    term *= x / (a + k)
    sum += term
  }
  return sum
}

function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let result = d
  for (let k = 1; k <= 10_000; k++) {
    const numerator = -k * (k - a)
    b += 2
    d = numerator * d + b
    d = 1 / (Math.abs(d) < tiny ? tiny : d)
    c = b + numerator / c
    if (Math.abs(c) < tiny) c = tiny
    const factor = d * c
    result *= factor
    if (Math.abs(factor - 1) < precision * 2) return result
  }
  throw new RangeError(`Incomplete gamma did not converge at a=${a}, x=${x}`)
}
