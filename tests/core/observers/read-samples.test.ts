import { describe, expect, it } from 'vitest'
import { readDiskCounters } from '../../../src/core/observers/disk-samples'
import { gainOf } from '../../../src/core/observers/observed-series'
import { readSamples, type SampledSeries } from '../../../src/core/observers/read-samples'
import { findMetric, metricOf } from '../../../src/core/results/metrics'

/** The uptime of the host was 1000 s at this time. */
const startedAtMs = 1_700_000_000_000
const options = { test: 'random-write', startedAtMs, intervalSeconds: 1 }
const clock = '100000 clock 1700000000.0'

function sampled(...lines: readonly string[]): SampledSeries {
  return readSamples(`benchwright-samples 1\n${clock}\n${lines.join('\n')}\n`, options)
}

function points({ series }: SampledSeries, metric: string, direction = 'total') {
  const one = series.find((each) => each.metric === metric && each.direction === direction)
  return one && [...one.seconds].map((seconds, at) => [seconds, one.values[at]])
}

const gauge = (...fields: readonly string[]) => `100000 gauge\t${fields.join('\t')}`

/** Counters of a disk: reads, writes and trims done, of 8 sectors each, and 2 ms each. */
const disk = (stamp: number, reads: number, writes: number, trims = 0, name = 'sda') =>
  `${stamp} disk ${name} ${reads} 1 ${reads * 8} ${reads * 2} ${writes} 3 ${writes * 8} ${writes * 2} 4 ${stamp * 5} ${stamp * 20} ${trims} 0 ${trims * 8} 0 0 0`

describe('samples of disks', () => {
  it('become rates, at the end of their interval', () => {
    const read = sampled(
      disk(100000, 10, 100),
      disk(100100, 60, 300),
      disk(100300, 60, 700, 20),
      '100300 end told',
    )
    expect(read.problems).toEqual([])
    expect(points(read, 'iops', 'read')).toEqual([
      [1, 50],
      [3, 0],
    ])
    expect(points(read, 'iops', 'write')).toEqual([
      [1, 200],
      [3, 200],
    ])
    expect(points(read, 'iops', 'trim')).toEqual([
      [1, 0],
      [3, 10],
    ])
    expect(points(read, 'bandwidth')).toEqual([
      [1, 250 * 4096],
      [3, 210 * 4096],
    ])
    expect(points(read, 'latency_mean', 'write')).toEqual([
      [1, 2e6],
      [3, 2e6],
    ])
    // Without a read there is no latency of reads.
    expect(points(read, 'latency_mean', 'read')).toEqual([[1, 2e6]])
    expect(points(read, 'disk_in_flight')).toEqual([
      [1, 4],
      [3, 4],
    ])
    expect(points(read, 'disk_busy')).toEqual([
      [1, 50],
      [3, 50],
    ])
    expect(points(read, 'disk_queue')).toEqual([
      [1, 2],
      [3, 2],
    ])
    expect(
      read.series.every(
        ({ device, source, test }) => device === 'sda' && source === 'disk' && test === 'random-write',
      ),
    ).toBe(true)
  })

  it('pause if the device was away, or restarts its counters', () => {
    const away = sampled(
      disk(100000, 0, 0),
      disk(100100, 100, 0),
      '100200 cpu 1 0 0 9 0 0 0 0',
      disk(100300, 900, 0),
      disk(100400, 1000, 0),
    )
    expect(points(away, 'iops', 'read')).toEqual([
      [1, 100],
      [4, 100],
    ])
    const anew = sampled(disk(100000, 5000, 10), disk(100100, 7, 11), disk(100200, 17, 12))
    expect(points(anew, 'iops', 'read')).toEqual([[2, 10]])
  })

  it('continue when a counter of 32 bits wraps', () => {
    expect(gainOf(2 ** 32 - 10, 20)).toBe(30)
    expect(gainOf(1000, 20)).toBeUndefined()
    expect(gainOf(2 ** 40, 20)).toBeUndefined()
    expect(gainOf(5, 5)).toBe(0)
  })

  it.each([
    ['2.6, a partition', '5 40 6 48', ['read', 'write'], undefined],
    ['4.17', '5 1 40 2 6 1 48 3 0 4 5', ['read', 'write'], 5],
    ['4.18', '5 1 40 2 6 1 48 3 0 4 5 7 0 56 1', ['read', 'write', 'trim'], 5],
    ['5.5', '5 1 40 2 6 1 48 3 0 4 5 7 0 56 1 9 1', ['read', 'write', 'trim'], 5],
    ['to come', '5 1 40 2 6 1 48 3 0 4 5 7 0 56 1 9 1 0 0 0', ['read', 'write', 'trim'], 5],
  ])('are read from kernel %s', (_, counters, directions, queuedMs) => {
    const read = readDiskCounters(counters.split(' '))
    expect([...(read?.directions.keys() ?? [])]).toEqual(directions)
    expect(read?.directions.get('read')).toMatchObject({ requests: 5, sectors: 40 })
    expect(read?.directions.get('write')).toMatchObject({ requests: 6, sectors: 48 })
    expect(read?.queuedMs).toBe(queuedMs)
  })

  it('are found by device in /proc/diskstats', () => {
    const text =
      '   8       0 sda 5 1 40 2 6 1 48 3 0 4 5\n 259       1 nvme0n1 9 0 72 1 0 0 0 0 0 1 1 0 0 0 0 0 0\nhalf a li'
    const words = text.split('\n').map((line) => line.trim().split(/\s+/))
    const devices = words.filter(([, , name, ...counters]) => name && readDiskCounters(counters))
    expect(devices.map(([, , name]) => name)).toEqual(['sda', 'nvme0n1'])
  })
})

describe('samples of the host', () => {
  it('report where the processors’ time went', () => {
    const read = sampled('100000 cpu 100 0 50 800 50 0 0 0 0 0', '100100 cpu 140 10 70 900 75 3 2 0 40 0')
    expect(points(read, 'cpu_user')).toEqual([[1, 25]])
    expect(points(read, 'cpu_system')).toEqual([[1, 12.5]])
    expect(points(read, 'cpu_iowait')).toEqual([[1, 12.5]])
    expect(points(read, 'cpu_idle')).toEqual([[1, 50]])
  })

  it('report what waits in memory, and what is swapped', () => {
    const read = sampled(
      '100000 memory MemAvailable:1000 SwapTotal:100 SwapFree:90 Dirty:20 Writeback:4 pswpin:7 pswpout:0',
      '100200 memory MemAvailable:900 SwapTotal:100 SwapFree:80 Dirty:30 Writeback:0 pswpin:9 pswpout:100',
    )
    expect(points(read, 'memory_dirty')).toEqual([
      [0, 20 * 1024],
      [2, 30 * 1024],
    ])
    expect(points(read, 'swap_used')).toEqual([
      [0, 10 * 1024],
      [2, 20 * 1024],
    ])
    expect(points(read, 'swap_in')).toEqual([[2, 4096]])
    expect(points(read, 'swap_out')).toEqual([[2, 50 * 4096]])
  })

  it('report how long tasks waited for I/O', () => {
    const read = sampled(
      '100000 pressure some 1000',
      '100000 pressure full 0',
      '100100 pressure some 251000',
      '100100 pressure full 100000',
    )
    expect(points(read, 'pressure_some')).toEqual([[1, 25]])
    expect(points(read, 'pressure_full')).toEqual([[1, 10]])
  })

  it('report temperatures, by sensor', () => {
    const read = sampled(
      gauge(
        'temperature',
        'temperature',
        '°C',
        '0.001',
        'coretemp Core 0 (hwmon1/temp1)',
        '41850',
        'Temperature',
      ),
      gauge('temperature', 'temperature', '°C', '0.001', 'coretemp Core 1 (hwmon1/temp2)', '999999', ''),
      gauge('temperature', 'temperature', '°C', '0.001', 'nvme0n1 Composite', '49850', 'Temperature'),
      gauge('temperature', 'temperature', '°C', '0.001', 'sda', '30000', 'Temperature'),
    )
    expect(read.series.map(({ device, values }) => [device, values[0]])).toEqual([
      ['coretemp Core 0 (hwmon1/temp1)', 41.85],
      ['nvme0n1 Composite', 49.85],
      ['sda', 30],
    ])
  })

  it('draw what a sensor says of itself, without knowing it', () => {
    const { series } = sampled(
      gauge('power', 'fan_speed', 'Hz', '0.0166666667', 'it8720 fan1', '1200', 'Speed of the fan'),
    )
    expect(series).toMatchObject([
      { source: 'power', metric: 'fan_speed', unit: 'Hz', device: 'it8720 fan1', label: 'Speed of the fan' },
    ])
    expect(series[0]?.values[0]).toBeCloseTo(20, 6)
    // What the program knows is not told again with every series.
    const known = sampled(gauge('power', 'power', 'W', '0.000001', 'BAT0', '9000000', 'Power')).series
    expect(known.map(({ label }) => label)).toEqual([undefined])
    expect(series.map(metricOf)).toMatchObject([
      { id: 'fan_speed', label: 'Speed of the fan', unit: 'Hz', better: 'neither' },
    ])
  })

  it('read a total as a rate, also where it starts again', () => {
    const total = (stamp: number, value: number, wrap = '262143328850') =>
      `${stamp} counter\tpower\tpower\tW\t0.000001\tpackage-0\t${value}\t${wrap}\tPower`
    const read = sampled(
      total(100000, 262140328850),
      total(100100, 262143328850),
      total(100200, 5_000_000),
      total(100300, 17_000_000),
    )
    expect(points(read, 'power')).toEqual([
      [1, 3],
      [2, 5],
      [3, 12],
    ])
    // Nothing says how large it was before it started again.
    expect(
      points(sampled(total(100000, 9e6, '-'), total(100100, 1e6, '-'), total(100200, 2e6, '-')), 'power'),
    ).toEqual([[2, 1]])
  })

  it('pass a drive’s own report to its parser', () => {
    const text = `benchwright-samples 1\n${clock}\n100000 smart nvme0n1 { "written": 7, "hot": 2 }\n`
    const readDrive = (json: string) => ({
      bytesWritten: json.includes('"written": 7') ? 7 : NaN,
      throttleCount: 2,
    })
    const { series } = readSamples(text, { ...options, readDrive })
    expect(
      series.map(({ device, metric, direction, values }) => [device, metric, direction, values[0]]),
    ).toEqual([
      ['nvme0n1', 'drive_bytes', 'write', 7],
      ['nvme0n1', 'throttle_count', 'total', 2],
    ])
  })
})

describe('files of a sampler', () => {
  it('are timed by the clock reading nearest to the start', () => {
    const text = ['benchwright-samples 1', '90000 clock 1699990000', clock, '100100 memory Dirty:1', ''].join(
      '\n',
    )
    expect(points(readSamples(text, options), 'memory_dirty')).toEqual([[1, 1024]])
  })

  it('that were truncated, damaged or full are reported', () => {
    expect(sampled('100100 memory Dirty:1\n100200 mem').problems).toEqual([
      'The sampler was cut off; what came after is not known.',
    ])
    expect(sampled('100000 end full').problems).toEqual([
      'The samples end early: their file was as large as it may be.',
    ])
    expect(sampled('x y', '100000 end told').problems[0]).toBe('Line 3 is not as the sampler writes it.')
    expect(sampled('100000 cpu 1', '90000 cpu 1').problems[0]).toBe('Line 4 is older than the one before it.')
    expect(readSamples('', options)).toMatchObject({
      series: [],
      problems: [expect.stringMatching(/first line/), expect.stringMatching(/no time/)],
    })
    for (const line of [
      '100000 disk',
      '100000 disk sda x',
      '100000 cpu -1',
      '100000 pressure some x',
      '100000 gauge',
      gauge('engine', 'iops', 'IOPS', '1', 'a', '1', ''),
      gauge('power', 'power', 'furlong', '1', 'a', '1', ''),
      gauge('power', 'Power!', 'W', '1', 'a', '1', ''),
      gauge('power', 'power', 'W', '1', 'a', 'much', ''),
      gauge('power', 'power', 'W', '0.000001', 'a', '4294967295000000', ''),
      '100000 memory x:',
    ])
      expect(sampled(line, line.replace('100000', '100100')).series, line).toEqual([])
  })

  it('have metrics and units that the results know', () => {
    const { series } = sampled(
      disk(100000, 0, 0),
      '100000 cpu 1 0 0 0',
      '100000 memory SwapTotal:1 SwapFree:1 MemAvailable:1 Dirty:1 Writeback:1 pswpin:1 pswpout:1',
      '100000 pressure some 1',
      disk(100100, 9, 9),
      '100100 cpu 2 0 0 0',
      '100100 memory Dirty:1 pswpin:1 pswpout:1',
      '100100 pressure some 2',
      gauge('temperature', 'temperature', '°C', '0.001', 'a', '1000', '').replace('100000', '100100'),
    )
    expect(series.length).toBeGreaterThan(20)
    for (const { metric, unit } of series)
      expect(findMetric(metric), metric).toMatchObject({ id: metric, unit })
  })
})
