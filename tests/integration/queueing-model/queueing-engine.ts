import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { oneStep } from '../../../src/core/engines/steps'
import type { Engine, EngineOutput, Field, ParseResult } from '../../../src/core/engines/engine'
import { findMetric } from '../../../src/core/results/metrics'
import type { Scalar } from '../../../src/core/results/observation'
import {
  histogramPercentile,
  isPercentileMeaningful,
  totalCount,
} from '../../../src/core/statistics/latency/histogram'

const script = readFileSync(new URL('./simulate.mjs', import.meta.url), 'utf8')

/** The simulated drive. */
export const drive = { channels: 8, serviceNs: 80_000 } as const

function integer(id: string, label: string): Field {
  return { id, label, option: id, help: label, group: 'workload', kind: { type: 'integer', min: 1 } }
}

/** Runs the queueing model of simulate.mjs as an engine: a closed load of `queue_depth`, or an open one of `offered_percent`. */
export const queueingEngine: Engine = {
  description: {
    ...{ id: 'queueing', name: 'Queueing model', program: process.execPath, oldestVersion: '1.0' },
    starting: { queue_depth: 1 },
    headlines: ['iops'],
    fields: [integer('queue_depth', 'Queue depth'), integer('offered_percent', 'Offered load')],
    extraOptions: [],
    install: { debian: '', fedora: '', arch: '', macos: '', windows: '' },
  },
  versionArgs: ['--version'],
  readVersion: (text) => /^v([\d.]+)/.exec(text)?.[1],
  checkWorkload: () => [],
  advise: () => [],
  costKeys: [],
  cost: () => ({ seconds: 1, writeShare: 0, fileBytes: 0 }),
  writes: () => false,
  dataOf: () => ({ kind: 'none' }),
  testName: () => 'random-read',
  parseOnlyCommand: () => undefined,
  steps: ({ workload, seed, offeredPerSecond = 0 }) => {
    const asked = [seed, drive.channels, drive.serviceNs, Number(workload.queue_depth ?? 1), offeredPerSecond]
    const args = ['simulate.mjs', ...asked.map(String)]
    const simulation = { program: process.execPath, args, prints: 'result.json' }
    const files = [{ name: 'simulate.mjs', text: script, isOurs: true }]
    return oneStep('measure', simulation, 'result.json', files)
  },
  progress: () => ({ push: () => undefined }),
  parse,
}

const result = v.strictObject({
  iops: v.number(),
  meanNs: v.number(),
  bins: v.array(v.strictTuple([v.number(), v.number()])),
})

function parse({ outputs, request }: EngineOutput): ParseResult {
  const { iops, meanNs, bins } = v.parse(result, JSON.parse(outputs['result.json'] ?? ''))
  const observed = { source: 'engine', test: 'random-read', direction: 'total' } as const
  const histogram = { binsNs: bins.map(([ns]) => ns), counts: bins.map(([, count]) => count) }
  const count = totalCount(histogram)
  const scalar = (metric: string, value: number | undefined): readonly Scalar[] =>
    value === undefined
      ? []
      : [{ ...observed, kind: 'scalar', metric, unit: findMetric(metric)?.unit ?? 'count', value }]
  const percentile = (percent: number) =>
    isPercentileMeaningful(count, percent) ? histogramPercentile(histogram, percent)?.valueNs : undefined
  const { offeredPerSecond } = request
  return {
    outcome: 'done',
    engineVersion: '1.0',
    observations: [
      ...scalar('iops', iops),
      ...scalar('io_count', count),
      ...scalar('latency_mean', meanNs),
      ...scalar('latency_p95', percentile(95)),
      ...scalar('latency_p99', percentile(99)),
      ...scalar('offered_iops', offeredPerSecond),
      ...scalar(
        'offered_reached',
        offeredPerSecond === undefined ? undefined : (100 * iops) / offeredPerSecond,
      ),
      ...scalar(
        'depth_full',
        offeredPerSecond === undefined ? undefined : iops < 0.95 * offeredPerSecond ? 100 : 0,
      ),
      { ...observed, direction: 'read', kind: 'histogram', metric: 'total', unit: 'ns', ...histogram },
    ],
    warnings: [],
  }
}
