import { describe, expect, it } from 'vitest'
import type { LevelValue } from '../../../../src/core/plan/plan'
import { scalarsOf } from '../../../../src/core/results/observation'
import { captured, capturedDocument, parseOutput, type CapturedOutput } from './captured'

function read(output: CapturedOutput) {
  const result = parseOutput(output)
  const scalars = result.outcome === 'done' ? scalarsOf(result.observations) : []
  const value = (metric: string) =>
    scalars.find((one) => one.metric === metric && one.direction === 'total')?.value
  return { full: value('depth_full'), value, warnings: result.warnings }
}

describe('a load that was offered to fio', () => {
  it('is one that the generator did not reach where the null engine missed it with depth to spare', () => {
    const { warnings, full, value } = read(captured('offered-null'))
    expect(full).toBe(0)
    expect(value('offered_reached')).toBeLessThan(95)
    expect(warnings.map(({ text }) => text).join()).toMatch(/^The generator did not reach the rate: /)
    expect(warnings.map(({ text }) => text).join()).not.toMatch(/aturated|waited/)
  })

  it('has its waiting cut off at depth 1, and not at depth 64', () => {
    const one = read(captured('offered-depth-1'))
    const many = read(captured('offered-depth-64'))
    expect([one, many].map(({ value }) => Number(value('offered_reached')) > 95)).toEqual([true, true])
    expect(one.warnings.map(({ text }) => text).join()).toContain('Waiting was cut off at depth 1, ')
    expect(many.warnings).toEqual([])
  })

  it('is called saturated where it was missed with the depth exhausted', () => {
    const [first] = read(captured('offered-saturated')).warnings
    expect(first?.text).toMatch(/^Saturated: /)
  })
})

/** The captured run at depth 64 as if it had this workload and these shares of requests by depth. */
function altered(workload: Readonly<Record<string, LevelValue>>, levels: Readonly<Record<string, number>>) {
  const output = captured('offered-depth-64')
  const document = capturedDocument('offered-depth-64')
  const none = { '1': 0, '2': 0, '4': 0, '8': 0, '16': 0, '32': 0, '>=64': 0 }
  const jobs = document.jobs.map((job) => ({ ...job, iodepth_level: { ...none, ...levels } }))
  const options = {
    iodepth: String(workload.queue_depth ?? 64),
    ioengine: String(workload.io_engine ?? 'libaio'),
  }
  const own = jobs.map((job) => ({
    ...job,
    'job options': { ...(job as { 'job options'?: object })['job options'], ...options },
  }))
  return read({
    ...output,
    text: JSON.stringify({ ...document, jobs: own }),
    request: { ...output.request, workload: { ...output.request.workload, ...workload } },
  })
}

describe('the share of requests at full depth', () => {
  it('is counted where the depth is a power of two', () => {
    expect(altered({ queue_depth: 32 }, { '1': 70, '32': 30 }).full).toBe(30)
    expect(altered({ queue_depth: 2 }, { '1': 40, '2': 60 }).full).toBe(60)
    expect(altered({}, { '32': 75, '>=64': 25 }).full).toBe(25)
  })

  it('at depth 1 is the share of the time in use', () => {
    const { value, full } = read(captured('offered-depth-1'))
    expect(full).toBeCloseTo((Number(value('iops')) * Number(value('latency_mean'))) / 1e7, 6)
    // psync has one request in flight whatever its depth.
    const sync = altered({ io_engine: 'psync' }, { '1': 100 })
    expect(sync.full).toBeCloseTo((Number(sync.value('iops')) * Number(sync.value('latency_mean'))) / 1e7, 6)
  })

  it('of other depths is known only where hardly any request or most of them reached the last power of two', () => {
    // 48 lies in the class of 32 to 63, 200 in that of 64 and more.
    expect(altered({ queue_depth: 48 }, { '1': 99.5, '32': 0.5 }).full).toBe(0.5)
    expect(altered({ queue_depth: 48 }, { '1': 60, '32': 40 }).full).toBeUndefined()
    expect(altered({ queue_depth: 200 }, { '>=64': 40 }).full).toBeUndefined()
    // 1,154 requests a second of 0.53 ms are a fifth of three in flight.
    expect(altered({ queue_depth: 3 }, { '1': 50, '2': 50 }).full).toBeUndefined()
  })

  it('is missing, and nothing is called saturated, where fio counted no depths', () => {
    const output = captured('offered-saturated')
    const document = capturedDocument('offered-saturated')
    const jobs = document.jobs.map((job) => ({ ...job, iodepth_level: undefined }))
    const { full, warnings } = read({ ...output, text: JSON.stringify({ ...document, jobs }) })
    // All of the depth was in use all the time, by the mean latency.
    expect(full).toBeGreaterThan(90)
    expect(warnings[0]?.text).toMatch(/^Saturated: /)
  })
})
