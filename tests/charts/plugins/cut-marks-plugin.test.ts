import { describe, expect, it } from 'vitest'
import { placeNumbers, type NumberToPlace } from '../../../src/charts/plugins/cut-marks-plugin'

const plot = { left: 0, right: 100 }
const at = (x: number, inwards: 1 | -1 = 1): NumberToPlace => ({
  ...{ x, y: 10, gap: 4, width: 30, height: 10, inwards, isOptional: false },
})

describe('numbers next to marks at the edge of a plot', () => {
  it('are on the right, at the right end on the left', () => {
    expect(placeNumbers([at(10), at(95)], [], plot)).toEqual([
      { x: 14, y: 5, width: 30, height: 10 },
      { x: 61, y: 5, width: 30, height: 10 },
    ])
  })

  it('make room for marks and for each other, into the plot from either edge', () => {
    const mark = { x: 20, y: 8, width: 6, height: 6 }
    expect(placeNumbers([at(10)], [mark], plot)).toEqual([{ x: 14, y: 15, width: 30, height: 10 }])
    expect(placeNumbers([at(10, -1), at(12, -1)], [], plot).map((box) => box?.y)).toEqual([5, -5])
  })

  it('never touch each other: a number without a place is omitted', () => {
    const marks = Array.from({ length: 60 }, (_, place) => at(2 + 1.6 * place))
    const full = { x: 0, y: -100, width: 100, height: 300 }
    for (const taken of [[], [full]]) {
      const boxes = placeNumbers(marks, taken, plot).flatMap((box) => box ?? [])
      expect(boxes.length).toBeGreaterThan(5)
      expect(boxes.length).toBeLessThan(marks.length)
      boxes.forEach((box, place) => {
        for (const other of boxes.slice(place + 1)) {
          const isBeside = Math.abs(box.y - other.y) < box.height
          expect(isBeside && Math.abs(box.x - other.x) < box.width + 3).toBe(false)
        }
      })
    }
  })

  it('of lines stand nearby, further into the plot, if both sides are taken', () => {
    const line = { ...at(50), isOptional: true }
    const beside = { x: 0, y: 5, width: 100, height: 10 }
    expect(placeNumbers([line], [beside], plot)).toEqual([{ x: 54, y: 15, width: 30, height: 10 }])
    expect(placeNumbers([line], [{ ...beside, height: 40 }], plot)).toEqual([undefined])
  })

  it('stay within the plot if nothing is free', () => {
    const full = { x: 0, y: -100, width: 100, height: 300 }
    expect(placeNumbers([at(95)], [full], plot)).toEqual([{ x: 61, y: 5, width: 30, height: 10 }])
    expect(placeNumbers([{ ...at(50), width: 70 }], [], plot)).toEqual([
      { x: 30, y: 5, width: 70, height: 10 },
    ])
    expect(placeNumbers([{ ...at(95), isOptional: true }, at(20)], [full], plot)[0]).toBeUndefined()
  })
})
