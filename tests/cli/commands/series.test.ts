import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { series } from '../../../src/cli/commands/series'
import { readRequests } from '../../../src/core/observers/read-requests'
import type { Series } from '../../../src/core/results/observation'
import { sampleCampaign, sampleResult, sampleSeries, sampleStart } from '../../bench/store/sample-results'
import { runCaptured } from '../capture-output'

/** A histogram over time: 900 I/Os of 1 µs and 100 of 11 µs, so that their mean is 2 µs. */
const overTime: Series = {
  ...{ kind: 'series', source: 'engine', test: 'random-mix', direction: 'read' },
  ...{ metric: 'completion', unit: 'count', startedAtMs: 1_700_000_000_000, intervalSeconds: 1 },
  seconds: Float64Array.of(1, 1, 2),
  values: Float64Array.of(600, 100, 300),
  binsNs: Float64Array.of(1000, 11_000, 1000),
}

/** More numbers than fit in one piece of the output. */
const long: Series = {
  ...overTime,
  ...{ source: 'cpu', direction: 'total', metric: 'cpu_user', unit: '%', binsNs: undefined },
  seconds: Float64Array.from({ length: 10_001 }, (_, at) => at / 10),
  values: Float64Array.from({ length: 10_001 }, (_, at) => (at % 2) / 3),
}

/** Left by the tracer of block requests. */
const requests = `benchwright-requests 1
clock 100 1700000000
at 101 vda read 300 1228800 3 300 30000 300 600
at 101 vda write 100 819200 99 100 20000 100 300
size vda read 4096 300
size vda write 8192 98
size vda write 4096 2
service vda read 100 300
seen 400 all
end told 0
`

let folder: string
let file: string
let withSeries: number
let without: number
let withRequests: number
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-series-'))
  file = join(folder, 'over-time.benchwright')
  const review = createReview(file)
  const runs = review.runs(review.createCampaign(sampleCampaign()))
  withSeries = runs[1]?.id ?? 0
  without = runs[2]?.id ?? 0
  review.startRun(withSeries, sampleStart)
  review.finishRuns([[withSeries, { ...sampleResult(), observations: [sampleSeries(1000), overTime, long] }]])
  withRequests = runs[3]?.id ?? 0
  review.startRun(withRequests, sampleStart)
  const traced = readRequests(requests, { test: 'random-mix', intervalSeconds: 1 })
  review.finishRuns([[withRequests, { ...sampleResult(), observations: traced.observations }]])
  review.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: readonly string[]) => runCaptured(series, file, ...args)

describe('series', () => {
  it('prints all numbers as JSON, in base units', async () => {
    const { status, stdout } = await run('--run', String(withSeries), '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      run: withSeries,
      series: [
        {
          ...{ source: 'disk', device: 'nvme0n1', direction: 'write', metric: 'bandwidth', unit: 'B/s' },
          t_seconds: [-1, 1, 2.000_001, 3],
          values: [0, 1000, 1000 / 3, 5e-324],
        },
        {
          ...{ source: 'engine', device: null, direction: 'read', metric: 'completion', unit: 'count' },
          t_seconds: [1, 1, 2],
          values: [600, 100, 300],
          bins_ns: [1000, 11_000, 1000],
        },
        {
          ...{ source: 'cpu', device: null, direction: 'total', metric: 'cpu_user', unit: '%' },
          t_seconds: [...long.seconds],
          values: [...long.values],
        },
      ],
    })
  })

  it('prints one row per point as CSV', async () => {
    const { stdout } = await run('--run', String(withSeries), '--csv')
    const lines = stdout.split('\r\n')
    expect(lines.slice(0, 6)).toEqual([
      'run,source,device,direction,metric,unit,t_seconds,value,bin_ns',
      `${withSeries},disk,nvme0n1,write,bandwidth,B/s,-1,0,`,
      `${withSeries},disk,nvme0n1,write,bandwidth,B/s,1,1000,`,
      `${withSeries},disk,nvme0n1,write,bandwidth,B/s,2.000001,333.3333333333333,`,
      `${withSeries},disk,nvme0n1,write,bandwidth,B/s,3,5e-324,`,
      `${withSeries},engine,,read,completion,count,1,600,1000`,
    ])
    expect(lines).toHaveLength(1 + 4 + 3 + 10_001 + 1)
  })

  it('prints one line per series with points, span and mean', async () => {
    const { stdout } = await run('--run', String(withSeries))
    const rows = stdout
      .split('\n')
      .map((line) => line.split(/ {2,}/).map((cell) => cell.trim().replace(/\s/g, ' ')))
    expect(rows[2]).toEqual(['disk', 'nvme0n1', 'write', 'bandwidth', '4', '4 s', '333.3', 'B/s'])
    expect(rows[3]).toEqual(['engine', 'read', 'completion', '3', '1 s', '2,000', 'ns'])
  })

  it.each([
    ['no run', [], '--run ID is missing'],
    ['a word', ['--run', 'first'], '--run first: that is not a run'],
    ['an unknown run', ['--run', '999'], 'there is no run 999'],
  ])('refuses %s', async (_, args, problem) => {
    const { status, stderr, stdout } = await run(...args)
    expect(stderr).toContain(problem)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })

  it('names the runs that have series if none was requested', async () => {
    const advice = `Runs with series: ${withSeries}, ${withRequests} of "`
    for (const args of [[], ['--run', 'first'], ['--run', '999'], ['--run', String(without)]])
      expect((await run(...args)).stderr).toContain(advice)
    const { status, stderr } = await run('--run', String(without), '--json')
    expect(stderr).toContain(`over-time.benchwright: run ${without} (waiting) has no series.`)
    expect(status).toBe(2)
  })

  it('sums up the requests to each device, if block requests were recorded', async () => {
    const { stdout } = await run('--run', String(withRequests), '--json')
    const printed = JSON.parse(stdout) as { series: unknown[]; requests: unknown[] }
    expect(printed.series).toHaveLength(12)
    expect(printed.requests).toEqual([
      {
        ...{ device: 'vda', direction: 'read', requests: 300, share_percent: 75, sequential_percent: 1 },
        ...{ mean_bytes: 4096, sizes: [{ bytes: 4096, requests: 300 }] },
        device_latency_ns: { mean: 100_000, p50: 100_000, p99: 100_000 },
        queue_wait_ns: null,
      },
      {
        ...{ device: 'vda', direction: 'write', requests: 100, share_percent: 25, sequential_percent: 99 },
        mean_bytes: 8192,
        sizes: [
          { bytes: 8192, requests: 98 },
          { bytes: 4096, requests: 2 },
        ],
        ...{ device_latency_ns: null, queue_wait_ns: null },
      },
    ])
    const text = (await run('--run', String(withRequests))).stdout.split('\n')
    const header = text.findIndex((line) => line.includes('in device p50'))
    expect(text[header + 2]).toMatch(/vda +read +300 +75/)
    expect(JSON.parse((await run('--run', String(withSeries), '--json')).stdout)).not.toHaveProperty(
      'requests',
    )
  })
})
