import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CommandRequest } from '../../../../src/core/engines/engine'
import { sysbenchFileio } from '../../../../src/core/engines/sysbench/fileio/sysbench-fileio'
import type { Workload } from '../../../../src/core/plan/plan'
import { newPlan } from '../../../../src/core/plan/edit-plan'

const mebibyte = 1024 ** 2
const workload: Workload = {
  ...{ pattern: 'random-mix', read_percent: 70, block_size: 16_384, jobs: 2, fsync: 0 },
  ...{ file_size: 16 * mebibyte, file_count: 4, runtime: 3, ramp_time: 2 },
}
const request = (parts: Partial<CommandRequest> = {}): CommandRequest => ({
  ...{ workload, dataFile: '/data/files', runName: 'bw-1', phase: 'measure', seed: 6 },
  ...parts,
})
const argsOf = (parts: Partial<CommandRequest> = {}) =>
  sysbenchFileio
    .steps(request(parts))
    .steps.map(({ kind, processes }) => ({ kind, args: processes[0]?.args ?? [] }))

it('warms up with a run beforehand, in the folder of the files', () => {
  const [warmUp, measure] = argsOf()
  expect(warmUp?.kind).toBe('prepare')
  expect(warmUp?.args).toContain('--time=2')
  expect(measure?.args.slice(0, 4)).toEqual(['in-folder.sh', '/data/files', 'sysbench', 'fileio'])
  expect(measure?.args).toEqual(
    expect.arrayContaining([
      ...['--file-num=4', `--file-total-size=${String(16 * mebibyte)}`, '--file-block-size=16384'],
      ...['--file-extra-flags=direct', '--file-test-mode=rndrw', '--file-rw-ratio=2.333333333'],
      ...['--file-fsync-freq=0', '--threads=2', '--time=3', '--percentile=95', '--rand-seed=7'],
    ]),
  )
  expect(measure?.args.at(-1)).toBe('run')
})

it('offers its rate of requests, and the fsync calls on top, which sysbench counts as well', () => {
  const rate = (change: Workload) =>
    argsOf({ workload: { ...workload, offered_iops: 2000, ...change } })
      .at(-1)
      ?.args.find((arg) => arg.startsWith('--rate='))
  expect(rate({})).toBe('--rate=2000')
  expect(rate({ fsync: 50 })).toBe('--rate=2160')
  expect(rate({ fsync: 50, pattern: 'random-read' })).toBe('--rate=2000')
})

it('creates the files once for all cases of the same size', () => {
  const [layout] = argsOf({ phase: 'layout' })
  expect(layout?.args.at(-1)).toBe('prepare')
  expect(sysbenchFileio.dataOf(workload)).toEqual({
    kind: 'folder',
    contentKeys: ['file_size', 'file_count'],
  })
})

it('treats a mix of only reads as a pure read', () => {
  const pure = { ...workload, read_percent: 100 }
  expect(argsOf({ workload: pure }).at(-1)?.args).toContain('--file-test-mode=rndrd')
  expect(sysbenchFileio.writes(pure)).toBe(false)
  expect(sysbenchFileio.testName(pure)).toBe('random-read')
})

it.each<[string, Workload, RegExp]>([
  ['a size that is not spread evenly', { file_size: 10_000_000 }, /cannot be spread evenly/],
  ['fractions of a second', { runtime: 1.5 }, /whole seconds/],
  ['mapped files with direct I/O', { io_engine: 'mmap' }, /page cache/],
  ['an unknown option', { nonsense: 1 }, /not an option/],
  ['its own name for a field', { threads: 4 }, /set by Jobs/],
])('refuses %s', (_, change, said) => {
  expect(sysbenchFileio.checkWorkload({ ...workload, ...change })[0]?.text).toMatch(said)
})

it('refuses a plan that would measure the page cache', () => {
  const plan = newPlan(
    { id: 'cached', seed: 1, target: { kind: 'folder', path: '/data' } },
    {
      name: 'Cached',
      engine: 'sysbench-fileio',
      base: { ...workload, direct: false },
      axes: [],
      repetitions: 1,
    },
  )
  const [advice] = sysbenchFileio.advise(plan, { memoryBytes: 1024 ** 3 })
  expect(advice).toMatchObject({ id: 'measures-page-cache', severity: 'error' })
  expect(advice?.remedy?.label).toBe('Use direct I/O')
  const direct = { ...plan, base: { ...plan.base, direct: true } }
  expect(
    sysbenchFileio.advise(direct, { memoryBytes: 1024 ** 3 }).map(({ severity }) => severity),
  ).not.toContain('error')
})

it('fails a run that differs from what was requested', () => {
  const output = readFileSync('tests/fixtures/sysbench-1.0.20/rndrw.txt', 'utf8')
  const outputs = { 'output.txt': output, 'started.txt': '1700000000.5\n' }
  const parsed = (parts: Workload) =>
    sysbenchFileio.parse({ outputs, exitCode: 0, request: request({ workload: { ...workload, ...parts } }) })
  expect(parsed({})).toMatchObject({ outcome: 'done', measuredAtMs: 1_700_000_000_500 })
  expect(parsed({ jobs: 3 })).toMatchObject({ outcome: 'failed', failure: { id: 'other-than-asked' } })
  expect(parsed({ runtime: 60 })).toMatchObject({ outcome: 'failed', failure: { id: 'other-than-asked' } })
})

it('names the reason for a missing result', () => {
  const refused = readFileSync('tests/fixtures/sysbench-1.0.20/wrong-size.txt', 'utf8')
  const parsed = (outputText: string, exitCode: number | undefined) =>
    sysbenchFileio.parse({ outputs: { 'output.txt': outputText }, exitCode, request: request() })
  const why = parsed(refused, 1)
  expect(why.outcome === 'done' ? '' : why.failure.text).toContain('FATAL: Size of file')
  expect(parsed('FATAL: Failed to write file! errno: 28 (No space left on device)', 1)).toMatchObject({
    failure: { id: 'no-space' },
  })
  expect(parsed('', 130)).toMatchObject({ outcome: 'interrupted' })
})
