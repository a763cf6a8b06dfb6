import { expect, test } from 'vitest'
import { cellWidthFor, labelWidthFor } from '../../../src/renderer/views/run/grid/paint-grid'

test('names of cases are not truncated while the cells leave room next to them', () => {
  expect(labelWidthFor(1200, 5, 480)).toBe(492)
  expect(cellWidthFor(1200, 5, 492)).toBe(76)
  // Short names keep the usual room, and cells their full width.
  expect(labelWidthFor(1200, 5, 80)).toBe(232)
  expect(labelWidthFor(700, 5, 480)).toBe(320)
  // Beside the details of a run there is little room: short names leave it to the cells.
  expect(labelWidthFor(345, 4, 125)).toBe(137)
  expect(labelWidthFor(420, 4, 80)).toBe(116)
  // With many repetitions both shrink.
  expect(labelWidthFor(700, 30, 480)).toBe(232)
  expect(cellWidthFor(700, 30, 232)).toBe(15)
})
