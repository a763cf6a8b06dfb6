import { expect, it } from 'vitest'
import { sweepXAxis } from '../../../../src/core/figures/sweep/sweep-axes'

it('holds every level of an offered load, in rising order', () => {
  const axis = sweepXAxis('offered_percent', [10, 50, 110], 'Offered load (%)')
  expect(axis).toMatchObject({ min: 0, max: 110, reverse: false })
})

it('reads a mix from all reads to all writes', () => {
  expect(sweepXAxis('read_percent', [95, 5], 'Reads (%)')).toMatchObject({ min: 0, max: 100, reverse: true })
})
