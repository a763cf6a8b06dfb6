import type { GridCell, GridLayout } from './grid-layout'

/** Sizes of the parts of the grid in CSS pixels. */
export interface GridMetrics {
  readonly cellWidth: number
  readonly cellHeight: number
  readonly rowHeaderWidth: number
  /** Height of the column labels, which stay in view. */
  readonly columnHeaderHeight: number
  /** Height of a section's heading; not drawn if there is only one section. */
  readonly sectionHeaderHeight: number
  /** Space beneath each section. */
  readonly sectionGap: number
}

/** One line of the scrolled area: the heading of a section or a row of cells. `top` counts from the first line. */
export type GridLine =
  | { readonly kind: 'section'; readonly section: number; readonly top: number }
  | { readonly kind: 'row'; readonly section: number; readonly row: number; readonly top: number }

/** The part of the grid that a viewport shows. `lastColumn` is inclusive. */
export interface GridWindow {
  readonly lines: readonly GridLine[]
  readonly firstColumn: number
  readonly lastColumn: number
}

/** A scroll position and size of a viewport, in CSS pixels. */
export interface Viewport {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const headingHeight = (layout: GridLayout, metrics: GridMetrics) =>
  layout.sectionCount > 1 ? metrics.sectionHeaderHeight : 0

const sectionHeight = (layout: GridLayout, metrics: GridMetrics) =>
  headingHeight(layout, metrics) + layout.rowCount * metrics.cellHeight + metrics.sectionGap

/** Width and height of the whole grid, including headers. */
export function gridExtent(layout: GridLayout, metrics: GridMetrics): { width: number; height: number } {
  return {
    width: metrics.rowHeaderWidth + layout.columnCount * metrics.cellWidth,
    height: metrics.columnHeaderHeight + layout.sectionCount * sectionHeight(layout, metrics),
  }
}

/** Top edge of a row, relative to the first line below the column labels. */
function rowTop(layout: GridLayout, metrics: GridMetrics, section: number, row: number): number {
  return section * sectionHeight(layout, metrics) + headingHeight(layout, metrics) + row * metrics.cellHeight
}

/** Lines and columns that touch the viewport, with a few more on each side. The work depends on the viewport, not on the grid. */
export function visibleWindow(
  layout: GridLayout,
  metrics: GridMetrics,
  viewport: Viewport,
  overscan = 2,
): GridWindow {
  const { cellWidth, cellHeight } = metrics
  const margin = overscan * cellHeight
  const from = viewport.top - margin
  const to = viewport.top + viewport.height + margin
  const firstColumn = Math.max(0, Math.floor(viewport.left / cellWidth) - overscan)
  const lastColumn = Math.min(
    layout.columnCount - 1,
    Math.floor((viewport.left + viewport.width) / cellWidth) + overscan,
  )
  const height = sectionHeight(layout, metrics)
  const heading = headingHeight(layout, metrics)
  const lines: GridLine[] = []
  const firstSection = Math.max(0, Math.floor(from / height))
  for (let section = firstSection; section < layout.sectionCount && section * height < to; section++) {
    const top = section * height
    if (heading > 0 && top + heading > from) lines.push({ kind: 'section', section, top })
    const firstRow = Math.max(0, Math.floor((from - top - heading) / cellHeight))
    for (let row = firstRow; row < layout.rowCount; row++) {
      const rowTopEdge = top + heading + row * cellHeight
      if (rowTopEdge >= to) break
      lines.push({ kind: 'row', section, row, top: rowTopEdge })
    }
  }
  return { lines, firstColumn, lastColumn }
}

/** Scroll position that brings a cell into view with the least movement. */
export function scrollToCell(
  layout: GridLayout,
  metrics: GridMetrics,
  viewport: Viewport,
  cell: GridCell,
): { left: number; top: number } {
  const top = rowTop(layout, metrics, cell.section, cell.row)
  const above = cell.row === 0 ? top - headingHeight(layout, metrics) : top
  const left = cell.column * metrics.cellWidth
  const innerWidth = viewport.width - metrics.rowHeaderWidth
  const innerHeight = viewport.height - metrics.columnHeaderHeight
  return {
    left: clampInto(left, left + metrics.cellWidth, viewport.left, innerWidth),
    top: clampInto(above, top + metrics.cellHeight, viewport.top, innerHeight),
  }
}

/** The scroll offset nearest to `offset` that shows `start` to `end` in a viewport of `size`. */
function clampInto(start: number, end: number, offset: number, size: number): number {
  if (start < offset) return Math.max(0, start)
  if (end > offset + size) return Math.max(0, end - size)
  return offset
}
