import { upperRegularizedGamma } from './regularized-gamma'

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
