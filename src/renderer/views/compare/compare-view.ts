import {
  comparisonPictures,
  isTableKind,
  type ComparisonFigureKind,
  type ComparisonTableKind,
} from '../../../core/figures/kinds/figure-kinds'

/**
 * What the room shows of a comparison: one of its figures by its name in lower case, its cases as a table, or its
 * highlights.
 */
export type CompareViewName = string

const pictures = comparisonPictures.map(({ kind, label }) => ({
  value: label.toLowerCase(),
  label,
  kind,
}))

export const compareViews: readonly { readonly value: CompareViewName; readonly label: string }[] = [
  ...pictures.map(({ value, label }) => ({ value, label })),
  { value: 'table', label: 'Table' },
  { value: 'highlights', label: 'Highlights' },
]

/** The figure that a view draws; undefined if it draws none. */
export function figureKindOf(view: CompareViewName): ComparisonFigureKind | undefined {
  return pictures.find(({ value }) => value === view)?.kind
}

/** The view that shows this kind of figure or table. */
export function viewOfKind(kind: ComparisonFigureKind | ComparisonTableKind): CompareViewName {
  if (kind === 'advantage-table') return 'advantage'
  if (isTableKind(kind)) return 'table'
  return pictures.find((one) => one.kind === kind)?.value ?? 'difference'
}
