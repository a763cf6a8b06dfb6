/**
 * Geometric mean exp(mean(ln r)) of ratios, the summary of many cases (never the mean of percentages). Undefined for
 * none, and refused (undefined) where a ratio is not above 0.
 */
export function geometricMean(ratios: ArrayLike<number>): number | undefined {
  const n = ratios.length
  if (n === 0) return undefined
  let sum = 0
  for (let i = 0; i < n; i++) {
    const ratio = ratios[i]
    if (ratio === undefined || !(ratio > 0 && ratio < Infinity)) return undefined
    sum += Math.log(ratio)
  }
  return Math.exp(sum / n)
}
