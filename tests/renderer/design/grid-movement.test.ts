import { describe, expect, it } from 'vitest'
import type { Axis } from '../../../src/core/plan/plan'
import {
  casesInRange,
  columnRange,
  inRange,
  rangeBetween,
  rowRange,
  sectionRange,
} from '../../../src/renderer/views/design/grid/cell-range'
import { layOutGrid } from '../../../src/renderer/views/design/grid/grid-layout'
import { moveInGrid, moveOfKey } from '../../../src/renderer/views/design/grid/grid-movement'

const axis = (key: string, count: number): Axis => ({
  key,
  levels: Array.from({ length: count }, (_, i) => i),
})
// Sections s0, s1 of 2 rows and 3 columns; case number = 6·s + 3·r + c.
const layout = layOutGrid([axis('s', 2), axis('r', 2), axis('c', 3)], { rows: 'r', columns: 'c', held: {} })

describe('moveInGrid', () => {
  it('moves from section to section and stops at the edges', () => {
    const down = moveInGrid(layout, { section: 0, row: 1, column: 2 }, 'down', 5)
    expect(down).toEqual({ section: 1, row: 0, column: 2 })
    expect(moveInGrid(layout, { section: 1, row: 1, column: 0 }, 'down', 5)).toEqual({
      section: 1,
      row: 1,
      column: 0,
    })
    expect(moveInGrid(layout, { section: 0, row: 0, column: 0 }, 'left', 5).column).toBe(0)
    expect(moveInGrid(layout, { section: 0, row: 0, column: 1 }, 'page-down', 3)).toEqual({
      section: 1,
      row: 1,
      column: 1,
    })
    expect(moveInGrid(layout, { section: 0, row: 0, column: 1 }, 'grid-end', 3)).toEqual({
      section: 1,
      row: 1,
      column: 2,
    })
  })

  it('reads keys', () => {
    expect(moveOfKey('Home', false)).toBe('row-start')
    expect(moveOfKey('Home', true)).toBe('grid-start')
    expect(moveOfKey('ArrowUp', true)).toBeUndefined()
    expect(moveOfKey('a', false)).toBeUndefined()
  })
})

describe('ranges', () => {
  it('span two cells in either order, across sections', () => {
    const a = { section: 1, row: 0, column: 0 }
    const b = { section: 0, row: 1, column: 1 }
    const range = rangeBetween(layout, a, b)
    expect(range).toEqual(rangeBetween(layout, b, a))
    expect(casesInRange(layout, range)).toEqual([3, 4, 6, 7])
    expect(inRange(layout, range, { section: 0, row: 0, column: 0 })).toBe(false)
    expect(inRange(layout, range, { section: 0, row: 1, column: 1 })).toBe(true)
  })

  it('take whole rows, columns and sections', () => {
    expect(casesInRange(layout, rowRange(layout, 1, 1))).toEqual([9, 10, 11])
    expect(casesInRange(layout, columnRange(layout, 2))).toEqual([2, 5, 8, 11])
    expect(casesInRange(layout, sectionRange(layout, 1))).toEqual([6, 7, 8, 9, 10, 11])
  })
})
