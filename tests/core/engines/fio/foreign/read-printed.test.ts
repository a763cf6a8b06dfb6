import { bannersOf } from '../../../../../src/core/engines/fio/foreign/printed-banners'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readForeignOutputs } from '../../../../../src/core/engines/foreign/read-output'
import type { ForeignRun } from '../../../../../src/core/engines/foreign/foreign-output'
import { scalarsOf, type Direction } from '../../../../../src/core/results/observation'

const text = (name: string) => readFileSync(`tests/fixtures/foreign/fio-printed/${name}`, 'utf8')
function read(source: string) {
  const [output] = readForeignOutputs(source)
  if (!output) throw new Error('Nothing was recognised.')
  return output
}
const value = (run: ForeignRun | undefined, metric: string, direction: Direction = 'total') =>
  scalarsOf(run?.observations ?? []).find((one) => one.metric === metric && one.direction === direction)
    ?.value

const group = text('3.33-group.txt')
/** The report without its banner, of another state: the same process with other numbers. */
const laterState = group.slice(group.indexOf('\nprobe: (groupid')).replace('IOPS=25.0k', 'IOPS=26.0k')

describe('reports of one run', () => {
  it('count once, with the numbers of the last, if status-interval asked for them', () => {
    const { runs } = read(group + laterState)
    expect(runs.map((run) => [run.levels.pattern, run.levels.jobs, value(run, 'iops', 'read')])).toEqual([
      ['random-mix', 2, 26_000],
    ])
    const repeated = read(group + group.replace(/ pid=\d+/, ' pid=7'))
    expect(repeated.runs.map((run) => value(run, 'iops', 'read'))).toEqual([25_000, 25_000])
  })

  it('are no result if the run was ended by a signal', () => {
    const ended = laterState.replace('\nprobe: (groupid', '\nfio: terminating on signal 2\n\nprobe: (groupid')
    expect(read(group + ended)).toMatchObject({
      runs: [],
      skipped: [{ part: 'probe', reason: 'fio was ended before the run was over.' }],
    })
  })
})

describe('clones of a job', () => {
  it('are one job, whose percentiles cannot be put together', () => {
    const { runs } = read(text('3.33-clones.txt'))
    const [run] = runs
    expect(runs.map(({ levels }) => levels)).toEqual([
      { pattern: 'random-read', block_size: 4096, queue_depth: 8, jobs: 3, io_engine: 'libaio' },
    ])
    expect([value(run, 'iops'), value(run, 'io_count'), value(run, 'bandwidth')]).toEqual([
      880 + 878 + 873,
      881 + 879 + 874,
      (3520 + 3512 + 3493) * 1024,
    ])
    const mean = (881 * 2078.76 + 879 * 2638.62 + 874 * 2717.67) / (881 + 879 + 874)
    expect(value(run, 'latency_mean')).toBeCloseTo(mean * 1000, 3)
    expect(value(run, 'latency_max')).toBe(136_995_000)
    expect(value(run, 'completion_latency_p50')).toBeUndefined()
  })

  it('are not a result if their text ends before the last', () => {
    const whole = text('3.33-clones.txt')
    const { runs, skipped } = read(whole.slice(0, whole.lastIndexOf('v: (groupid')))
    expect([runs, skipped[0]?.reason]).toEqual([
      [],
      expect.stringMatching(/^Its text ends before the last of its clones/),
    ])
  })

  it('are one job in terse lines that end with the same use of the drives', () => {
    const line = text('3.33-terse-3.txt').trim()
    const [one] = read(line).runs
    const { runs } = read(`${line}\n${line}\n${line.replace(/vda;\d+/, 'vda;1')}\n`)
    expect(runs.map(({ levels }) => levels)).toEqual([{ job: 'probe', jobs: 2 }, { job: 'probe' }])
    const numbers = ['iops', 'latency_mean', 'latency_max', 'runtime', 'completion_latency_p50']
    expect(numbers.map((metric) => value(runs[0], metric, metric === 'runtime' ? 'total' : 'read'))).toEqual([
      2 * (value(one, 'iops', 'read') ?? 0),
      value(one, 'latency_mean', 'read'),
      value(one, 'latency_max', 'read'),
      value(one, 'runtime'),
      undefined,
    ])
  })
})

it('takes what the servers of a client did as one run, without the sum beside it', () => {
  const { runs } = read(text('3.33-client.txt'))
  expect(runs.map(({ levels }) => levels)).toEqual([
    { pattern: 'random-read', block_size: 4096, queue_depth: 1, jobs: 1, hosts: 2, io_engine: 'null' },
  ])
  expect([value(runs[0], 'iops'), runs[0]?.engineVersion]).toEqual([999, '3.33'])
})

it('reads the numbers of all directions together', () => {
  const [run] = read(text('3.33-mixed.txt')).runs
  expect(run?.levels.pattern).toBe('random-mix')
  expect([value(run, 'iops'), value(run, 'io_count'), value(run, 'iops', 'read')]).toEqual([
    1000,
    1001,
    undefined,
  ])
  // fio 3.38 prints zeros beside the single directions.
  const both = group.replace('  cpu   ', '  mixed: IOPS=0, BW=0 (0)(0B/114msec)\n  cpu   ')
  const numbers = scalarsOf(read(group).runs[0]?.observations ?? [])
  expect(scalarsOf(read(both).runs[0]?.observations ?? [])).toEqual(numbers)
})

it('takes a result once that fio wrote as terse line and as text', () => {
  const line = text('3.33-terse-3.txt')
  expect(read(group.replace('\nprobe: (groupid', `${line}\nprobe: (groupid`)).runs).toHaveLength(1)
})

it('finds the head of a job behind a line of progress', () => {
  const progress = 'Jobs: 2 (f=2): [m(2)][100.0%][eta 00m:00s]\r'
  const [run] = read(group.replace('\nprobe: (groupid', `\n${progress}probe: (groupid`)).runs
  expect([run?.label, run?.levels.pattern]).toEqual(['probe', 'random-mix'])
})

describe('the banner of a job', () => {
  const sizes = (blocks: string, rw = 'randrw') => {
    const banner = `probe: (g=0): rw=${rw}, bs=${blocks}, ioengine=libaio, iodepth=4`
    return bannersOf(banner)[0]?.levels.block_size
  }

  it.each([
    ['(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB', 'randrw', 65_536],
    ['(R) 1024KiB-1024KiB, (W) 1024KiB-1024KiB, (T) 1024KiB-1024KiB', 'randrw', 1024 ** 2],
    ['64K-64K/64K-64K/64K-64K', 'randrw', 65_536],
    ['(R) 4096B-4096B, (W) 64.0KiB-64.0KiB, (T) 4096B-4096B', 'randrw', '4096,65536'],
    ['(R) 4096B-4096B, (W) 64.0KiB-64.0KiB, (T) 4096B-4096B', 'randwrite', 65_536],
    ['(R) 4096B-4096B, (W) 64.0KiB-64.0KiB, (T) 4096B-4096B', 'randread', 4096],
    ['(R) 4096B-64.0KiB, (W) 4096B-64.0KiB, (T) 4096B-64.0KiB', 'randrw', '4096-65536'],
  ])('with the sizes %s is of requests of a %s', (blocks, rw, block) => {
    expect(sizes(blocks, rw)).toBe(block)
  })

  it('is of the run that follows, in a file of several of one name', () => {
    const deeper = group
      .replace(/ pid=\d+/, ' pid=7')
      .replace(/^(probe: \(g=0\): .*iodepth=)\d+/m, '$164')
      .replace('fio-3.33', 'fio-3.36')
    const { runs } = read(`${group}\n${deeper}`)
    expect(runs.map((run) => [run.levels.queue_depth, run.engineVersion])).toEqual([
      [read(group).runs[0]?.levels.queue_depth, '3.33'],
      [64, '3.36'],
    ])
  })
})

it('leaves out percentiles that the number of requests cannot tell', () => {
  const few = group.replace(/issued rwts: total=\d+,\d+/, 'issued rwts: total=500,500')
  expect(value(read(few).runs[0], 'io_count', 'read')).toBe(500)
  expect(value(read(few).runs[0], 'completion_latency_p95', 'read')).toBeGreaterThan(0)
  expect(value(read(few).runs[0], 'completion_latency_p99', 'read')).toBeUndefined()
})

const given = (name: string) => readFileSync(`tests/fixtures/imports/${name}`, 'utf8')

it('has the latencies of fsync, which are of no direction', () => {
  const { runs } = read(given('fio-3.33-fdatasync.txt'))
  const [run] = runs
  expect([value(run, 'fsync_latency_mean'), value(run, 'fsync_latency_max')]).toEqual([
    3_855_080, 373_067_000,
  ])
  expect(value(run, 'fsync_latency_p99')).toBe(18_220_000)
  expect(value(run, 'completion_latency_p99')).toBe(502_000)
  expect(value(run, 'fsync_latency_p99', 'write')).toBeUndefined()
})

it('without its banner still says jobs, depth and every percentile', () => {
  const whole = given('fio-3.33-fdatasync.txt')
  const { runs } = read(whole.slice(whole.indexOf('s: (groupid=')))
  expect(runs).toMatchObject([{ levels: { job: 's', jobs: 1, queue_depth: 1 } }])
  expect(
    ['p01', 'p05', 'p50', 'p90', 'p995'].map((name) => value(runs[0], `completion_latency_${name}`)),
  ).toEqual([4000, 5000, 12_000, 26_000, 1_123_000])
  const deep = read(laterState.replaceAll(/depth=\d+$/gm, 'depth=17'))
  expect(deep.runs[0]?.levels).toMatchObject({ jobs: 2, queue_depth: 17 })
})

it('tells jobs apart whose names fio cut to the same', () => {
  const whole = given('fio-3.33-long-names.txt')
  const { runs } = read(whole)
  expect(runs.map(({ levels, label }) => [levels.pattern, levels.jobs, label.slice(-3)])).toEqual([
    ['sequential-write', 1, '--a'],
    ['sequential-read', 1, '--b'],
  ])
  const together = whole.replace('(g=1)', '(g=0)').replace('groupid=1', 'groupid=0')
  expect(read(together).runs.map(({ levels }) => levels.pattern)).toEqual([
    'sequential-write',
    'sequential-read',
  ])
  const cloned = together.replace(/^(.*--a: \(g=0\).*)$/m, '$1\n...')
  expect(read(cloned)).toMatchObject({
    runs: [],
    skipped: [{ reason: expect.stringContaining('cut the names') as string }],
  })
})
