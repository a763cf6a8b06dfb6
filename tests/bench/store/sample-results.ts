import type { NewCampaign } from '../../../src/bench/store/tables/campaigns/campaign-design'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { RunResult, RunStart } from '../../../src/bench/store/tables/runs/run-changes'
import { expandCases } from '../../../src/core/plan/cases'
import { thisMachine } from '../../../src/core/plan/destination'
import type { Plan } from '../../../src/core/plan/plan'
import type { Scalar, Series } from '../../../src/core/results/observation'

export const samplePlan: Plan = {
  schema: 1,
  id: 'mix',
  name: 'Read/write mix',
  notes: '',
  engine: 'fio',
  base: { pattern: 'random', queue_depth: 64, direct: true, file_size: 67108864 },
  axes: [
    { key: 'block_size', levels: [4096, 65536] },
    { key: 'read_percent', levels: [100, 50, 0] },
  ],
  excluded: ['block_size=65536,read_percent=50'],
  repetitions: 2,
  order: { kind: 'designed', seed: 1 },
  pauseSeconds: 0,
  onFailure: 'continue',
  target: { kind: 'folder', path: '/mnt/drive' },
  hosts: [thisMachine],
}

export function sampleCampaign(plan: Plan = samplePlan, configuration = 'kernel 6.18'): NewCampaign {
  const cases = expandCases(plan)
  const measured = cases.flatMap(({ index }) =>
    Array.from({ length: plan.repetitions }, (_, repetition) => ({
      caseIndex: index,
      repetition: repetition + 1,
      phase: 'measure' as const,
      seed: index * 100 + repetition,
    })),
  )
  const layout = { caseIndex: cases[0]?.index ?? 0, repetition: 0, phase: 'layout' as const, seed: 0 }
  return {
    plan,
    configuration,
    hostId: 'local',
    hostName: 'bench-1',
    cases,
    runs: [layout, ...measured],
    dataFile: '/mnt/drive/benchwright.dat',
  }
}

const command = {
  program: 'fio',
  args: ['--output-format=json+', 'job.fio'],
  files: [{ name: 'job.fio', text: '[run]\nrw=randrw\n' }],
  // Versions up to 0.1 stored it, and it is part of the run's seal.
  outputFile: 'out.json',
}

export const sampleStart: RunStart = {
  command,
  runDirectory: '/var/tmp/run-1',
  startedAtMs: 1_700_000_000_000,
}

export const rawText = '{"fio version":"fio-3.33"}'

/** A finished run with all numbers derived from `base`. */
export function sampleResult(base = 1000): RunResult {
  return {
    state: 'done',
    exitCode: 0,
    finishedAtMs: 1_700_000_060_000,
    engineVersion: '3.33',
    observations: [
      ...sampleScalars(base),
      {
        kind: 'histogram',
        source: 'engine',
        test: 'random-mix',
        direction: 'read',
        metric: 'completion',
        unit: 'ns',
        binsNs: [1000, 2000.5, 4000],
        counts: [base, 0, 7],
      },
      sampleSeries(base),
    ],
    warnings: [{ class: 'note', id: 'short-runtime', text: 'It ran for 54 of 60 seconds.' }],
    rawOutputs: [{ name: 'out.json', bytes: new TextEncoder().encode(rawText) }],
  }
}

export const ofEngine = { kind: 'scalar', source: 'engine' } as const

const ofMix = { ...ofEngine, test: 'random-mix' } as const

/** What an observer saw of a drive during a run. */
export function sampleSeries(base: number): Series {
  return {
    ...{ kind: 'series', source: 'disk', device: 'nvme0n1', test: 'random-mix', direction: 'write' },
    ...{ metric: 'bandwidth', unit: 'B/s', startedAtMs: 1_700_000_000_500, intervalSeconds: 1 },
    seconds: Float64Array.of(-1, 1, 2.000_001, 3),
    values: Float64Array.of(0, base, base / 3, 5e-324),
  }
}

export function sampleScalars(base: number): Scalar[] {
  return (['read', 'write', 'total'] as const).flatMap((direction, index): Scalar[] => [
    { ...ofMix, direction, metric: 'bandwidth', value: base * 4096 + index, unit: 'B/s' },
    { ...ofMix, direction, metric: 'iops', value: base + index / 3, unit: 'IOPS' },
    { ...ofMix, direction, metric: 'latency_mean', value: 1e9 / base + index, unit: 'ns' },
  ])
}

/** Ends a campaign of which only some runs have results: those that wait are skipped. */
export function endWithSkipped(review: ReviewWriter, campaignId: number): void {
  for (const { id, state } of review.runs(campaignId))
    if (state === 'waiting' || state === 'running') review.setRunState(id, 'skipped')
  review.setCampaignState(campaignId, 'done')
}
