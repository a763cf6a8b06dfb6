import { expect, it } from 'vitest'
import { clockStep, clockWords } from '../../../src/core/observers/host-clock'

it.each([
  ['corrected', 1.5, 60, 0],
  ['set back', -3600, 60, -3600],
  ['set forward', 2.5, 60, 2.5],
  ['slewed for a day', 43, 86_400, 0],
])('a clock that was %s', (_, ahead, passed, step) => {
  const before = { timeOfDay: 1000, uptime: 100 }
  const after = { timeOfDay: 1000 + passed + ahead, uptime: 100 + passed }
  expect(clockStep(before, after)).toBeCloseTo(step)
})

it('is said with the way it was set', () => {
  expect(clockWords('The clock of lab', -60).replaceAll('\u202f', ' ')).toMatch(
    /^The clock of lab was set back by (1 min|60 s)$/,
  )
})
