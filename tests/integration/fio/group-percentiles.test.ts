import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { readLatency } from '../../../src/core/engines/fio/output/read-latency'
import { isObject, objectAt } from '../../../src/core/engines/fio/output/json-members'
import {
  histogramPercentile,
  mergeHistograms,
  totalCount,
} from '../../../src/core/statistics/latency/histogram'
import { temporaryFolder } from './run-fio'

const folder = temporaryFolder()

const percents = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99]

/** Jobs as fio reports them in json+. */
function runJobs(...options: readonly string[]) {
  const done = spawnSync(
    'fio',
    [
      ...['--name=mix', `--filename=${folder.path}/data`, '--size=4m', '--rw=randrw', '--bs=4k'],
      ...['--ioengine=psync', '--number_ios=3001', '--io_size=1g', '--numjobs=4', '--thread'],
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

  it('are the percentiles fio itself gives for a group of jobs, to the bin', () => {
    const [group] = runJobs('--group_reporting', '--unified_rw_reporting=both')
    const [read, write, mixed] = ['read', 'write', 'mixed'].map((direction) => {
      const latency = readLatency(objectAt(group ?? {}, direction) ?? {}, 'completion')
      if (latency?.bins === undefined) throw new Error(`fio gave no bins for ${direction}`)
      return { bins: latency.bins, told: latency.percentilesNs }
    })
    if (!read || !write || !mixed) throw new Error('fio gave no mixed result')
    const merged = mergeHistograms([read.bins, write.bins])
    expect(totalCount(merged)).toBe(4 * 3001)
    expect(mixed.told.size).toBe(percents.length)
    for (const { bins, told } of [read, write, { ...mixed, bins: merged }]) {
      const count = totalCount(bins)
      for (const [percent, ns] of told) {
        // Of a rank that is whole, such as 99.9 % of 12,000, fio's floating point may make the next one.
        const rank = (count * percent) / 100
        if (Math.abs(rank - Math.round(rank)) < 1e-6 && percent % 50 !== 0) continue
        expect(histogramPercentile(bins, percent)?.valueNs, `${String(percent)} %`).toBe(ns)
      }
    }
  })
})
