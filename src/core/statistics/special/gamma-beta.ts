const halfLogTwoPi = 0.9189385332046727

/**
 * The remainder of Stirling's formula: ln Γ(x) - ((x - ½) ln x - x + ½ ln 2π), for x ≥ 10. Asymptotic series,
 * Abramowitz & Stegun 6.1.41; the first omitted term is below 3e-17 at x = 10.
 */
function stirlingRemainder(x: number): number {
  const r = 1 / (x * x)
  return (
    (1 / 12 -
      r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - r * (691 / 360360 - r * (1 / 156))))))) /
    x
  )
}

/** ln Γ(x) for x > 0; error about 1e-15, absolute or, for large values, relative. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma needs x > 0, got ${x}`)
  // Γ(x) = Γ(x + k) / (x (x+1) … (x+k-1)) raises small arguments to where Stirling's formula is exact.
  let product = 1
  let lifted = x
  while (lifted < 10) {
    product *= lifted
    lifted += 1
  }
  return (
    (lifted - 0.5) * Math.log(lifted) -
    lifted +
    halfLogTwoPi +
    stirlingRemainder(lifted) -
    (product === 1 ? 0 : Math.log(product))
  )
}

/**
 * ln B(a, b) = ln Γ(a) + ln Γ(b) - ln Γ(a + b) for a, b > 0, arranged so that large arguments do not cancel
 * (the arrangement of DiDonato & Morris, ACM TOMS 708).
 */
export function logBeta(a: number, b: number): number {
  const small = Math.min(a, b)
  const large = Math.max(a, b)
  const sum = a + b
  if (large < 10) return logGamma(small) + logGamma(large) - logGamma(sum)
  if (small < 10) {
    return (
      logGamma(small) -
      (large - 0.5) * Math.log1p(small / large) -
      small * Math.log(sum) +
      small +
      stirlingRemainder(large) -
      stirlingRemainder(sum)
    )
  }
  return (
    halfLogTwoPi -
    0.5 * Math.log(large) +
    (small - 0.5) * Math.log(small / sum) -
    large * Math.log1p(small / large) +
    stirlingRemainder(small) +
    stirlingRemainder(large) -
    stirlingRemainder(sum)
  )
}

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

/**
 * Regularized incomplete beta function I_x(a, b) for a, b > 0. The complement y = 1 - x is passed along with x,
 * because the caller often knows it without cancellation. Continued fraction of DLMF 8.17.22, evaluated by Lentz's
 * method.
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
