import type { GridMetrics } from './grid-geometry'

/** Longest of some labels, in characters; a few thousand are looked at, which is plenty for a width. */
function longest(labels: readonly string[]): number {
  return labels.slice(0, 2000).reduce((length, label) => Math.max(length, label.length), 0)
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Sizes of a grid whose columns and rows carry these labels, for the small interface text. */
export function gridMetrics(columnLabels: readonly string[], rowLabels: readonly string[]): GridMetrics {
  const characterWidth = 6.2
  return {
    cellWidth: Math.round(clamp(longest(columnLabels) * characterWidth + 12, 46, 120)),
    cellHeight: 24,
    rowHeaderWidth: Math.round(clamp(longest(rowLabels) * characterWidth + 24, 64, 180)),
    columnHeaderHeight: 26,
    sectionHeaderHeight: 28,
    sectionGap: 8,
  }
}
