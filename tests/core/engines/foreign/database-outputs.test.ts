import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readForeignOutputs } from '../../../../src/core/engines/foreign/read-output'
import { scalarsOf, seriesOf } from '../../../../src/core/results/observation'

const text = (path: string) => readFileSync(`tests/fixtures/${path}`, 'utf8')
function oneRun(source: string) {
  const [output] = readForeignOutputs(source)
  const [run] = output?.runs ?? []
  if (!output || !run) throw new Error('Nothing was recognised.')
  return {
    ...{ engine: output.engine, run, skipped: output.skipped, series: seriesOf(run.observations) },
    value: (metric: string, direction = 'total') =>
      scalarsOf(run.observations).find((one) => one.metric === metric && one.direction === direction)?.value,
  }
}

it("reads the file test's parameters from its echo", () => {
  expect(oneRun(text('sysbench-1.0.20/rndrw.txt')).run.levels).toEqual({
    ...{ pattern: 'random-mix', read_percent: 70, jobs: 2, block_size: 16_384, direct: true },
    ...{ file_size: 16 * 1024 ** 2, file_count: 4, fsync: 100, end_fsync: true, io_engine: 'sync' },
  })
  const old = oneRun(text('sysbench-synthetic/fileio-0.4.12.txt'))
  expect(old.run.levels).toMatchObject({ direct: true, read_percent: 60, jobs: 16 })
  expect(old.value('iops', 'read')).toBe(600)
})

it('reads several outputs in one file, and reports what it skipped', () => {
  const whole = text('sysbench-1.0.20/rndrw.txt')
  const cut = whole.slice(0, whole.indexOf('General statistics'))
  const outputs = readForeignOutputs(`${whole}\n${text('sysbench-1.0.20/seqrd.txt')}\n${cut}`)
  expect(outputs.flatMap(({ runs }) => runs.map(({ label }) => label))).toEqual([
    'random-mix, 2 threads',
    'sequential-read, 2 threads',
  ])
  expect(outputs.flatMap(({ skipped }) => skipped)).toEqual([
    {
      part: 'output 3 of 3',
      reason: expect.stringMatching(/^Its totals are missing, so the run did not finish\. If it/) as string,
    },
  ])
})

it.each([
  ['Using asynchronous I/O mode', { io_engine: 'async', fsync: 100 }],
  ['Using fast mmaped I/O mode', { io_engine: 'mmap', fsync: 100 }],
  ['Calling fsync() after each write operation.\nUsing synchronous I/O mode', { fsync_each_write: true }],
])('tells apart file tests that differ in how they reach the drive: %s', (line, levels) => {
  const changed = text('sysbench-1.0.20/rndrw.txt').replace('Using synchronous I/O mode', line)
  expect(oneRun(changed).run.levels).toMatchObject(levels)
  const open = text('sysbench-1.0.20/rndrw.txt').replace(/^Calling fsync\(\) at the end.*\n/m, '')
  expect(oneRun(open).run.levels.end_fsync).toBe(false)
})

it('reads outputs of both tests in one file, with what prepared and cleaned up after them', () => {
  const head = 'sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\n'
  const source = [
    `${head}4 files, 4096Kb each, 16Mb total\nCreating files for the test...\n`,
    text('sysbench-1.0.20/rndrw.txt'),
    `${head}Removing test files...\n`,
    text('sysbench-synthetic/oltp-0.5.txt'),
  ].join('\n')
  const outputs = readForeignOutputs(source)
  expect(outputs.map(({ engine, runs, skipped }) => [engine, runs.length, skipped])).toEqual([
    ['sysbench-fileio', 1, []],
    ['sysbench-oltp', 1, []],
  ])
})

it('reads an output without the line that names the version', () => {
  const whole = text('sysbench-1.0.20/rndrw.txt')
  const { run } = oneRun(whole.slice(whole.indexOf('Running the test')))
  expect(run).toEqual({ ...oneRun(whole).run, engineVersion: undefined })
})

it('says why an output of sysbench has no result', () => {
  const whole = text('sysbench-1.0.20/rndrw.txt')
  const reasons = [
    whole.slice(0, whole.indexOf('General statistics')),
    whole.replace(/^Doing .*/m, 'Prime numbers'),
  ]
    .map((one) => readForeignOutputs(one)[0])
    .map((output) => [output?.runs.length, output?.skipped[0]?.reason.split('.')[0]])
  expect(reasons).toEqual([
    [0, 'Its totals are missing, so the run did not finish'],
    [0, 'Of sysbench, only the file and database tests are read; this is another one'],
  ])
  expect(readForeignOutputs('program,iops\nsysbench 1.0,5\n')).toEqual([])
})

it('reads a database test of 0.5 with its time line', () => {
  const { engine, value, series } = oneRun(text('sysbench-synthetic/oltp-0.5.txt'))
  expect(engine).toBe('sysbench-oltp')
  expect(value('transactions')).toBe(550)
  expect(series.find(({ metric }) => metric === 'transactions')?.seconds).toEqual(Float64Array.of(10, 20))
})

it('reads the end and the ten-second lines of tpcc-mysql', () => {
  const { run, value, series } = oneRun(text('tpcc-synthetic/tpcc-mysql.txt'))
  expect(value('new_order_rate')).toBe(77_534)
  expect(run.levels).toMatchObject({ jobs: 32, warehouses: 100, runtime: 30 })
  expect(series.map(({ metric, values }) => [metric, [...values]])).toEqual([
    ['new_order_rate', [77_520, 75_996, 79_086]],
    ['latency_p95', [9.483e6, 7.074e6, 6.994e6]],
  ])
  expect(run.warnings[0]?.text).toMatch(/TPC-C-like, not an audited result/)
})

it('reads go-tpc without its failed transactions, and HammerDB', () => {
  const go = oneRun(text('tpcc-synthetic/go-tpc.txt'))
  expect([go.value('new_order_rate'), go.value('transactions'), go.value('latency_p95')]).toEqual([
    10_869,
    24_156 / 60,
    58.7e6,
  ])
  expect([...(go.series[0]?.seconds ?? [])]).toEqual([10, 20])
  const hammer = oneRun(text('tpcc-synthetic/hammerdb.txt'))
  expect(hammer.value('new_order_rate')).toBe(468_610)
  expect(hammer.run.levels).toMatchObject({ jobs: 64, server: 'MariaDB', program: 'HammerDB' })
})

it("takes go-tpc's time line from counts over whole intervals, stalls included", () => {
  const real = text('go-tpc-1.0.12/run.txt')
  const valuesOf = (source: string) =>
    oneRun(source).series.map(({ metric, seconds, values }) => [metric, [...seconds], [...values]])
  expect(valuesOf(real)).toEqual([
    // go-tpc itself reports 16153.5 for the first one: it counts from the first transaction on.
    ['new_order_rate', [2, 4, 6], [524 * 30, 592 * 30, 549 * 30]],
    ['latency_p95', [2, 4, 6], [7.9e6, 7.9e6, 7.3e6]],
  ])
  const stalled = real.replace(/^\[Current\] NEW_ORDER .*Count: 592.*\n/m, '')
  expect(valuesOf(stalled)).toEqual([
    ['new_order_rate', [2, 4, 6], [524 * 30, 0, 549 * 30]],
    ['latency_p95', [2, 6], [7.9e6, 7.3e6]],
  ])
})

it('does not take other texts for one of them', () => {
  expect(readForeignOutputs('The review prints TpmC and NOPM.')).toEqual([])
})
