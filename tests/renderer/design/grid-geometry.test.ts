import { describe, expect, it } from 'vitest'
import type { Axis } from '../../../src/core/plan/plan'
import {
  gridExtent,
  scrollToCell,
  visibleWindow,
} from '../../../src/renderer/views/design/grid/grid-geometry'
import { layOutGrid } from '../../../src/renderer/views/design/grid/grid-layout'

const axis = (key: string, count: number): Axis => ({
  key,
  levels: Array.from({ length: count }, (_, i) => i),
})
const metrics = {
  cellWidth: 50,
  cellHeight: 20,
  rowHeaderWidth: 80,
  columnHeaderHeight: 24,
  sectionHeaderHeight: 30,
  sectionGap: 10,
}
const layout = layOutGrid([axis('s', 1000), axis('r', 10), axis('c', 10)], {
  rows: 'r',
  columns: 'c',
  held: {},
})
const viewport = { left: 0, top: 0, width: 400, height: 300 }

describe('visibleWindow', () => {
  it('names only lines that touch the viewport, wherever it is', () => {
    const first = visibleWindow(layout, metrics, viewport, 0)
    expect(first.lines[0]).toEqual({ kind: 'section', section: 0, top: 0 })
    expect(first.lines[1]).toEqual({ kind: 'row', section: 0, row: 0, top: 30 })
    // 240 pixels of one section, then 60 of the next: heading and two rows.
    expect(first.lines.at(-1)).toEqual({ kind: 'row', section: 1, row: 1, top: 290 })
    const deep = visibleWindow(layout, metrics, { ...viewport, top: 999 * 240 }, 0)
    expect(deep.lines[0]).toEqual({ kind: 'section', section: 999, top: 999 * 240 })
    expect(deep.lines).toHaveLength(11)
  })

  it('cuts columns to the viewport', () => {
    const wide = layOutGrid([axis('c', 500)], { rows: undefined, columns: 'c', held: {} })
    const shown = visibleWindow(wide, metrics, { ...viewport, left: 5000 }, 1)
    expect([shown.firstColumn, shown.lastColumn]).toEqual([99, 109])
    expect(visibleWindow(wide, metrics, { ...viewport, left: 24_900 }, 1).lastColumn).toBe(499)
  })

  it('draws no heading for a single section', () => {
    const single = layOutGrid([axis('c', 3)], { rows: undefined, columns: 'c', held: {} })
    expect(visibleWindow(single, metrics, viewport).lines).toEqual([
      { kind: 'row', section: 0, row: 0, top: 0 },
    ])
    expect(gridExtent(single, metrics)).toEqual({ width: 230, height: 24 + 20 + 10 })
  })
})

describe('scrollToCell', () => {
  it('does not move for a visible cell', () => {
    expect(scrollToCell(layout, metrics, viewport, { section: 0, row: 3, column: 2 })).toEqual({
      left: 0,
      top: 0,
    })
  })

  it('brings a far cell just inside, and a first row with its heading', () => {
    const cell = { section: 5, row: 0, column: 9 }
    const down = scrollToCell(layout, metrics, viewport, cell)
    // Lower edge 5·240 + 30 + 20 at the foot of 276 pixels; right edge 500 at the right of 320.
    expect(down).toEqual({ left: 180, top: 974 })
    expect(scrollToCell(layout, metrics, { ...viewport, top: 5000 }, cell).top).toBe(1200)
  })
})
