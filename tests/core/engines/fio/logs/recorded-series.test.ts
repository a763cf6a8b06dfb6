import { describe, expect, it } from 'vitest'
import type { CommandRequest, EngineOutput } from '../../../../../src/core/engines/engine'
import { outputFile, requestedOptions, steps } from '../../../../../src/core/engines/fio/command'
import { splitGathered } from '../../../../../src/core/engines/fio/logs/gathered-logs'
import { logOptions } from '../../../../../src/core/engines/fio/logs/log-request'
import { parse } from '../../../../../src/core/engines/fio/parse'
import { logNames } from '../../../../../src/core/engines/steps'
import { seriesOf } from '../../../../../src/core/results/observation'

const request: CommandRequest = {
  workload: { pattern: 'random-read', block_size: 4096, runtime: 2, time_based: true, jobs: 2 },
  phase: 'measure',
  runName: 'bw-1',
  seed: 1,
  dataFile: '/data/file',
  series: { seconds: 0.1, detail: 'averages' },
}
const namesOf = (one: CommandRequest) => logOptions(one).map(([name]) => name)

describe('what fio is asked to write over time', () => {
  it('is three logs of averages, stamped with the time of day', () => {
    expect(logOptions(request)).toEqual([
      ['write_bw_log', 'series'],
      ['write_iops_log', 'series'],
      ['write_lat_log', 'series'],
      ['log_avg_msec', '100'],
      ['log_unix_epoch', '1'],
    ])
    expect(logNames(steps(request))).toEqual(['series.log'])
  })

  it('is one histogram log if sizes are fixed, and averages as well if they vary', () => {
    const wished: CommandRequest = { ...request, series: { seconds: 1, detail: 'histograms' } }
    expect(namesOf(wished)).toEqual(['write_hist_log', 'log_hist_msec', 'log_unix_epoch'])
    const varied = { ...wished, workload: { ...wished.workload, bssplit: '4k/60:64k/40' } }
    expect(namesOf(varied)).toContain('write_bw_log')
  })

  it('is nothing for layouts, and if not requested', () => {
    const { series: _, ...plain } = request
    expect(logOptions(plain)).toEqual([])
    expect(logNames(steps(plain))).toEqual([])
    expect(logOptions({ ...request, phase: 'layout' })).toEqual([])
    expect(steps({ ...request, phase: 'layout' }).steps).toHaveLength(1)
  })
})

/** A document as fio 3.33 writes it, of a job that measured from `start` on. */
const start = 1_795_373_029_621
function outputWith(log: string | undefined): EngineOutput {
  const read = {
    total_ios: 200,
    io_bytes: 819_200,
    io_kbytes: 800,
    bw_bytes: 409_600,
    iops: 100,
    runtime: 2000,
  }
  const options = Object.fromEntries(requestedOptions(request))
  const document = {
    'fio version': 'fio-3.33',
    timestamp_ms: start + 2090,
    jobs: [{ jobname: 'bw-1', error: 0, 'job options': options, read }],
  }
  const text = JSON.stringify(document, undefined, 1)
  return { outputs: { [outputFile]: text, 'series.log': log }, exitCode: 0, request }
}

const rows = (from: number, values: readonly number[]) =>
  values.map((value, at) => `${start + from + at * 100}, ${value}, 0, 0, 0\n`).join('')

describe('what a run recorded', () => {
  it('becomes series of all its jobs, from the start of the measured part', () => {
    const log = `# series_iops.1.log\n${rows(100, [10, 20, 30])}# series_iops.2.log\n${rows(102, [1, 2, 3])}`
    const parsed = parse(outputWith(log))
    if (parsed.outcome !== 'done') throw new Error(parsed.failure.text)
    expect(parsed.warnings.filter(({ id }) => id.includes('series'))).toEqual([])
    expect(parsed.measuredAtMs).toBe(start)
    const [iops] = seriesOf(parsed.observations)
    expect(iops).toMatchObject({
      metric: 'iops',
      direction: 'read',
      startedAtMs: start,
      intervalSeconds: 0.1,
    })
    expect([...(iops?.values ?? [])].slice(0, 2)).toEqual([11, 22])
    expect([...(iops?.seconds ?? [])].slice(0, 2)).toEqual([0.1, 0.2])
  })

  it('is missing with a warning if fio left no logs, and the run counts', () => {
    const parsed = parse(outputWith(undefined))
    expect(parsed.outcome).toBe('done')
    expect(parsed.warnings.map(({ id }) => id)).toContain('no-series')
    expect(seriesOf(parsed.outcome === 'done' ? parsed.observations : [])).toEqual([])
  })

  it('is read as far as it is sound', () => {
    const parsed = parse(outputWith(`# series_iops.1.log\n${rows(100, [10, 20, 30])}nonsense\n`))
    expect(parsed.outcome).toBe('done')
    expect(parsed.warnings.map(({ id }) => id)).toContain('damaged-series')
    expect(seriesOf(parsed.outcome === 'done' ? parsed.observations : [])).not.toEqual([])
  })
})

it('splits combined logs', () => {
  expect(splitGathered('# a_bw.1.log\n1, 2\n# a_bw.2.log\n# a_bw.3.log\n3')).toEqual([
    { name: 'a_bw.1.log', text: '1, 2\n' },
    { name: 'a_bw.2.log', text: '' },
    { name: 'a_bw.3.log', text: '3' },
  ])
  expect(splitGathered('')).toEqual([])
})
