import { statSync, truncateSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandRequest, ParseResult } from '../../../src/core/engines/engine'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import type { Workload } from '../../../src/core/plan/plan'
import { runFio, temporaryFolder } from './run-fio'
import { recordedCommand } from '../../../src/core/engines/steps'
import { scalarsOf } from '../../../src/core/results/observation'

const folder = temporaryFolder()
const dataFile = `${folder.path}/da ta:1`
const base: Workload = {
  pattern: 'random-mix',
  read_percent: 70,
  block_size: 4096,
  queue_depth: 8,
  file_size: 16 * 1024 ** 2,
  runtime: 0.5,
  compress_percent: 0,
}

function run(workload: Workload, more: Partial<CommandRequest> = {}): ParseResult {
  const request: CommandRequest = {
    workload: { ...base, ...workload },
    dataFile,
    runName: 'bw-1',
    phase: 'measure',
    seed: 3,
    ...more,
  }
  return fioEngine.parse(runFio(folder.path, recordedCommand(fioEngine.steps(request)), request))
}

const valueIn = (result: ParseResult, direction: string, metric: string) =>
  result.outcome === 'done'
    ? scalarsOf(result.observations).find((one) => one.direction === direction && one.metric === metric)
        ?.value
    : undefined

describe('a run of the real fio, from workload to numbers', () => {
  beforeAll(() => {
    expect(run({}, { phase: 'layout' })).toMatchObject({ outcome: 'done', warnings: [] })
    expect(statSync(dataFile).size).toBe(16 * 1024 ** 2)
  })
  afterAll(() => folder.remove())

  it.each<[string, Workload]>([
    ['mix', {}],
    ['pure read of a mix', { read_percent: 100 }],
    ['pure write of a mix', { read_percent: 0 }],
    ['sequential mix', { pattern: 'sequential-mix', block_size: 65_536 }],
    ['sequential jobs', { pattern: 'sequential-read', jobs: 3, block_size: 65_536 }],
    ['random jobs', { jobs: 4 }],
    ['processes', { jobs: 2, thread: false }],
    ['io_uring', { io_engine: 'io_uring' }],
    ['posixaio', { io_engine: 'posixaio' }],
    ['buffered psync', { io_engine: 'psync', queue_depth: 1, direct: false, end_fsync: true }],
    ['mmap', { io_engine: 'mmap', queue_depth: 1, direct: false }],
    ['warm-up', { ramp_time: 0.5 }],
    ['size-bound', { io_size: 4_194_304 }],
    ['smaller than the file', { file_size: 4 * 1024 ** 2 }],
    ['odd size', { file_size: 10_000_000, block_size: 12_288 }],
    [
      'extra options',
      { thinktime: 10, nice: 5, random_distribution: 'zipf:1.2', slat_percentiles: true, cpus_allowed: '0' },
    ],
    ['other percentiles', { percentiles: '50:99.9' }],
    ['repeated places', { random_repeat: true, norandommap: true }],
    ['compressible', { compress_percent: 50, dedupe_percent: 25 }],
    ['zeros', { compress_percent: 100 }],
    ['fsync', { fsync: 8, queue_depth: 1 }],
  ])('%s', (_, workload) => {
    const result = run(workload)
    expect(result).toMatchObject({ outcome: 'done', warnings: [] })
    expect(valueIn(result, 'total', 'iops')).toBeGreaterThan(0)
    expect(valueIn(result, 'total', 'latency_mean')).toBeGreaterThan(0)
    expect(valueIn(result, 'total', 'latency_p50')).toBeGreaterThan(0)
    expect(valueIn(result, 'total', 'completion_latency_p50')).toBeGreaterThan(0)
    expect(statSync(dataFile).size).toBe(16 * 1024 ** 2)
  })

  it('holds a limit and the share of reads at once', () => {
    // Any drive reaches that many; how close a busy machine comes to the limit from below is not tested.
    const result = run({ rate_iops: 400, runtime: 2 })
    expect(result).toMatchObject({ outcome: 'done', warnings: [] })
    expect(valueIn(result, 'total', 'iops')).toBeLessThan(440)
    expect(valueIn(result, 'total', 'achieved_read_percent')).toBeGreaterThan(66)
    expect(valueIn(result, 'total', 'achieved_read_percent')).toBeLessThan(74)
  })

  it('moves no data with the null engine, and writes no file', () => {
    const result = run({ io_engine: 'null' }, { dataFile: undefined })
    expect(result).toMatchObject({ outcome: 'done' })
    expect(valueIn(result, 'read', 'iops')).toBeGreaterThan(10_000)
  })

  it('warns of a synchronous engine at depth', () => {
    expect(run({ io_engine: 'psync' }).warnings.map((one) => one.id)).toEqual(['queue-depth-capped'])
  })

  // fio would create missing folders; the guard on the host looks for the file before fio is started.
  it('fails without its file, and creates none', () => {
    const missing = `${folder.path}/no-folder/data`
    for (const percent of [0, 70, 100]) {
      expect(run({ read_percent: percent }, { dataFile: missing })).toMatchObject({
        outcome: 'failed',
        failure: { id: 'file-missing' },
      })
    }
    expect(() => statSync(missing)).toThrow()
  })

  it('fails with block sizes that direct I/O does not support', () => {
    expect(run({ block_size: 777 })).toMatchObject({ outcome: 'failed', failure: { id: 'invalid-argument' } })
  })

  it('does not extend a file that was truncated', () => {
    const short = `${folder.path}/short`
    expect(run({}, { phase: 'layout', dataFile: short }).outcome).toBe('done')
    truncateSync(short, 1_048_576)
    expect(run({ read_percent: 100 }, { dataFile: short })).toMatchObject({ outcome: 'failed' })
  })
})
