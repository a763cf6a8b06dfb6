import type { ComparisonFigureKind, FigureKind } from './figure'

/** Kinds of figures that are made of a comparison of campaigns. */
export const comparisonFigureKinds: readonly ComparisonFigureKind[] = [
  'comparison',
  'percent-difference',
  'advantage',
]

export function isComparisonKind(kind: FigureKind): kind is ComparisonFigureKind {
  return comparisonFigureKinds.some((one) => one === kind)
}
