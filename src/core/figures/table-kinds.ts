import { isComparisonKind } from './comparison-kinds'
import type { ComparisonFigureKind, FigureKind, TableKind } from './figure'

/** Kinds of figures that are tables, printed with caption and small print. */
export const tableKinds: readonly TableKind[] = [
  'advantage-table',
  'comparison-table',
  'compressibility-table',
  'results-table',
]

/** Kinds of tables that are made of a comparison of campaigns. */
export const comparisonTableKinds = ['advantage-table', 'comparison-table'] as const
export type ComparisonTableKind = (typeof comparisonTableKinds)[number]

export function isTableKind(kind: FigureKind): kind is TableKind {
  return tableKinds.some((one) => one === kind)
}

export function isComparisonTable(kind: FigureKind): kind is ComparisonTableKind {
  return comparisonTableKinds.some((one) => one === kind)
}

/** True for every kind whose settings name a baseline and candidates. */
export function needsComparison(kind: FigureKind): kind is ComparisonFigureKind | ComparisonTableKind {
  return isComparisonKind(kind) || isComparisonTable(kind)
}
