import { describe, expect, it } from 'vitest'
import {
  insertionGap,
  placeAfterDrop,
  scrollSpeed,
} from '../../../src/renderer/components/order/insertion-gap'
import { moveItem } from '../../../src/renderer/components/order/move-item'

const line = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ left: 0, right: 100, top: i * 20, bottom: i * 20 + 20 }))
// Two lines of two chips.
const wrapped = [
  { left: 0, right: 40, top: 0, bottom: 20 },
  { left: 50, right: 90, top: 0, bottom: 20 },
  { left: 0, right: 40, top: 24, bottom: 44 },
  { left: 50, right: 90, top: 24, bottom: 44 },
]

describe('insertionGap', () => {
  it('finds the gap in a column', () => {
    expect(insertionGap(line(3), { x: 10, y: 5 }, 'down')).toBe(0)
    expect(insertionGap(line(3), { x: 10, y: 15 }, 'down')).toBe(1)
    expect(insertionGap(line(3), { x: 10, y: 90 }, 'down')).toBe(3)
  })

  it('finds the gap in wrapped lines', () => {
    expect(insertionGap(wrapped, { x: 45, y: 10 }, 'wrap')).toBe(1)
    expect(insertionGap(wrapped, { x: 200, y: 10 }, 'wrap')).toBe(2)
    expect(insertionGap(wrapped, { x: 5, y: 30 }, 'wrap')).toBe(2)
    expect(insertionGap(wrapped, { x: 200, y: 30 }, 'wrap')).toBe(4)
  })

  it('converts a gap into the index after the item was removed', () => {
    expect(placeAfterDrop(0, 3)).toBe(2)
    expect(placeAfterDrop(2, 0)).toBe(0)
    expect(placeAfterDrop(1, 1)).toBe(1)
    expect(placeAfterDrop(1, 2)).toBe(1)
  })
})

describe('scrollSpeed', () => {
  const list = { top: 100, bottom: 700 }
  it('is zero except at the edges, and grows towards them', () => {
    expect([148, 400, 652].map((y) => scrollSpeed(list, y))).toEqual([0, 0, 0])
    expect(scrollSpeed(list, 676)).toBe(600)
    expect(scrollSpeed(list, 124)).toBe(-600)
    expect([700, 900].map((y) => scrollSpeed(list, y))).toEqual([1200, 1200])
    expect([100, -50].map((y) => scrollSpeed(list, y))).toEqual([-1200, -1200])
  })

  it('leaves a place in a low list where it stands still', () => {
    expect(scrollSpeed({ top: 0, bottom: 40 }, 20)).toBe(0)
  })
})

describe('moveItem', () => {
  it('moves forward and back, and leaves the rest in order', () => {
    expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
    expect(moveItem(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
  })

  it('returns the same list for a move without effect', () => {
    const list = ['a', 'b']
    expect(moveItem(list, 1, 1)).toBe(list)
    expect(moveItem(list, 0, 5)).toBe(list)
    expect(moveItem(list, -1, 0)).toBe(list)
  })
})
