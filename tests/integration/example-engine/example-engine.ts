import type { Engine, EngineOutput, ParseResult } from '../../../src/core/engines/engine'
import measure from './measure.sh'
import sample from './sample.sh'
import serve from './serve.sh'

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/**
 * A small engine with everything an engine may have: a service with a reset, a run of three steps, two outputs (one
 * printed, one written), a sidecar, a series, and a metric that neither fio nor IOzone measures. Its only parameter is
 * the rate.
 */
export const exampleEngine: Engine = {
  description: {
    id: 'example',
    name: 'Example',
    program: 'sh',
    oldestVersion: '1.0',
    starting: { rate: 60 },
    headlines: ['new_order_rate', 'iops'],
    fields: [
      {
        ...{ id: 'rate', label: 'Rate', option: 'rate', group: 'workload' },
        kind: { type: 'integer', min: 1 },
        help: 'Transactions a minute.',
      },
    ],
    extraOptions: [],
    install: { debian: '', fedora: '', arch: '', macos: '', windows: '' },
  },
  versionArgs: ['-c', 'echo example-1.0'],
  readVersion: (text) => /^example-([\d.]+)/.exec(text)?.[1],
  checkWorkload: () => [],
  advise: () => [],
  costKeys: [],
  cost: () => ({ seconds: 1, writeShare: 0, fileBytes: 0 }),
  writes: () => false,
  dataOf: () => ({ kind: 'none' }),
  testName: () => 'example',
  parseOnlyCommand: () => undefined,
  service: (_workload, directory) => ({
    run: {
      files: [{ name: 'serve.sh', text: serve }],
      steps: [
        { kind: 'measure', processes: [{ program: 'sh', args: ['serve.sh', directory] }], outputs: [] },
      ],
    },
    ready: { program: 'test', args: ['-e', `${directory}/up`] },
    reset: { program: 'rm', args: ['-f', `${directory}/asked`] },
  }),
  steps: ({ workload, serviceDirectory = '' }) => ({
    files: [
      { name: 'measure.sh', text: measure },
      { name: 'sample.sh', text: sample },
    ],
    steps: [
      { kind: 'prepare', processes: [{ program: 'touch', args: ['prepared'] }], outputs: [] },
      {
        kind: 'measure',
        processes: [
          {
            program: 'sh',
            args: ['measure.sh', serviceDirectory, String(workload.rate)],
            prints: 'intervals.txt',
          },
        ],
        sidecars: [{ program: 'sh', args: ['sample.sh'], prints: 'samples.txt' }],
        outputs: ['result.txt', 'intervals.txt', 'samples.txt'],
      },
      { kind: 'teardown', processes: [{ program: 'rm', args: ['prepared'] }], outputs: [] },
    ],
  }),
  progress: () => ({
    push: (text) => {
      const [, second, rate] = /^(\d) (\d+) \d+$/m.exec(text) ?? []
      if (second === undefined) return undefined
      return { phase: 'running', fraction: Number(second) / 3, headline: { new_order_rate: Number(rate) } }
    },
  }),
  parse,
}

function parse({ outputs, exitCode }: EngineOutput): ParseResult {
  const result = /^rate (\d+) after 1\n$/.exec(outputs['result.txt'] ?? '')
  const intervals = [...(outputs['intervals.txt'] ?? '').matchAll(/^\d (\d+) (\d+)$/gm)]
  const rates = intervals.map(([, rate]) => Number(rate))
  if (exitCode !== 0 || !result || intervals.length !== 3) {
    const text = `It ended with status ${String(exitCode)}.`
    return { outcome: 'failed', failure: { id: 'example-failed', text }, warnings: [] }
  }
  const observed = { source: 'engine', test: 'example', direction: 'total', kind: 'scalar' } as const
  return {
    outcome: 'done',
    engineVersion: '1.0',
    observations: [
      { ...observed, metric: 'new_order_rate', unit: '1/min', value: mean(rates) },
      { ...observed, metric: 'iops', unit: 'IOPS', value: Number(result[1]) / 60 },
      {
        ...{ ...observed, kind: 'series', metric: 'new_order_rate', unit: '1/min' },
        ...{ startedAtMs: Number(intervals[0]?.[2]) * 1000, intervalSeconds: 0.1 },
        seconds: Float64Array.from(rates, (_, at) => (at + 1) / 10),
        values: Float64Array.from(rates),
      },
    ],
    warnings: [],
  }
}
