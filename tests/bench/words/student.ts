/** Student's distribution for the audit: the continued fraction of the incomplete beta function, and halving. */

const gammaTerms = [
  ...[676.5203681218851, -1259.1392167224028, 771.3234287776531],
  ...[
    -176.6150291621406, 12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ],
]

/** Logarithm of the gamma function (Lanczos, g = 7). */
export function logGamma(z: number): number {
  const x = z - 1
  const t = x + 7.5
  const sum = gammaTerms.reduce((all, term, at) => all + term / (x + at + 1), 0.9999999999998099)
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(t) - t + Math.log(sum)
}

/** Regularised incomplete beta function. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  const term = (n: number) => {
    const m = Math.floor(n / 2)
    return n % 2 === 0
      ? (m * (b - m) * x) / ((a + n - 1) * (a + n))
      : -((a + m) * (a + b + m) * x) / ((a + n - 1) * (a + n))
  }
  // From the last term to the first.
  let fraction = 1
  for (let n = 400; n >= 1; n--) fraction = 1 + term(n) / fraction
  return front / (a * fraction)
}

/** Two-sided p of a t statistic. */
export function twoSided(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5)
}

/** The t that is exceeded on both sides together with this probability. */
export function criticalT(alpha: number, df: number): number {
  let [low, high] = [0, 1e6]
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (twoSided(middle, df) > alpha) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** p values adjusted after Benjamini and Hochberg. */
export function adjusted(ps: readonly number[]): readonly number[] {
  return ps.map((p) => {
    const larger = ps.filter((one) => one >= p)
    const ranks = larger.map((one) => (one * ps.length) / ps.filter((other) => other <= one).length)
    return Math.min(1, ...ranks)
  })
}
