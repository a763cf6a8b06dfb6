const halfLogTwoPi = 0.9189385332046727

/**
 * What Stirling's formula leaves out: ln Γ(x) - ((x - ½) ln x - x + ½ ln 2π), for x ≥ 10.
 * Asymptotic series, Abramowitz & Stegun 6.1.41; the first term left out is below 3e-17 at x = 10.
 */
export function stirlingRemainder(x: number): number {
  const r = 1 / (x * x)
  return (
    (1 / 12 -
      r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - r * (691 / 360360 - r * (1 / 156))))))) /
    x
  )
}

/** ln Γ(x) for x > 0; absolute error about 1e-15, relative where the value is large. */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`logGamma needs x > 0, got ${x}`)
  // Γ(x) = Γ(x + k) / (x (x+1) … (x+k-1)) lifts small arguments to where Stirling's formula is exact.
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
