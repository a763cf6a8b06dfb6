import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readInterval, readReport } from '../../../../src/core/engines/sysbench/report'

const text = (path: string) => readFileSync(`tests/fixtures/${path}`, 'utf8')
const report = (path: string) => {
  const read = readReport(text(path))
  if (!read) throw new Error(`${path} was not read.`)
  return read
}

it('reads a run of 1.0.20 as printed', () => {
  const source = text('sysbench-1.0.20/rndrw.txt')
  const printed = (name: string) => Number(new RegExp(`${name}: +([\\d.]+)`).exec(source)?.[1])
  const read = report('sysbench-1.0.20/rndrw.txt')
  expect(read).toMatchObject({
    ...{ version: '1.0.20', threads: 2, blockBytes: 16_384, fileCount: 4, fileBytes: 16 * 1024 ** 2 },
    ...{ reads: printed('reads/s'), writes: printed('writes/s'), fsyncs: printed('fsyncs/s') },
    ...{ readBytesPerSecond: printed('read, MiB/s') * 1024 ** 2, events: printed('total number of events') },
  })
  expect(read.latency).toEqual({
    ...{ minNs: printed(' min') * 1e6, meanNs: printed(' avg') * 1e6, maxNs: printed(' max') * 1e6 },
    ...{ percentile: { percent: 95, ns: printed('95th percentile') * 1e6 }, sumNs: printed(' sum') * 1e6 },
  })
  expect(read.intervals.map(({ seconds }) => seconds)).toEqual([1, 2, 3].slice(0, read.intervals.length))
})

it('adds histogram bins with equal printed values', () => {
  const { histogram, events } = report('sysbench-1.0.20/rndrw.txt')
  const printed = [...text('sysbench-1.0.20/rndrw.txt').matchAll(/^ +([\d.]+) \|\** +(\d+)$/gm)]
  const bins = histogram?.binsNs ?? []
  expect(new Set(printed.map(([, value]) => value)).size).toBeLessThan(printed.length)
  expect([...bins].sort((one, other) => one - other)).toEqual(bins)
  expect(new Set(bins).size).toBe(bins.length)
  const total = (histogram?.counts ?? []).reduce((sum, count) => sum + count, 0)
  expect(total).toBe(printed.reduce((sum, [, , count]) => sum + Number(count), 0))
  // sysbench counts the flushes at the end as events and times them separately.
  expect(total).toBeLessThanOrEqual(events ?? 0)
})

it('reads 0.4, 0.5 and 1.1', () => {
  expect(report('sysbench-synthetic/fileio-0.4.12.txt')).toMatchObject({
    ...{
      version: '0.4.12',
      blockBytes: 16_384,
      fileBytes: 3 * 1024 ** 3,
      reads: 600,
      writes: 400,
      fsyncs: 1280,
    },
    ...{ readBytesPerSecond: 9.375 * 1024 ** 2, events: 10_000 },
    latency: { meanNs: 8.17e6, percentile: { percent: 95, ns: 45.82e6 } },
  })
  expect(report('sysbench-synthetic/fileio-1.1.0.txt')).toMatchObject({
    ...{
      version: '1.1.0',
      reads: 3234.5,
      writes: 2156,
      fsyncs: 6908.25,
      readBytesPerSecond: 50.54 * 1024 ** 2,
    },
  })
  expect(report('sysbench-synthetic/oltp-0.5.txt')).toMatchObject({
    ...{ version: '0.5', transactions: 550, sqlReads: 7700, sqlWrites: 2200, queries: 11_000, errors: 0.05 },
    latency: { meanNs: 58.17e6, percentile: { percent: 95, ns: 102.31e6 } },
    intervals: [
      { seconds: 10, transactions: 545.3, sqlReads: 7640.32, sqlWrites: 2181.51, latency: { ns: 103.24e6 } },
      { seconds: 20, transactions: 554.7, errors: 0.1 },
    ],
  })
})

it('reads an interval of a database test', () => {
  const line =
    '[ 1s ] thds: 4 tps: 1076.38 qps: 21565.56 (r/w/o: 15099.29/4309.52/2156.76) lat (ms,95%): 6.91 err/s: 0.00 reconn/s: 0.00'
  expect(readInterval(line)).toEqual({
    ...{
      seconds: 1,
      transactions: 1076.38,
      queries: 21_565.56,
      sqlReads: 15_099.29,
      sqlWrites: 4309.52,
      errors: 0,
    },
    latency: { percent: 95, ns: 6.91e6 },
  })
})

it('accepts nothing that ended before its totals', () => {
  const whole = text('sysbench-1.0.20/rndrw.txt')
  expect(readReport(whole.slice(0, whole.indexOf('General statistics')))).toBeUndefined()
  expect(readReport(text('sysbench-1.0.20/wrong-size.txt'))).toBeUndefined()
  expect(readReport('')).toBeUndefined()
})
