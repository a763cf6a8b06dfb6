import { expect, test } from 'vitest'
import { estimatePlan } from '../../../src/core/engines/plan-estimate'
import { rateText, timeText } from '../../../src/core/plan/estimate-text'
import { newPlan } from '../../../src/core/plan/edit-plan'

const iozone = (base: Record<string, string | number>) =>
  newPlan(
    { id: 'p', seed: 1, target: { kind: 'folder', path: '/mnt/x' } },
    { name: 'IOzone', engine: 'iozone', base, repetitions: 10 },
  )

test('a run that ends with an amount of data takes between two times', () => {
  const plan = iozone({ file_size: 16 * 2 ** 30, block_size: 2 ** 20, tests: 'all' })
  const estimate = estimatePlan({ ...plan, pauseSeconds: 100 }, {})
  expect(estimate.seconds).toBeUndefined()
  // Thirteen passes over 16 GiB, ten times, and nine pauses.
  const bytes = 13 * 10 * 16 * 2 ** 30
  expect(estimate.atRates?.fast).toEqual({ bytesPerSecond: 2e9, seconds: 900 + bytes / 2e9 })
  expect(estimate.atRates?.slow).toEqual({ bytesPerSecond: 100e6, seconds: 900 + bytes / 100e6 })
  expect(timeText(estimate)).toBe('0.56–6.5\u2009h')
  expect(rateText(estimate)).toBe('at 0.1–2\u2009GB/s, assumed')
})

test('a time that is fixed is said alone, and one that nobody knows not at all', () => {
  expect(timeText({ seconds: 90 })).toBe('1\u2009min 30\u2009s')
  expect(timeText({})).toBe('–')
  expect(rateText({})).toBe('depends on the drive')
})
