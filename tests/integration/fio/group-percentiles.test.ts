import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readLatency } from '../../../src/core/engines/fio/output/read-latency'
import { isObject, objectAt } from '../../../src/core/engines/fio/output/json-members'
import {
  histogramPercentile,
  mergeHistograms,
  totalCount,
  type Histogram,
} from '../../../src/core/statistics/latency/histogram'
import { temporaryFolder } from './run-fio'

const folder = temporaryFolder()

const jobCount = 4
const percents = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99]

/** Jobs as fio reports them in json+. */
function runJobs(...options: readonly string[]) {
  const done = spawnSync(
    'fio',
    [
      ...['--name=mix', `--filename=${folder.path}/data`, '--size=4m', '--rw=randrw', '--bs=4k'],
      ...['--ioengine=psync', '--number_ios=3001', '--io_size=1g', `--numjobs=${jobCount}`, '--thread'],
      ...[`--percentile_list=${percents.join(':')}`, '--output-format=json+', ...options],
    ],
    { encoding: 'utf8' },
  )
  const document: unknown = JSON.parse(done.stdout.slice(done.stdout.indexOf('{')))
  const jobs = isObject(document) ? document.jobs : []
  return (Array.isArray(jobs) ? jobs : []).filter(isObject)
}

describe('percentiles of merged histograms', () => {
  afterAll(() => folder.remove())

  it('are the percentiles that fio itself gives for a group of jobs, to the bin', () => {
    const [group] = runJobs('--group_reporting', '--unified_rw_reporting=both')
    const [read, write, mixed] = ['read', 'write', 'mixed'].map((direction) => {
      const latency = readLatency(objectAt(group ?? {}, direction) ?? {}, 'completion')
      if (latency?.bins === undefined) throw new Error(`fio gave no bins for ${direction}`)
      return { bins: latency.bins, told: latency.percentilesNs }
    })
    if (!read || !write || !mixed) throw new Error('fio gave no mixed result')
    const merged = mergeHistograms([read.bins, write.bins])
    expect(totalCount(merged)).toBe(jobCount * 3001)
    expect(mixed.told.size).toBe(percents.length)
    for (const { bins, told } of [read, write, { ...mixed, bins: merged }]) expectPercentiles(bins, told)
  })

  it('of the jobs, each from its own log of requests, have the bins and percentiles that fio gives for the group', () => {
    const logs = join(folder.path, 'jobs')
    const [group] = runJobs('--group_reporting', `--write_lat_log=${logs}`)
    for (const [code, direction] of ['read', 'write'].entries()) {
      const latency = readLatency(objectAt(group ?? {}, direction) ?? {}, 'completion')
      const perJob = Array.from({ length: jobCount }, (_, job) =>
        histogramOf(`${logs}_clat.${job + 1}.log`, code),
      )
      expect(perJob.every((one) => totalCount(one) > 0)).toBe(true)
      const merged = mergeHistograms(perJob)
      expect(merged).toEqual(latency?.bins)
      expect(latency?.percentilesNs.size).toBe(percents.length)
      expectPercentiles(merged, latency?.percentilesNs ?? new Map())
    }
  })
})

function expectPercentiles(bins: Histogram, told: ReadonlyMap<number, number>): void {
  const count = totalCount(bins)
  for (const [percent, ns] of told) {
    // For a whole rank, such as 99.9 % of 12,000, fio's floating point may yield the next one.
    const rank = (count * percent) / 100
    if (Math.abs(rank - Math.round(rank)) < 1e-6 && percent % 50 !== 0) continue
    expect(histogramPercentile(bins, percent)?.valueNs, `${String(percent)} %`).toBe(ns)
  }
}

/** The requests of one job in one direction, sorted into fio's bins: to the nanosecond below 128, then 64 to a power of two. */
function histogramOf(log: string, code: number): Histogram {
  const counts = new Map<number, number>()
  for (const line of readFileSync(log, 'utf8').trimEnd().split('\n')) {
    const [, ns = NaN, direction] = line.split(',').map(Number)
    if (direction !== code) continue
    const width = ns < 128 ? 1 : 2 ** (Math.floor(Math.log2(ns)) - 6)
    const bin = Math.floor(ns / width) * width + Math.floor(width / 2)
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  const binsNs = [...counts.keys()].sort((one, other) => one - other)
  return { binsNs, counts: binsNs.map((bin) => counts.get(bin) ?? 0) }
}
