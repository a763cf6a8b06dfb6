/**
 * Harmonic mean n / Σ(1/x): the right mean of rates over a fixed amount of data. Undefined for no values or where one
 * is not above 0.
 */
export function harmonicMean(values: ArrayLike<number>): number | undefined {
  const n = values.length
  if (n === 0) return undefined
  let sum = 0
  for (let i = 0; i < n; i++) {
    const value = values[i]
    if (value === undefined || !(value > 0)) return undefined
    sum += 1 / value
  }
  return n / sum
}

/** Whether the harmonic mean lies so far from the arithmetic one (over 0.5 % of it) that a reader should be told. */
export function harmonicMeanDiffers(harmonic: number, arithmetic: number): boolean {
  return Math.abs(harmonic - arithmetic) > 0.005 * Math.abs(arithmetic)
}
