import { describe, expect, it } from 'vitest'
import { fillBar } from '../../src/charts/bar-fill'
import type { Ink } from '../../src/charts/ink'
import { articlePalette, palettes } from '../../src/charts/palette'

interface Drawn {
  readonly fills: string[]
  readonly points: (readonly [number, number])[]
}

/** What filling a bar draws: its fills, and the ends of all lines. */
function draw(group: number, palette = palettes.grey): Drawn {
  const drawn: Drawn = { fills: [], points: [] }
  const ink = {
    fillStyle: '',
    fillRect(this: { fillStyle: string }) {
      drawn.fills.push(this.fillStyle)
    },
    beginPath: () => undefined,
    rect: () => undefined,
    stroke: () => undefined,
    moveTo: (x: number, y: number) => drawn.points.push([x, y]),
    lineTo: (x: number, y: number) => drawn.points.push([x, y]),
  }
  fillBar(ink as unknown as Ink, palette, { group }, { x: 10, y: 20, width: 12, height: 40 }, 1)
  return drawn
}

describe('a bar', () => {
  it('has its own colour if there are colours, and no lines', () => {
    const { fills, points } = draw(1, palettes.light)
    expect(fills).toEqual(['#e69e66'])
    expect(points).toEqual([])
  })

  it('has its own pattern in greys, for ten sides', () => {
    const looks = Array.from({ length: 10 }, (_, group) => JSON.stringify(draw(group)))
    expect(new Set(looks).size).toBe(10)
  })

  it.each([1, 3, 5, 6, 7, 8, 9])('keeps the lines of pattern %d inside the bar', (group) => {
    const { points } = draw(group, articlePalette('dark', 'greys'))
    expect(points.length).toBeGreaterThan(2)
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(10)
      expect(x).toBeLessThanOrEqual(22)
      expect(y).toBeGreaterThanOrEqual(20)
      expect(y).toBeLessThanOrEqual(60)
    }
  })
})
