import { expect, it } from 'vitest'
import { nameBox } from '../../../src/charts/plugins/reference-lines-plugin'

const line = { left: 100, right: 500, y: 200, top: 40, bottom: 400 }
const size = { width: 80, height: 12, gap: 2 }
const none = { segments: [], boxes: [] }

it('writes the name of a reference line above its right end, below it at the top of the plot', () => {
  expect(nameBox(line, size, none)).toEqual({ x: 420, y: 187, width: 80, height: 12 })
  expect(nameBox({ ...line, y: 45 }, size, none)).toEqual({ x: 420, y: 47, width: 80, height: 12 })
})

it('moves the name where it covers no line, no mark and no bar', () => {
  const falling = { from: [380, 150], to: [500, 195] } as const
  expect(nameBox(line, size, { segments: [falling], boxes: [] })).toMatchObject({ x: 420, y: 202 })
  const crossing = { from: [400, 150], to: [500, 260] } as const
  const moved = nameBox(line, size, { segments: [crossing], boxes: [] })
  expect(moved.x + moved.width).toBeLessThan(460)
  const bar = { x: 410, y: 120, width: 90, height: 280 }
  expect(nameBox(line, size, { segments: [], boxes: [bar] })).toEqual({
    x: 300,
    y: 187,
    width: 80,
    height: 12,
  })
})

it('keeps the name at its end if there is no free place', () => {
  const everywhere = { x: 0, y: 0, width: 600, height: 400 }
  expect(nameBox(line, size, { segments: [], boxes: [everywhere] })).toMatchObject({ x: 420, y: 187 })
})
