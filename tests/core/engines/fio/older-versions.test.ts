import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { directionsOf, observationsOf } from '../../../../src/core/engines/fio/observations'
import { findJson } from '../../../../src/core/engines/fio/output/find-json'
import {
  countedEntries,
  readFioDocument,
  readJob,
  type JobResult,
} from '../../../../src/core/engines/fio/output/read-job'
import { captured, capturedDocument } from './captured'
import { histogramsOf, scalarsOf } from '../../../../src/core/results/observation'

function jobOf(text: string): JobResult {
  const found = findJson(text)
  if ('byteOffset' in found) throw new Error(found.text)
  const job = readJob(countedEntries(readFioDocument(found.documents.at(-1) ?? {}).entries))
  if (!job) throw new Error('The text holds a job.')
  return job
}

const synthetic = (name: string) => readFileSync(`tests/fixtures/fio-2-synthetic/${name}.json`, 'utf8')
const valuesOf = (job: JobResult) =>
  new Map(scalarsOf(observationsOf('mix', job)).map((one) => [`${one.direction} ${one.metric}`, one.value]))

describe('fio 2.x', () => {
  it('counts in KiB and microseconds', () => {
    const values = valuesOf(jobOf(synthetic('mix-2.1.11')))
    expect(values.get('read bandwidth')).toBe(7000 * 1024)
    expect(values.get('read io_bytes')).toBe(70_000 * 1024)
    expect(values.get('read latency_mean')).toBe(256_000)
    expect(values.get('read latency_max')).toBe(9_010_000)
    expect(values.get('read completion_latency_mean')).toBe(250_250)
    expect(values.get('read completion_latency_p99')).toBe(900_000)
    expect(values.get('total bandwidth')).toBe(10_000 * 1024)
    expect(values.get('total iops')).toBe(2500)
    expect(values.get('total achieved_read_percent')).toBe(70)
    expect(values.get('total latency_mean')).toBeCloseTo((256_000 * 17_500 + 96_000 * 7500) / 25_000, 6)
    expect(values.get('total completion_latency_p99')).toBeUndefined()
    expect(values.get('total runtime')).toBe(10)
  })

  it('names bins by their index in a table from 2.2.12 on', () => {
    const job = jobOf(synthetic('mix-2.21-bins'))
    expect(valuesOf(job).get('read io_bytes')).toBe(70_000 * 1024)
    const [histogram] = histogramsOf(observationsOf('mix', job))
    // plat_idx_to_val of stat.c: below 128 the value itself; 150 is in the first group of width 2 (128 + 22.5 × 2), 300
    // in one of width 8 (512 + 44.5 × 8).
    expect(histogram?.binsNs).toEqual([80_000, 173_000, 868_000])
    expect(histogram?.counts).toEqual([17_000, 400, 100])
  })
})

describe('other forms of the document', () => {
  it('one entry per job adds up to what group_reporting gives', () => {
    const job = jobOf(captured('two-jobs-no-group').text ?? '')
    const { jobs } = capturedDocument('two-jobs-no-group')
    expect(jobs).toHaveLength(2)
    const values = valuesOf(job)
    const reads = jobs.map((one) => one.read)
    expect(values.get('read iops')).toBeCloseTo(
      reads.reduce((sum, one) => sum + one.iops, 0),
      6,
    )
    expect(values.get('read io_count')).toBe(reads.reduce((sum, one) => sum + one.total_ios, 0))
    expect(values.get('read latency_max')).toBe(Math.max(...reads.map((one) => one.lat_ns.max)))
    const histogram = histogramsOf(observationsOf('mix', job)).find(
      (one) => one.direction === 'read' && one.metric === 'total',
    )
    expect(histogram?.counts.reduce((sum, count) => sum + count, 0)).toBe(
      reads.reduce((sum, one) => sum + one.lat_ns.N, 0),
    )
  })

  it('merged directions are the total, and nothing else', () => {
    const job = jobOf(captured('unified-mixed').text ?? '')
    expect([...directionsOf(job).keys()]).toEqual(['total'])
    const values = valuesOf(job)
    expect(values.get('total iops')).toBeGreaterThan(0)
    expect(values.has('total achieved_read_percent')).toBe(false)
    expect(histogramsOf(observationsOf('mix', job)).every((one) => one.direction === 'total')).toBe(true)
  })

  it('directions that are reported merged as well are not counted twice', () => {
    const job = jobOf(captured('unified-both').text ?? '')
    const values = valuesOf(job)
    expect(values.get('total iops')).toBe((values.get('read iops') ?? 0) + (values.get('write iops') ?? 0))
    expect(new Set(histogramsOf(observationsOf('mix', job)).map((one) => one.direction))).toEqual(
      new Set(['read', 'write']),
    )
  })

  it('clients of a server count once', () => {
    const [job] = (JSON.parse(captured('json-without-bins').text ?? '') as { jobs: object[] }).jobs
    const client = (name: string) => ({ ...job, jobname: name, hostname: 'a', port: 8765 })
    const one = JSON.stringify({ 'fio version': 'fio-3.33', client_stats: [client('x')] })
    const several = JSON.stringify({ client_stats: [client('x'), client('y'), client('All clients')] })
    expect(valuesOf(jobOf(`\n${one}`))).toEqual(valuesOf(jobOf(JSON.stringify({ jobs: [job] }))))
    expect(valuesOf(jobOf(several))).toEqual(valuesOf(jobOf(one)))
  })

  it('text before the document, as --output-format=normal,json+ gives it, does not change the numbers', () => {
    const text = captured('normal-and-json').text ?? ''
    const [, first] = /"bw_bytes" : (\d+)/.exec(text) ?? []
    expect(valuesOf(jobOf(text)).get('read bandwidth')).toBe(Number(first))
  })

  it('percentiles that fio wrote for unused slots are not percentiles', () => {
    const job = jobOf(
      '{"jobs":[{"read":{"total_ios":100000,"clat":{"N":100000,"mean":5,"percentile":{"0.00":0,"99.000000":7}}}}]}',
    )
    expect([...(job.directions.get('read')?.latency.get('completion')?.percentilesNs ?? [])]).toEqual([
      [99, 7000],
    ])
  })
})
