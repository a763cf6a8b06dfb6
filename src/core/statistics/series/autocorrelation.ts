import { at } from '../at'
import { mean } from '../summary/mean'

/** Lag-1 autocorrelation Σ(y_i - m)(y_{i+1} - m)/Σ(y_i - m)²; undefined below two values and where nothing varies. */
export function lagOneAutocorrelation(values: ArrayLike<number>): number | undefined {
  const middle = mean(values)
  if (middle === undefined || values.length < 2) return undefined
  let products = 0
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const distance = at(values, i) - middle
    squares += distance * distance
    if (i > 0) products += distance * (at(values, i - 1) - middle)
  }
  return squares === 0 ? undefined : products / squares
}

/** How many independent values a first-order autoregressive series of n is worth: n (1-ρ)/(1+ρ), at most n. */
export function effectiveCount(n: number, rho: number): number {
  return Math.min(n, (n * (1 - rho)) / (1 + rho))
}
