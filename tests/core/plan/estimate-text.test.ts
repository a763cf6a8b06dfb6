import { sumEstimates } from '../../../src/core/engines/plan-estimate'
import { describe, expect, it, test } from 'vitest'
import { estimatePlan } from '../../../src/core/engines/plan-estimate'
import { costText, rateText, timeText } from '../../../src/core/plan/estimate-text'
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
  expect(timeText(estimate)).toBe('0.56–6.5\u202fh')
  expect(rateText(estimate)).toBe('at 0.1–2\u202fGB/s, assumed')
})

test('a fixed time is given alone, and an unknown one is omitted', () => {
  expect(timeText({ seconds: 90 })).toBe('1\u202fmin 30\u202fs')
  expect(timeText({})).toBe('–')
  expect(rateText({})).toBe('depends on the drive')
})

test('the cost of a plan that fills a target of unknown size is more than what is known', () => {
  const known = { caseCount: 2, excludedCount: 0, spaceBytes: 100, bytesWrittenBasis: 'exact' } as const
  const plan = { ...known, runCount: 4, seconds: 60, bytesWritten: 1e9, lacksTargetSize: true } as const
  expect(costText(plan)).toBe('4 runs, more than 1\u202fmin, more than 1\u202fGB written')
})

describe('the total cost of several plans', () => {
  const parts = { caseCount: 2, excludedCount: 0, spaceBytes: 100, bytesWrittenBasis: 'exact' } as const
  const timed = { ...parts, runCount: 4, seconds: 60, bytesWritten: 1e9 }
  const rates = {
    fast: { bytesPerSecond: 2e9, seconds: 10 },
    slow: { bytesPerSecond: 1e8, seconds: 200 },
  }

  it('is the sum of runs, time and bytes', () => {
    const sum = sumEstimates([timed, { ...timed, seconds: 30, bytesWrittenBasis: 'assumed-rate' }])
    expect(sum).toMatchObject({
      runCount: 8,
      seconds: 90,
      bytesWritten: 2e9,
      bytesWrittenBasis: 'assumed-rate',
    })
    expect(costText(sum).replaceAll('\u202f', ' ')).toBe(
      '8 runs, about 1 min 30 s, 2 GB written at most, at the rate of the bus',
    )
  })

  it('has limits if the time of one depends on the drive, and is unknown if one is', () => {
    const { seconds: _, ...open } = timed
    expect(sumEstimates([timed, { ...open, atRates: rates }]).atRates).toMatchObject({
      fast: { seconds: 70 },
      slow: { seconds: 260 },
    })
    const { bytesWritten: _none, ...unknown } = open
    const sum = sumEstimates([timed, { ...unknown, bytesWrittenBasis: 'unknown' }])
    expect(sum).not.toHaveProperty('seconds')
    expect(sum.bytesWritten).toBeUndefined()
    expect(costText(sum)).toBe('8 runs')
  })
})
