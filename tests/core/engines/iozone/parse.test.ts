import { describe, expect, it } from 'vitest'
import { findMetric } from '../../../../src/core/results/metrics'
import { scalarsOf, type Scalar } from '../../../../src/core/results/observation'
import { allCaptured, captured, outputOf, parseOutput, versions, type Captured } from './captured'
import { blocksByEye, reportByEye, tableByEye } from './read-by-eye'

/** Runs that do not end in a result, by the reason that must be given. All others are done. */
const failures: Readonly<Record<string, string>> = {
  'auto-interrupted': 'interrupted',
  'buffers-mix-up-data': 'data-differs',
  'diagnostic-and-dedupe': 'bad-option',
  'folder-missing': 'file-missing',
  'hung-up': 'engine-killed',
  'interrupted-between': 'interrupted',
  'interrupted-sigint': 'interrupted',
  'interrupted-sigterm': 'interrupted',
  'jobs-folder-missing': 'file-missing',
  'jobs-interrupted': 'interrupted',
  'jobs-interrupted-between': 'interrupted',
  'jobs-killed': 'engine-killed',
  'jobs-microseconds': 'bad-option',
  'jobs-no-space': 'no-space',
  'jobs-reversed': 'unexpected-text',
  killed: 'engine-killed',
  'missing-argument': 'bad-option',
  'missing-file-name': 'bad-option',
  'no-first-write': 'file-missing',
  'no-space': 'no-space',
  'no-space-streams': 'no-space',
  'not-a-folder': 'file-missing',
  'other-record': 'options-differ',
  'other-unit': 'options-differ',
  'read-only-file-system': 'read-only-file-system',
  'record-larger-than-file': 'io-error',
  'record-larger-write-only': 'options-differ',
  'record-too-large': 'bad-option',
  'records-reversed': 'bad-option',
  'sizes-reversed': 'report-incomplete',
  'threads-mix-up-data': 'data-differs',
  'unknown-option': 'bad-option',
}

const ours = allCaptured.filter((one) => one.request !== undefined)
const done = ours.filter((one) => failures[one.name] === undefined)

function measurementsOf(one: Captured): readonly Scalar[] {
  const result = parseOutput(outputOf(one))
  if (result.outcome !== 'done') throw new Error(`${one.name}: ${result.failure.text}`)
  return scalarsOf(result.observations)
}

/** IOzone's numbers back from base units: kB/s, operations a second, microseconds. */
function asPrinted({ metric, value }: Scalar): number {
  return metric.endsWith('bandwidth') ? value / 1024 : metric === 'latency_mean' ? value / 1000 : value
}

describe('captured runs of the app', () => {
  it('are many: versions, modes, options, interrupted and failing', () => {
    expect(allCaptured.length).toBeGreaterThan(130)
    expect(new Set(ours.map((one) => one.name)).size).toBeGreaterThan(70)
  })

  it.each(done.map((one) => [one.version, one.name, one] as const))('%s %s is done', (version, _, one) => {
    const result = parseOutput(outputOf(one))
    expect(result).toMatchObject({ outcome: 'done', engineVersion: version })
    if (result.outcome !== 'done') return
    for (const measurement of scalarsOf(result.observations)) {
      expect(measurement.unit).toBe(findMetric(measurement.metric)?.unit)
      expect(measurement.value).toBeGreaterThanOrEqual(0)
    }
  })

  it.each(
    ours.flatMap((one) => {
      const id = failures[one.name]
      return id === undefined ? [] : [[one.version, one.name, id, one] as const]
    }),
  )('%s %s fails with %s', (_, _name, id, one) => {
    const result = parseOutput(outputOf(one))
    expect(result).toMatchObject({
      outcome: id === 'interrupted' ? 'interrupted' : 'failed',
      failure: { id },
    })
    if (result.outcome !== 'done') expect(result.failure.text).toMatch(/^[A-Z].{15,}$/)
  })

  it('counts what ended with 0 after Ctrl-C as interrupted', () => {
    const one = captured('interrupted-sigint')
    expect(one.exitCode).toBe(0)
    expect(parseOutput(outputOf(one))).toMatchObject({ outcome: 'interrupted' })
  })
})

describe('every number of a table', () => {
  const tables = done.filter((one) => one.text.includes(' reclen ') && !one.name.startsWith('extension'))

  it.each(tables.map((one) => [one.version, one.name, one] as const))(
    'of %s %s is that of the text and of the report',
    (_, _name, one) => {
      const byEye = tableByEye(one.text, one.argv)
      const report = reportByEye(one.text)
      expect(report).toEqual(byEye)
      const measured = measurementsOf(one).filter(({ direction }) => direction === 'total')
      expect(measured.length).toBeGreaterThan(0)
      for (const measurement of measured) {
        const { levels, test } = measurement
        const { file_size: file, block_size: record } = { ...one.request?.workload, ...levels }
        const key = `${test} ${Number(file) / 1024} ${Number(record) / 1024}`
        expect([key, asPrinted(measurement)]).toEqual([key, byEye.get(key)])
      }
      // Nothing requested is left out: all measured keys are distinct, and "all" is all.
      if (one.name.startsWith('all') || one.name === 'auto') expect(measured).toHaveLength(byEye.size)
    },
  )

  it.each(versions)('of the extension in %s is that of the text, in its order', (version) => {
    const one = captured('extension', version)
    const row = /^ {2,}1024 +64(.*)$/m.exec(one.text)?.[1] ?? ''
    const measured = measurementsOf(one).filter(({ direction }) => direction === 'total')
    expect(measured.map(({ test }) => test)).toEqual('write rewrite pwrite repwrite pread repread'.split(' '))
    expect(measured.map(asPrinted).join('')).toBe(row.replaceAll(' ', ''))
  })
})

describe('the throughput mode', () => {
  const blocks = done.filter((one) => one.text.includes('Children see'))

  it.each(blocks.map((one) => [one.version, one.name, one] as const))(
    'of %s %s has the sums of the text and of the report',
    (_, _name, one) => {
      const byEye = blocksByEye(one.text)
      const jobs = one.request?.workload.jobs
      const sums = measurementsOf(one).filter(
        ({ direction, metric }) => direction === 'total' && /^(bandwidth|iops)$/.test(metric),
      )
      const tests = new Set(sums.map(({ test }) => test))
      expect(tests.size).toBeGreaterThan(0)
      expect(sums).toHaveLength([...byEye.keys()].filter((key) => tests.has(key.split(' ')[0] ?? '')).length)
      for (const measurement of sums) {
        const key = `${measurement.test} ${String(measurement.levels?.jobs ?? jobs)}`
        expect([key, asPrinted(measurement)]).toEqual([key, byEye.get(key)])
        expect(one.text.split('Throughput report')[1]).toContain(` ${asPrinted(measurement).toFixed(2)} `)
      }
    },
  )

  it('keeps its other values for each test', () => {
    const text = captured('two-jobs-large').text
    const block = text.slice(text.indexOf('initial writers')).split('\n')
    const numberIn = (line: number) => parseFloat((block[line] ?? '').split('=')[1] ?? '')
    const writes = measurementsOf(captured('two-jobs-large')).filter(
      ({ test, direction }) => test === 'write' && direction === 'write',
    )
    expect(new Map(writes.map(({ metric, value }) => [metric, value]))).toEqual(
      new Map([
        ['bandwidth', numberIn(0) * 1024],
        ['parent_bandwidth', numberIn(1) * 1024],
        ['job_bandwidth_min', numberIn(2) * 1024],
        ['job_bandwidth_max', numberIn(3) * 1024],
        ['job_bandwidth_mean', numberIn(4) * 1024],
        ['job_io_bytes_min', numberIn(5) * 1024],
      ]),
    )
  })

  it('gives a range of jobs separate levels', () => {
    const jobs = new Set(measurementsOf(captured('job-range')).map(({ levels }) => levels?.jobs))
    expect([...jobs]).toEqual([1, 2, 3])
  })

  it('flags jobs that did not run concurrently, and ignores the Min that leaves out a 0', () => {
    const one = captured('forty-jobs')
    const result = parseOutput(outputOf(one))
    expect(result.warnings.map(({ id }) => id)).toContain('starved-jobs')
    expect(measurementsOf(one).some(({ metric }) => metric === 'job_bandwidth_min')).toBe(false)
    const even = parseOutput(outputOf(captured('one-job')))
    expect(even.warnings.map(({ id }) => id)).not.toContain('starved-jobs')
  })
})

describe('units', () => {
  it('are bytes of 1024 kB, operations and nanoseconds', () => {
    const metrics = (name: string) => new Set(measurementsOf(captured(name)).map(({ metric }) => metric))
    expect(metrics('all')).toEqual(new Set(['bandwidth']))
    expect(metrics('iops')).toEqual(new Set(['iops']))
    expect(metrics('microseconds')).toEqual(new Set(['latency_mean']))
  })
})

describe('tests that were not requested', () => {
  it('are absent, and so are omitted second passes', () => {
    const tests = (name: string) => [...new Set(measurementsOf(captured(name)).map(({ test }) => test))]
    expect(tests('only-fread')).toEqual(['fread'])
    expect(tests('write-and-stride')).toEqual(['write', 'rewrite', 'stride-read'])
    expect(tests('all-no-retest')).toEqual([
      'write',
      'read',
      'random-read',
      'random-write',
      'backward-read',
      'record-rewrite',
      'stride-read',
      'fwrite',
      'fread',
    ])
    expect(captured('all-no-retest').text).toMatch(/ 0 /)
  })
})

describe('warnings', () => {
  it.each([
    ['diagnostic', ['diagnostic-mode']],
    ['all', ['half-filled-records']],
    ['compress', []],
    ['plain', []],
    ['two-threads', ['clock-too-coarse', 'starved-jobs']],
  ])('of %s', (name, ids) => {
    expect(parseOutput(outputOf(captured(name))).warnings.map(({ id }) => id)).toEqual(ids)
  })

  it("report a child's complaint next to a sound result", () => {
    const output = { ...outputOf(captured('two-jobs-large')), printed: 'read: Resource busy\n' }
    const result = parseOutput(output)
    expect(result.outcome).toBe('done')
    expect(result.warnings.find(({ id }) => id === 'printed-beside')?.text).toContain('Resource busy')
  })
})
