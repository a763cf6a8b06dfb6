import { describe, expect, it } from 'vitest'
import type { ParseResult } from '../../../../src/core/engines/engine'
import { histogramsOf, scalarsOf, type Direction } from '../../../../src/core/results/observation'
import { findMetric } from '../../../../src/core/results/metrics'
import { captured, capturedDocument, capturedNames, parseOutput } from './captured'

const done = [
  'buffered-psync',
  'compressible',
  'half-second',
  'json-without-bins',
  'layout',
  'mix',
  'mix-io-uring',
  'null',
  'offered-depth-64',
  'ramp',
  'rate-iops',
  'read',
  'sequential-mix-two-jobs',
  'sequential-read',
  'size-bound',
  'slat-percentiles',
  'steady-state',
  'two-jobs',
  'two-processes',
  'write',
]

const doneWithWarnings: Readonly<Record<string, readonly string[]>> = {
  'offered-depth-1': ['waiting-cut-off'],
  'offered-null': ['generator-short'],
  'offered-saturated': ['offered-rate-not-reached', 'waiting-cut-off'],
  'status-interval': ['several-documents'],
  'sync-engine-depth': ['queue-depth-capped'],
}

const failures: Readonly<Record<string, string>> = {
  'bad-job-option': 'bad-option',
  'bad-value': 'bad-option',
  'direct-unaligned': 'invalid-argument',
  'ended-early': 'options-differ',
  'engine-missing': 'io-engine-missing',
  'engine-not-loadable': 'io-engine-missing',
  'file-missing': 'file-missing',
  'folder-missing': 'file-missing',
  killed: 'engine-killed',
  'missing-size': 'size-missing',
  'mounted-device': 'device-mounted',
  'no-space': 'no-space',
  'no-space-buffered': 'no-space',
  'normal-and-json': 'text-around-json',
  'one-direction': 'zero-ios',
  'other-depth': 'options-differ',
  'other-runtime': 'options-differ',
  'read-only-file-system': 'read-only-file-system',
  'readonly-violation': 'bad-option',
  'two-jobs-no-group': 'options-differ',
  'unified-both': 'options-differ',
  'unified-mixed': 'options-differ',
  'unknown-argument': 'bad-option',
  'worker-killed': 'worker-killed',
  'write-to-dev-full': 'no-space',
}

const parse = (name: string) => parseOutput(captured(name))
const warningIds = (result: ParseResult) => result.warnings.map((warning) => warning.id)

describe('captured runs of fio 3.33', () => {
  it('are all listed in a table of this test', () => {
    const named = [
      ...done,
      ...Object.keys(doneWithWarnings),
      ...Object.keys(failures),
      'interrupted-sigint',
      'interrupted-sigterm',
    ]
    expect([...capturedNames].sort()).toEqual(named.sort())
  })

  it.each(done)('%s is a result without a warning', (name) => {
    const result = parse(name)
    expect(result).toMatchObject({ outcome: 'done', engineVersion: '3.33', warnings: [] })
  })

  it.each(Object.entries(doneWithWarnings))('%s is a result with %j', (name, ids) => {
    const result = parse(name)
    expect(result.outcome).toBe('done')
    expect(warningIds(result)).toEqual(ids)
  })

  it.each(Object.entries(failures))('%s is a failure: %s', (name, id) => {
    const result = parse(name)
    expect(result).toMatchObject({ outcome: 'failed', failure: { id } })
    if (result.outcome === 'failed') {
      expect(result.failure.text).toMatch(/\S/)
      expect(result.failure.remedy).toMatch(/\.$/)
    }
  })

  it.each(['interrupted-sigint', 'interrupted-sigterm'])(
    '%s is interrupted, although its numbers look sound',
    (name) => {
      expect(capturedDocument(name).jobs[0]?.read.iops).toBeGreaterThan(0)
      expect(parse(name)).toMatchObject({ outcome: 'interrupted', failure: { id: 'interrupted' } })
    },
  )

  it('reports what fio printed', () => {
    const result = parse('mounted-device')
    expect(captured('mounted-device').exitCode).toBe(0)
    expect(result).toMatchObject({ failure: { text: expect.stringContaining('appears mounted') as string } })
  })
})

describe('numbers of a run', () => {
  const valueIn = (result: ParseResult, direction: Direction, metric: string) =>
    result.outcome === 'done'
      ? scalarsOf(result.observations).find((one) => one.direction === direction && one.metric === metric)
          ?.value
      : undefined

  it('are those of the document, direction by direction', () => {
    const result = parse('mix')
    const [job] = capturedDocument('mix').jobs
    for (const direction of ['read', 'write'] as const) {
      const section = job?.[direction]
      expect(valueIn(result, direction, 'bandwidth')).toBe(section?.bw_bytes)
      expect(valueIn(result, direction, 'iops')).toBe(section?.iops)
      expect(valueIn(result, direction, 'io_count')).toBe(section?.total_ios)
      expect(valueIn(result, direction, 'io_bytes')).toBe(section?.io_bytes)
      expect(valueIn(result, direction, 'latency_mean')).toBe(section?.lat_ns.mean)
      expect(valueIn(result, direction, 'latency_max')).toBe(section?.lat_ns.max)
      expect(valueIn(result, direction, 'completion_latency_mean')).toBe(section?.clat_ns.mean)
      for (const [metric, key] of [
        ['p50', '50.000000'],
        ['p95', '95.000000'],
        ['p99', '99.000000'],
        ['p999', '99.900000'],
      ] as const) {
        expect(valueIn(result, direction, `latency_${metric}`)).toBe(section?.lat_ns.percentile[key])
        expect(valueIn(result, direction, `completion_latency_${metric}`)).toBe(
          section?.clat_ns.percentile[key],
        )
      }
    }
    expect(valueIn(result, 'total', 'cpu_user')).toBe(job?.usr_cpu)
  })

  it('add up to the total, with a weighted mean and percentiles of all I/Os together', () => {
    const result = parse('mix')
    const [job] = capturedDocument('mix').jobs
    if (!job) throw new Error('The captured run has a job.')
    const { read, write } = job
    expect(valueIn(result, 'total', 'bandwidth')).toBe(read.bw_bytes + write.bw_bytes)
    expect(valueIn(result, 'total', 'iops')).toBe(read.iops + write.iops)
    const count = read.lat_ns.N + write.lat_ns.N
    const mean = (read.lat_ns.mean * read.lat_ns.N + write.lat_ns.mean * write.lat_ns.N) / count
    expect(valueIn(result, 'total', 'latency_mean')).toBeCloseTo(mean, 6)
    const all = [read, write]
      .flatMap((section) => Object.entries(section.lat_ns.bins))
      .flatMap(([ns, times]) => Array.from({ length: times }, () => Number(ns)))
      .sort((one, other) => one - other)
    expect(valueIn(result, 'total', 'latency_p95')).toBe(all[Math.ceil(all.length * 0.95) - 1])
    expect(valueIn(result, 'total', 'latency_p999')).toBe(all[Math.ceil(all.length * 0.999) - 1])
    expect(valueIn(result, 'total', 'achieved_read_percent')).toBeCloseTo(
      (100 * read.total_ios) / (read.total_ios + write.total_ios),
      9,
    )
    expect(valueIn(result, 'total', 'runtime')).toBeCloseTo(Math.max(read.runtime, write.runtime) / 1000, 9)
  })

  it('are absent for a direction that was not used', () => {
    const result = parse('read')
    expect(
      result.outcome === 'done' && scalarsOf(result.observations).some((one) => one.direction === 'write'),
    ).toBe(false)
    expect(valueIn(result, 'total', 'iops')).toBe(valueIn(result, 'read', 'iops'))
    expect(valueIn(result, 'total', 'achieved_read_percent')).toBe(100)
    expect(valueIn(parse('write'), 'total', 'achieved_read_percent')).toBe(0)
  })

  it('have no percentile without ten I/Os beyond it', () => {
    const result = parse('rate-iops')
    const reads = valueIn(result, 'read', 'io_count') ?? 0
    expect(reads).toBeLessThan(200)
    expect(valueIn(result, 'read', 'latency_p50')).toBeGreaterThan(0)
    expect(valueIn(result, 'read', 'latency_p99')).toBeUndefined()
    expect(valueIn(result, 'read', 'latency_p999')).toBeUndefined()
  })

  it('come from fio itself if the document has no bins', () => {
    const result = parse('json-without-bins')
    const section = capturedDocument('json-without-bins').jobs[0]?.read
    expect(valueIn(result, 'read', 'latency_p99')).toBe(section?.lat_ns.percentile['99.000000'])
    expect(valueIn(result, 'total', 'latency_p99')).toBeUndefined()
    expect(valueIn(result, 'total', 'latency_mean')).toBeGreaterThan(0)
  })

  it.each([...done, ...Object.keys(doneWithWarnings)])(
    'of %s are finite, known and in the unit of their metric',
    (name) => {
      const result = parse(name)
      if (result.outcome !== 'done') throw new Error(`${name} is a result.`)
      expect(scalarsOf(result.observations).length).toBeGreaterThan(8)
      for (const one of scalarsOf(result.observations)) {
        expect(Number.isFinite(one.value)).toBe(true)
        expect(findMetric(one.metric)).toMatchObject({ id: one.metric, unit: one.unit })
      }
      const places = scalarsOf(result.observations).map((one) => `${one.direction} ${one.metric}`)
      expect(new Set(places).size).toBe(places.length)
    },
  )

  it('keep the bins of every direction, and their percentiles are those that fio reports', () => {
    for (const name of ['mix', 'two-jobs', 'ramp', 'null', 'write', 'slat-percentiles']) {
      const result = parse(name)
      if (result.outcome !== 'done') throw new Error(`${name} is a result.`)
      for (const histogram of histogramsOf(result.observations)) {
        if (histogram.metric === 'submission') continue
        const section = capturedDocument(name).jobs[0]?.[histogram.direction as 'read' | 'write']
        const reported = histogram.metric === 'total' ? section?.lat_ns : section?.clat_ns
        expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(reported?.N)
        expect(histogram.binsNs).toEqual([...histogram.binsNs].sort((one, other) => one - other))
        for (const [percent, ns] of Object.entries(reported?.percentile ?? {})) {
          const rank = Math.ceil((Number(percent) / 100) * (reported?.N ?? 0) - 1e-9)
          let cumulative = 0
          const at = histogram.counts.findIndex((count) => (cumulative += count) >= rank)
          expect(histogram.binsNs[at]).toBe(ns)
        }
      }
    }
  })
})

describe('a job that ends when it is steady', () => {
  const output = captured('steady-state')

  it('has the numbers of the steady window next to those of the whole run', () => {
    const parsed = parseOutput(output)
    if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
    const steady = scalarsOf(parsed.observations).filter(({ metric }) => metric.startsWith('steady'))
    expect(steady.map(({ metric, value }) => [metric, value])).toEqual([
      ['steady_iops', 51_137],
      ['steady_bandwidth', 209_459_543],
      ['steady_window', 1],
    ])
    for (const { metric, unit } of steady) expect(findMetric(metric)?.unit).toBe(unit)
    expect(parsed.warnings).toEqual([])
  })

  it('reports it if it never became steady, and has no such numbers', () => {
    const text = output.text
      ?.replace('"attained" : 1', '"attained" : 0')
      .replace('"criterion" : "0.000000%"', '"criterion" : "93.200000%"')
    const parsed = parseOutput({ ...output, text })
    if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
    expect(parsed.warnings).toMatchObject([
      {
        id: 'not-steady',
        text: expect.stringMatching(
          /never became steady: asked iops:90.000000% over 1\ss, last 93.200000%/,
        ) as string,
      },
    ])
    expect(scalarsOf(parsed.observations).some(({ metric }) => metric.startsWith('steady'))).toBe(false)
  })
})
