import type { ComparisonFigureKind } from '../../../core/figures/figure'
import type { ComparisonTableKind } from '../../../core/figures/table-kinds'

/** What the room shows of a comparison. */
export type CompareViewName = 'difference' | 'bars' | 'advantage' | 'table' | 'highlights'

export const compareViews: readonly { readonly value: CompareViewName; readonly label: string }[] = [
  { value: 'difference', label: 'Difference' },
  { value: 'bars', label: 'Bars' },
  { value: 'advantage', label: 'Advantage' },
  { value: 'table', label: 'Table' },
  { value: 'highlights', label: 'Highlights' },
]

const kinds: Readonly<Partial<Record<CompareViewName, ComparisonFigureKind>>> = {
  difference: 'percent-difference',
  bars: 'comparison',
  advantage: 'advantage',
}

/** The figure that a view draws; undefined where it draws none. */
export function figureKindOf(view: CompareViewName): ComparisonFigureKind | undefined {
  return kinds[view]
}

/** The view that shows this kind of figure or table. */
export function viewOfKind(kind: ComparisonFigureKind | ComparisonTableKind): CompareViewName {
  if (kind === 'comparison-table') return 'table'
  if (kind === 'advantage-table') return 'advantage'
  return compareViews.find(({ value }) => kinds[value] === kind)?.value ?? 'difference'
}
