import { describe, expect, it } from 'vitest'
import { rowRange } from '../../../src/renderer/composables/use-row-window'

const sight = { height: 260, rowHeight: 26, count: 1000 }

describe('the rows of a long table that are in the page', () => {
  it('are the visible ones and a few around them', () => {
    expect(rowRange({ ...sight, top: 0 })).toEqual({ first: 0, end: 16 })
    expect(rowRange({ ...sight, top: 2600 })).toEqual({ first: 94, end: 116 })
    expect(rowRange({ ...sight, top: 2610 })).toEqual({ first: 94, end: 117 })
  })

  it('end with the table, also if a filter has just removed the visible ones', () => {
    expect(rowRange({ ...sight, top: 1000 * 26 - 260 })).toEqual({ first: 984, end: 1000 })
    expect(rowRange({ ...sight, top: 9000, count: 3 })).toEqual({ first: 3, end: 3 })
    expect(rowRange({ ...sight, top: 0, count: 0 })).toEqual({ first: 0, end: 0 })
  })
})
