import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columnValue, parseLogName } from '../../../../src/core/engines/fio/logs/log-rows'
import { windowsOf } from '../../../../src/core/engines/fio/logs/log-series'
import { readFioLogs, type FioLogs } from '../../../../src/core/engines/fio/logs/read-fio-logs'
import { findJson } from '../../../../src/core/engines/fio/output/find-json'
import { readFioDocument, readJob } from '../../../../src/core/engines/fio/output/read-job'
import { histogramPercentile } from '../../../../src/core/statistics/latency/histogram'

const folder = 'tests/fixtures/fio-3.33/logs'

function logs(prefix: string, kinds = /./): readonly { name: string; text: string }[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${prefix}_`) && kinds.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

function jobsOf(prefix: string) {
  const found = findJson(readFileSync(join(folder, `${prefix}.json`), 'utf8'))
  if ('byteOffset' in found) throw new Error(found.text)
  return readFioDocument(found.documents[0] ?? {}).entries.map((entry) => readJob([entry]))
}

function series({ series: all }: FioLogs, direction: string, metric: string) {
  const one = all.find((each) => each.direction === direction && each.metric === metric)
  if (!one)
    throw new Error(
      `no ${direction} ${metric}: ${all.map((each) => `${each.direction} ${each.metric}`).join(', ')}`,
    )
  return one
}

const options = { test: 'random-mix', startedAtMs: 1_700_000_000_000 }
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

describe('logs of fio', () => {
  it('are recognised by their names', () => {
    expect(parseLogName('/tmp/a_b/randread-iodepth-8_clat_hist.12.log')).toEqual({
      prefix: 'randread-iodepth-8',
      kind: 'clat_hist',
      job: 12,
    })
    expect(parseLogName('x_bw.log')).toEqual({ prefix: 'x', kind: 'bw', job: 0 })
    expect(parseLogName('x_bw.1.log.fz')).toBeUndefined()
    expect(parseLogName('syslog.log')).toBeUndefined()
  })

  it('of jobs that all wrote one file give the same as a file for each job', () => {
    const each = logs('mix')
    const kinds = [...new Set(each.map(({ name }) => name.replace(/\.\d+\.log$/, '')))]
    const shared = kinds.map((kind) => {
      const own = each.filter(({ name }) => name.startsWith(`${kind}.`))
      return { name: `${kind}.log`, text: own.map(({ text }) => text).join('') }
    })
    const read = readFioLogs(shared, options)
    expect(read.series).toEqual(readFioLogs(each, options).series)
    expect(read.problems).toHaveLength(kinds.length)
    expect(read.problems[0]?.reason).toContain('split into 3 jobs')
  })

  it('of several jobs add up to what fio was told to do', () => {
    // Two jobs of 2000 and 1000 a second with 4 KiB, one of 200 and 100 with 16 KiB.
    const read = readFioLogs(logs('mix', /_(bw|iops)\./), options)
    expect(read.problems).toEqual([])
    const iops = series(read, 'read', 'iops')
    expect([...iops.seconds]).toEqual([0.5, 1, 1.5, 2, 2.5, 3, 3.5])
    for (const value of iops.values) expect(Math.abs(value / 4200 - 1)).toBeLessThan(0.1)
    expect(sum(iops.values) / iops.values.length).toBeCloseTo(4200, -2)
    expect(sum(series(read, 'write', 'iops').values) / 7).toBeCloseTo(2100, -2)
    const bandwidth = series(read, 'total', 'bandwidth')
    expect(bandwidth.unit).toBe('B/s')
    const told = 6000 * 4096 + 300 * 16384
    expect(Math.abs(sum(bandwidth.values) / 7 / told - 1)).toBeLessThan(0.02)
  })

  it('weigh latencies by the requests of each job', () => {
    const files = logs('mix', /_(lat|iops)\./)
    const merged = series(readFioLogs(files, options), 'read', 'latency_mean')
    const alone = [1, 2, 3].map((job) => {
      const own = readFioLogs(
        files.filter(({ name }) => name.includes(`.${job}.`)),
        options,
      )
      return { latency: series(own, 'read', 'latency_mean').values, iops: series(own, 'read', 'iops').values }
    })
    merged.values.forEach((value, at) => {
      const counts = alone.map(({ iops }) => iops[at] ?? NaN)
      if (counts.some(Number.isNaN)) return
      const expected =
        sum(alone.map(({ latency }, job) => (latency[at] ?? 0) * (counts[job] ?? 0))) / sum(counts)
      expect(value).toBeCloseTo(expected, 6)
    })
    expect(readFioLogs(logs('mix', /_lat\./), options).problems.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('read latencies of the jobs count alike'),
      expect.stringContaining('write latencies of the jobs count alike'),
    ])
  })

  it('of histograms hold every request that fio counted, in fio’s own bins', () => {
    const [job] = jobsOf('exact')
    const read = readFioLogs(logs('exact'), { ...options, histogramMs: 10 })
    for (const direction of ['read', 'write'] as const) {
      const bins = series(read, direction, 'completion')
      const counts = new Map<number, number>()
      bins.binsNs?.forEach((ns, at) => counts.set(ns, (counts.get(ns) ?? 0) + (bins.values[at] ?? 0)))
      const merged = [...counts].sort(([one], [other]) => one - other)
      const own = job?.directions.get(direction)?.latency.get('completion')?.bins
      expect(merged.map(([ns]) => Math.round(ns))).toEqual(own?.binsNs.map(Math.round))
      expect(merged.map(([, count]) => count)).toEqual(own?.counts)
      const all = { binsNs: merged.map(([ns]) => ns), counts: merged.map(([, count]) => count) }
      const reported = job?.directions.get(direction)?.latency.get('completion')?.percentilesNs
      for (const [percent, ns] of reported ?? [])
        expect(Math.floor(histogramPercentile(all, percent)?.valueNs ?? 0)).toBe(ns)
    }
  })

  it('of coarse histograms agree with the rates and latencies logged along with them', () => {
    const read = readFioLogs(logs('mix'), options)
    const rates = readFioLogs(logs('mix', /_clat_hist\./), { ...options, blockBytes: 4096 })
    const iops = series(rates, 'write', 'iops')
    expect(
      Math.abs(
        sum(iops.values) / sum(series(read, 'write', 'iops').values.subarray(0, iops.values.length)) - 1,
      ),
    ).toBeLessThan(0.03)
    expect(series(rates, 'write', 'bandwidth').values[0]).toBe((iops.values[0] ?? 0) * 4096)
    const bins = series(read, 'read', 'completion')
    const mean = sum(bins.values.map((count, at) => count * (bins.binsNs?.[at] ?? 0))) / sum(bins.values)
    const latencies = series(read, 'read', 'completion_latency_mean')
    const weights = series(read, 'read', 'iops').values
    const expected = sum(latencies.values.map((ns, at) => ns * (weights[at] ?? 0))) / sum(weights)
    expect(Math.abs(mean / expected - 1)).toBeLessThan(0.15)
  })

  it('show a stall where it was', () => {
    // The process was stopped 2.1 s after the start for 1.5 s, at 1000 requests a second.
    const read = readFioLogs(logs('stall'), options)
    const iops = series(read, 'read', 'iops')
    const at = (seconds: number) => iops.values[iops.seconds.indexOf(seconds)]
    expect([2, 2.25, 2.5, 2.75, 3, 3.25, 3.75].map(at)).toEqual([1000, 0, 0, 0, 0, 0, 1000])
    const counted = series(readFioLogs(logs('stall', /_clat_hist\./), options), 'read', 'iops')
    expect([...counted.values].map((value) => value / 4).slice(7, 16)).toEqual([
      250, 111, 0, 0, 0, 0, 0, 1639, 219,
    ])
    const rows =
      logs('stall', /_clat_hist\./)[0]
        ?.text.trim()
        .split('\n') ?? []
    expect(sum(counted.values) / 4).toBe(sum(rows.flatMap((row) => row.split(',').slice(3).map(Number))))
  })

  it('with a row for each request are counted by interval', () => {
    const read = readFioLogs(logs('each'), { ...options, requestIntervalMs: 500 })
    const iops = series(read, 'read', 'iops')
    expect([...iops.seconds]).toEqual([0.5, 1, 1.5, 2, 2.5])
    for (const value of iops.values) expect(value).toBeCloseTo(10, -1)
    expect([...series(read, 'read', 'bandwidth').values]).toEqual(
      [...iops.values].map((value) => value * 4096),
    )
    expect(series(read, 'write', 'latency_max').values[0]).toBeGreaterThan(
      series(read, 'write', 'latency_mean').values[0] ?? NaN,
    )
  })

  it.each([
    ['3.1 to 3.17', '500, 8000, 0, 4\n1000, 9000, 0, 4\n1500, 9000, 0, 4\n', /4/],
    ['3.1 with offsets', '500, 8000, 0, 0, 77824\n1000, 9000, 0, 0, 0\n1500, 9000, 0, 0, 4096\n', /0/],
    ['3.18', '500, 8000, 0, 0, 0\n1000, 9000, 0, 0, 0\n1500, 9000, 0, 0, 0\n', /0/],
    [
      '3.33 with offsets and priorities',
      '500, 8000, 0, 0, 4096, 0x2004\n1000, 9000, 0, 0, 0, 0x0000\n1500, 9000, 0, 0, 0, 0x0000\n',
      /0/,
    ],
    [
      '3.40 with times of issue',
      '500, 8000, 0, 0, 0, 0, 499999\n1000, 9000, 0, 0, 0, 0, 9\n1500, 9000, 0, 0, 0, 0, 9\n',
      /0/,
    ],
  ])('of fio %s are read whatever columns they have', (_, text) => {
    const averaged = text.replaceAll(', 4\n', ', 0\n')
    const read = readFioLogs([{ name: 'x_bw.1.log', text: averaged }], options)
    expect(read.problems).toEqual([])
    expect([...series(read, 'read', 'bandwidth').values]).toEqual([8000, 9000, 9000].map((kib) => kib * 1024))
  })

  it('keep the maximum next to the mean if they have both', () => {
    const text = '500, 80, 900, 0, 0, 0\n1000, 90, 1000, 0, 0, 0\n'
    const read = readFioLogs([{ name: 'x_clat.1.log', text }], { ...options, windowValue: 'both' })
    expect([...series(read, 'read', 'completion_latency_mean').values]).toEqual([80, 90])
    expect([...series(read, 'read', 'completion_latency_max').values]).toEqual([900, 1000])
  })

  it('of fio 2 have latencies in microseconds', () => {
    const read = readFioLogs([{ name: 'x_lat.log', text: '500, 80, 0, 0\n1000, 90, 0, 0\n' }], {
      ...options,
      version: '2.21',
    })
    expect([...series(read, 'read', 'latency_mean').values]).toEqual([80_000, 90_000])
  })

  it('with the time of day start where the job started', () => {
    const start = options.startedAtMs
    const text = [500, 1000, 1500].map((ms) => `${start + ms}, 7, 1, 0, 0\n`).join('')
    expect([
      ...series(readFioLogs([{ name: 'x_iops.1.log', text }], options), 'write', 'iops').seconds,
    ]).toEqual([0.5, 1, 1.5])
  })

  it('that were cut off or damaged give what comes before, and say where', () => {
    const text = '500, 7, 0, 0, 0\n1000, 8, 0, 0, 0\n1500, 9, 0, 0'
    const cut = readFioLogs([{ name: 'x_iops.1.log', text }], options)
    expect([...series(cut, 'read', 'iops').values]).toEqual([7, 8])
    expect(cut.problems).toEqual([{ file: 'x_iops.1.log', reason: 'Line 3 is cut off; it is left out.' }])
    for (const [line, expected] of [
      ['-5, 7, 0, 0, 0', /Line 2/],
      ['x, 7, 0, 0, 0', /Line 2/],
      ['1000, 7, 9, 0, 0', /Line 2/],
      ['1000', /Line 2/],
      ['9007199254740990, 7, 0, 0, 0', /left out/],
    ] as const) {
      const damaged = readFioLogs([{ name: 'x_iops.1.log', text: `500, 7, 0, 0, 0\n${line}\n` }], options)
      expect(damaged.problems.map(({ reason }) => reason).join(), line).toMatch(expected)
    }
    expect(
      readFioLogs([{ name: 'x_clat_hist.1.log', text: '500, 0, 4096, 1, 2, 3\n' }], options),
    ).toMatchObject({
      series: [],
      problems: [{ file: 'x_clat_hist.1.log' }],
    })
  })
})

describe('intervals of rows', () => {
  it('follow each other however late the rows are stamped', () => {
    expect(windowsOf([1001, 2000, 3004, 4000, 5013], 1000, true)).toEqual([1, 2, 3, 4, 5])
    expect(windowsOf([999, 1999, 2999], 1000, false)).toEqual([1, 2, 3])
    const drifting = Array.from({ length: 2000 }, (_, at) => (at + 1) * 1001)
    expect(windowsOf(drifting, 1000, true).at(-1)).toBeGreaterThan(2000)
  })

  it('leave out the remainder that is flushed at the end', () => {
    expect(windowsOf([500, 1000, 1499, 1610], 500, false)).toEqual([1, 2, 3, 0])
  })
})

describe('columns of histogram logs', () => {
  it('represent the latencies of fio’s bins', () => {
    expect(columnValue(10, 1856)).toBe(10)
    expect(columnValue(200, 1856)).toBe(290)
    expect(columnValue(100, 928)).toBeCloseTo((columnValue(200, 1856) + columnValue(201, 1856)) / 2, 9)
    expect(columnValue(200, 1216)).toBe(290)
  })
})
