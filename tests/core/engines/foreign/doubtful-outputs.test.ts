import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ForeignRun } from '../../../../src/core/engines/foreign/foreign-output'
import { readForeignOutputs } from '../../../../src/core/engines/foreign/read-output'
import { scalarsOf } from '../../../../src/core/results/observation'

const text = (name: string) => readFileSync(join('tests/fixtures/imports', name), 'utf8')

function read(source: string) {
  const outputs = readForeignOutputs(source)
  return { runs: outputs.flatMap(({ runs }) => runs), skipped: outputs.flatMap(({ skipped }) => skipped) }
}

const metrics = (run: ForeignRun | undefined) =>
  scalarsOf(run?.observations ?? []).map(({ metric }) => metric)
const value = (run: ForeignRun | undefined, metric: string, direction = 'total') =>
  scalarsOf(run?.observations ?? []).find((one) => one.metric === metric && one.direction === direction)
    ?.value

describe('zero', () => {
  it.each(['fio-2.21-gtod_reduce.json', 'fio-3.1-gtod_reduce.json', 'fio-terse-gtod_reduce.txt'])(
    'is no latency where fio took no time stamps: %s',
    (name) => {
      const { runs } = read(text(name))
      expect(runs).toHaveLength(1)
      expect(metrics(runs[0])).toContain('iops')
      expect(metrics(runs[0]).filter((metric) => metric.includes('latency'))).toEqual([])
    },
  )

  it('is no percentile of sysbench if none was asked for', () => {
    const [run] = read(
      text('sysbench-fileio-target-rate.txt').replace(/95th percentile: +0\.35/, '95th percentile: 0.00'),
    ).runs
    expect(metrics(run).filter((metric) => metric.includes('latency'))).toEqual(
      expect.not.arrayContaining(['latency_p95']),
    )
    expect(value(run, 'latency_mean')).toBe(210_000)
  })

  it('requests are a failed run, with what the program printed', () => {
    const { runs, skipped } = read(text('sysbench-0.4-fatal.log'))
    expect(runs).toEqual([])
    expect(skipped.length).toBeGreaterThan(1)
    for (const { reason } of skipped)
      expect(reason).toContain('The run failed. It printed: Failed to read file!')
  })

  it('requests without a message are named', () => {
    const silent = text('sysbench-0.4-fatal.log').replaceAll(/^FATAL.*\n/gm, '')
    const { runs, skipped } = read(silent)
    expect(runs).toEqual([])
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['The run made no requests.']))
  })
})

describe('numbers that contradict each other', () => {
  it('are latencies of fio that are left out, and the run says both', () => {
    const { runs } = read(text('fio-clat-above-lat.md'))
    expect(runs).toHaveLength(2)
    for (const run of runs) {
      expect(metrics(run).filter((metric) => metric.includes('latency'))).toEqual([])
      expect(run.warnings.find(({ id }) => id === 'latencies-contradict')?.class).toBe('qualifies')
    }
    expect(runs[0]?.warnings.at(-1)?.text).toMatch(
      /completion 5\.29\ss, but mean of the whole request 4\.75\sµs/,
    )
    expect(value(runs[0], 'iops')).toBe(401_000)
  })

  it('are a rate that is not that of its requests, and the run is refused with both', () => {
    const composite = `<?xml version="1.0"?>
<PhoronixTestSuite><Result>
<Identifier>pts/fio-2.0.0</Identifier><Title>Flexible IO Tester</Title>
<Description>Type: Random Read - Engine: Linux AIO - Block Size: 4KB</Description><Scale>MB/s</Scale>
<Data><Entry><Identifier>Server</Identifier><Value>408000</Value><RawString>408000</RawString></Entry></Data>
</Result><Result>
<Identifier>pts/fio-2.0.0</Identifier><Title>Flexible IO Tester</Title>
<Description>Type: Random Read - Engine: Linux AIO - Block Size: 4KB</Description><Scale>IOPS</Scale>
<Data><Entry><Identifier>Server</Identifier><Value>102000</Value><RawString>102000</RawString></Entry></Data>
</Result></PhoronixTestSuite>`
    const { runs, skipped } = read(composite)
    expect(runs).toEqual([])
    expect(skipped[0]?.reason).toMatch(
      /contradict each other: 380\sGiB\/s, but 102,000 IOPS of 4\sKiB are 398\sMiB\/s/,
    )
  })
})

it('carries what differs by less than a unit, with both numbers', () => {
  const other = text('fio-PhysicalDrive.json').replace('"bs": "4k"', '"bs": "16k"')
  const { runs, skipped } = read(other)
  expect([runs.length, skipped]).toEqual([1, []])
  const doubt = runs[0]?.warnings.find(({ id }) => id === 'numbers-contradict')
  expect(doubt?.class).toBe('invalidates')
  expect(doubt?.text).toMatch(/7\.79\sMiB\/s, but 1,995 IOPS of 16\sKiB are 31\.2\sMiB\/s/)
})

describe('what was asked for', () => {
  it('is unknown for jobs whose options fio’s client does not say, but not for their clones', () => {
    const { runs } = read(text('fio-client-without-job-options.json'))
    expect(runs).toHaveLength(2)
    const [known, unknown] = runs
    expect(known?.levels).toMatchObject({ pattern: 'random-read', block_size: 4096, jobs: 2, hosts: 2 })
    expect(value(known, 'io_count')).toBe(1201)
    expect(unknown?.levels).toEqual({ job: 'qd8-64k', hosts: 2 })
    expect(unknown?.warnings.map(({ id }) => id)).toContain('options-unknown')
  })

  it.each([
    ['sysbench-fileio-target-rate.txt', 'offered_iops', 500],
    ['sysbench-oltp-target-rate.txt', 'offered_transactions', 143],
  ])('is a load that was offered: %s', (name, metric, rate) => {
    const [run] = read(text(name)).runs
    expect(run?.levels).toMatchObject({ [metric]: rate })
    expect(value(run, metric)).toBe(rate)
    expect(value(run, 'offered_reached')).toBeCloseTo(100, 0)
  })
})

it('passes over the entry that group reporting emptied', () => {
  const { runs, skipped } = read(text('fio-group-reporting-two-jobs.json'))
  expect([runs.length, skipped]).toEqual([1, []])
})

it('says what fio printed when data differed', () => {
  const { skipped } = read(text('fio-verify-failed.md'))
  expect(skipped[0]?.reason).toContain(
    'Data read back was not what had been written. It printed: verify: bad header',
  )
})

it('takes the rate and the curve percent of vdbench as levels, and its share of reads as a result', () => {
  const source = readFileSync('tests/fixtures/foreign/vdbench/50407-rd1.txt', 'utf8')
  const asked = source.replace(
    /Starting RD=rd1; I\/O rate: [^;]+; (elapsed=[^;]+); For loops: None/,
    'Starting RD=rd1_(10%); I/O rate: 120; $1; For loops: rdpct=70',
  )
  expect(read(asked).runs[0]?.levels).toMatchObject({
    run_definition: 'rd1',
    offered_iops: 120,
    curve_percent: 10,
    read_percent: 70,
  })
  expect(read(source).runs[0]?.levels).not.toHaveProperty('read_percent')
})
