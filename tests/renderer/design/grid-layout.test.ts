import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Axis } from '../../../src/core/plan/plan'
import {
  caseIndexAt,
  cellOfCase,
  defaultGridChoice,
  fitGridChoice,
  layOutGrid,
  sectionLevels,
  shownCaseCount,
} from '../../../src/renderer/views/design/grid/grid-layout'

const axis = (key: string, count: number): Axis => ({
  key,
  levels: Array.from({ length: count }, (_, i) => i),
})

describe('layOutGrid', () => {
  const axes = [axis('block_size', 2), axis('read_percent', 11), axis('jobs', 3)]

  it('numbers cells as the plan numbers cases: the first axis varies slowest', () => {
    const layout = layOutGrid(axes, { rows: 'block_size', columns: 'read_percent', held: {} })
    expect(layout).toMatchObject({ rowCount: 2, columnCount: 11, sectionCount: 3 })
    // block_size 1, read_percent 4, jobs 2 → 1·33 + 4·3 + 2
    expect(caseIndexAt(layout, { section: 2, row: 1, column: 4 })).toBe(47)
    expect(sectionLevels(layout, 2).map(({ axis: { key }, level }) => [key, level])).toEqual([['jobs', 2]])
  })

  it('leaves out what a held axis hides', () => {
    const layout = layOutGrid(axes, { rows: 'block_size', columns: 'read_percent', held: { jobs: 1 } })
    expect(layout.sectionCount).toBe(1)
    expect(shownCaseCount(layout)).toBe(22)
    expect(caseIndexAt(layout, { section: 0, row: 0, column: 0 })).toBe(1)
    expect(cellOfCase(layout, 0)).toBeUndefined()
    expect(cellOfCase(layout, 34)).toEqual({ section: 0, row: 1, column: 0 })
  })

  it('shows a plan without axes as its single case', () => {
    const layout = layOutGrid([], defaultGridChoice([]))
    expect(shownCaseCount(layout)).toBe(1)
    expect(caseIndexAt(layout, { section: 0, row: 0, column: 0 })).toBe(0)
  })

  it('gives every case exactly one cell, for any axes and any choice', () => {
    const plans = fc
      .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 })
      .map((counts) => counts.map((count, i) => axis(`a${i}`, count)))
    fc.assert(
      fc.property(plans, fc.nat(), fc.nat(), (some, a, b) => {
        const choice = fitGridChoice(some, {
          rows: some[a % some.length]?.key,
          columns: some[b % some.length]?.key,
          held: {},
        })
        const layout = layOutGrid(some, choice)
        const seen = new Set<number>()
        for (let section = 0; section < layout.sectionCount; section++)
          for (let row = 0; row < layout.rowCount; row++)
            for (let column = 0; column < layout.columnCount; column++) {
              const index = caseIndexAt(layout, { section, row, column })
              expect(cellOfCase(layout, index)).toEqual({ section, row, column })
              seen.add(index)
            }
        const total = some.reduce((product, one) => product * one.levels.length, 1)
        expect(seen.size).toBe(total)
        expect(Math.max(...seen)).toBe(total - 1)
      }),
      { numRuns: 60 },
    )
  })
})

describe('fitGridChoice', () => {
  it('puts the longest axis across, and down if it is too long for columns', () => {
    expect(defaultGridChoice([axis('a', 2), axis('b', 11)])).toMatchObject({ rows: 'a', columns: 'b' })
    expect(defaultGridChoice([axis('a', 2), axis('b', 100)])).toMatchObject({ rows: 'b', columns: 'a' })
  })

  it('keeps what still fits and replaces what is gone', () => {
    const axes = [axis('a', 2), axis('b', 3), axis('c', 4)]
    expect(fitGridChoice(axes, { rows: 'gone', columns: 'a', held: {} })).toEqual({
      rows: 'c',
      columns: 'a',
      held: {},
    })
    expect(fitGridChoice(axes, { rows: 'a', columns: 'b', held: { c: 9 } }).held).toEqual({})
    expect(fitGridChoice(axes, { rows: 'a', columns: 'b', held: { c: 3 } }).held).toEqual({ c: 3 })
  })

  it('never uses one axis twice', () => {
    const axes = [axis('a', 2), axis('b', 3)]
    expect(fitGridChoice(axes, { rows: 'a', columns: 'a', held: {} })).toMatchObject({
      rows: 'a',
      columns: 'b',
    })
    expect(fitGridChoice(axes, { rows: 'a', columns: 'b', held: { a: 1 } })).toEqual({
      rows: 'a',
      columns: 'b',
      held: {},
    })
  })
})
