import type { FigureAxis } from './figure'

/** Evenly spaced levels; each takes one unit of x. */
export function categoryAxis(labels: readonly string[], label: string): FigureAxis {
  return {
    label,
    kind: 'category',
    min: -0.5,
    max: Math.max(labels.length, 1) - 0.5,
    ticks: labels.map((text, value) => ({ value, label: text })),
  }
}

/** Share of a category's width taken by its marks. */
const groupWidth = 0.8

/** The position of the n-th of `count` series within its category, and the width of its bars, in units of x. */
export function sideBySide(
  index: number,
  count: number,
): { readonly offset: number; readonly barWidth: number } {
  const slot = groupWidth / Math.max(1, count)
  return { offset: (index - (count - 1) / 2) * slot, barWidth: slot * 0.9 }
}
