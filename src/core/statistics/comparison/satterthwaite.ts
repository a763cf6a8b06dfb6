/**
 * Degrees of freedom of the sum of two independent variances (Satterthwaite 1946; Welch 1947):
 * (v₁ + v₂)² / (v₁²/df₁ + v₂²/df₂), by the share of each so that no unit is too large or too small to square.
 * The sum has to be above 0.
 */
export function satterthwaite(first: number, firstDf: number, second: number, secondDf: number): number {
  const share = first / (first + second)
  const rest = second / (first + second)
  return 1 / ((share * share) / firstDf + (rest * rest) / secondDf)
}
