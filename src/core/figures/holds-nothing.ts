import type { Figure } from './figure'
import { isTableKind } from './table-kinds'

/** True where there is nothing to see: no mark in the picture, no row in the table. */
export function holdsNothing({ kind, series, numbers }: Figure): boolean {
  if (isTableKind(kind)) return (numbers?.rows.length ?? 0) === 0
  return series.every(({ points }) => points.every(({ y }) => y === undefined))
}

/** What is missing, in the figure's own words. */
export function nothingText({ kind, notes }: Pick<Figure, 'kind' | 'notes'>): string {
  const reasons = notes.filter(({ severity }) => severity === 'warning').map(({ text }) => text)
  return [`There is nothing for the figure ${kind}.`, ...reasons].join(' ')
}
