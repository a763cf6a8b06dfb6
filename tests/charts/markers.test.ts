import { expect, it } from 'vitest'
import { drawMarker, type pointStyles } from '../../src/charts/markers'
import type { Ink } from '../../src/charts/ink'

/** The points of a marker's outline. */
function corners(marker: keyof typeof pointStyles): readonly string[] {
  const found: string[] = []
  const note = (x: number, y: number) =>
    found.push(`${x.toFixed(1)},${y.toFixed(1)}`.replace(/-(?=0\.0)/g, ''))
  const ink = {
    ...{ beginPath: () => 0, closePath: () => 0, fill: () => 0, stroke: () => 0 },
    ...{ moveTo: note, lineTo: note, arc: note, rect: note },
  }
  drawMarker(ink as unknown as Ink, marker, 0, 0, 10)
  return found
}

it('each shape is unique, and the triangles differ by where they point', () => {
  const shapes = (
    ['circle', 'square', 'triangle', 'diamond', 'inverted', 'left', 'right', 'cross'] as const
  ).map(corners)
  expect(new Set(shapes.map((one) => one.join(' '))).size).toBe(shapes.length)
  expect(corners('triangle')).toContain('0.0,-10.0')
  expect(corners('inverted')).toContain('0.0,10.0')
  expect(corners('left')).toContain('-10.0,0.0')
  expect(corners('right')).toContain('10.0,0.0')
  expect(corners('none')).toEqual([])
})
