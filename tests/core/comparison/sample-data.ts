import { comparedCampaign, type CampaignRecord } from '../../../src/core/comparison/judge/compared-campaign'
import type { ComparisonData, MeasuredColumns } from '../../../src/core/comparison/comparison-data'
import { parseSelection, type Selection } from '../../../src/core/comparison/sides/selection'
import { expandCases } from '../../../src/core/plan/cases'
import { orderRuns } from '../../../src/core/plan/order'
import { thisMachine } from '../../../src/core/plan/destination'
import type { Axis, LevelValue, Plan } from '../../../src/core/plan/plan'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'

/** A campaign to compare, given by what differs from the usual one. */
export interface SampleCampaign {
  readonly id: number
  readonly configuration?: string
  readonly kernel?: string
  readonly model?: string
  /** Serial number of the drive; usually one a model. */
  readonly serial?: string
  readonly firmware?: string
  readonly mountOptions?: string
  readonly version?: string
  readonly axes?: readonly Axis[]
  readonly base?: Readonly<Record<string, LevelValue>>
  readonly order?: Plan['order']['kind']
  readonly interleaved?: NonNullable<Plan['interleaved']>
  /** Its plan purges the drive. */
  readonly isPurged?: boolean
  /** Usually another day for every campaign. */
  readonly createdAtMs?: number
  /** Start of its first run; usually when it was created. */
  readonly startMs?: number
  /** From start to start of its runs, which take a minute; usually a minute. */
  readonly everyMs?: number
  /** Runs of each case, in order of repetition, by its levels; a missing case was not measured. */
  readonly runs: (levels: Readonly<Record<string, LevelValue>>) => readonly number[] | undefined
  readonly quantity?: Pick<MeasuredColumns, 'test' | 'direction' | 'metric' | 'unit'>
}

export const iops = { test: 'random-mix', direction: 'total', metric: 'iops', unit: 'IOPS' } as const

export const mixAxes: readonly Axis[] = [
  { key: 'block_size', levels: [4096, 65536] },
  { key: 'read_percent', levels: [100, 50, 0] },
]

/** Ten runs around a centre, no two equal. */
export function tenRuns(middle: number, spread = 0.01): readonly number[] {
  return [-5, 3, -1, 4, -2, 5, 1, -4, 2, -3].map((step) => middle * (1 + (spread * step) / 5))
}

export function comparisonData(
  samples: readonly SampleCampaign[],
  published: readonly StoredPublishedResult[] = [],
): ComparisonData {
  const made = samples.map(sampleCampaign)
  return {
    campaigns: made.map(({ campaign }) => campaign),
    columns: made.map(({ columns }) => columns),
    published,
  }
}

export function selection(text: string): Selection {
  const read = parseSelection(text)
  if (!read.ok) throw new Error(read.error)
  return read.value
}

function sampleCampaign(sample: SampleCampaign) {
  const plan = planOf(sample)
  const record: CampaignRecord = {
    id: sample.id,
    name: 'Mix',
    source: 'measured',
    configuration: sample.configuration ?? `configuration ${sample.id}`,
    host: 'bench-1',
    device: `${sample.model ?? 'Drive A'} (nvme0n1)`,
    target: plan.target,
    engine: 'fio',
    engineVersion: sample.version ?? '3.33',
    createdAtMs: sample.createdAtMs ?? Date.UTC(2026, 10, 19 + sample.id),
    plan,
    hostRecord: {
      name: 'bench-1',
      memoryBytes: 64 * 1024 ** 3,
      kernel: sample.kernel ?? '6.18.0-1-amd64',
      device: {
        name: 'nvme0n1',
        model: sample.model ?? 'Drive A',
        serial: sample.serial ?? `S${sample.model ?? 'A'}`,
        scheduler: 'none',
        ...(sample.firmware !== undefined && { firmware: sample.firmware }),
      },
      fileSystem: { type: 'ext4', options: sample.mountOptions ?? 'rw,noatime' },
      raw: {},
    },
  }
  const cases = expandCases(plan)
  const made = cases.flatMap(({ index, levels }) =>
    (sample.runs(levels) ?? []).map((value, at) => ({ index, repetition: at + 1, value })),
  )
  const repetitions = made.reduce((most, { repetition }) => Math.max(most, repetition), 1)
  const runs = orderRuns({ ...plan, repetitions }).flatMap(({ caseIndex, repetition }) =>
    made.filter((run) => run.index === caseIndex && run.repetition === repetition),
  )
  const columns: MeasuredColumns = {
    campaignId: sample.id,
    ...(sample.quantity ?? iops),
    runIds: Float64Array.from(runs, (_, at) => sample.id * 1000 + at),
    cases: Uint32Array.from(runs, (run) => run.index),
    repetitions: Uint32Array.from(runs, (run) => run.repetition),
    values: Float64Array.from(runs, (run) => run.value),
  }
  const minute = 60_000
  const startMs = sample.startMs ?? record.createdAtMs
  const campaign = comparedCampaign(record, {
    cases: () => cases.map((one) => one.levels),
    times: () => ({
      runIds: columns.runIds,
      starts: Float64Array.from(runs, (_, at) => startMs + at * (sample.everyMs ?? minute)),
      ends: Float64Array.from(runs, (_, at) => startMs + at * (sample.everyMs ?? minute) + minute),
    }),
  })
  return { campaign, columns }
}

function planOf({
  id,
  axes = mixAxes,
  base,
  order = 'designed',
  interleaved,
  isPurged,
}: SampleCampaign): Plan {
  return {
    schema: 1,
    id: `plan-${id}`,
    name: 'Mix',
    notes: '',
    engine: 'fio',
    base: base ?? { pattern: 'random-mix', queue_depth: 64, direct: true, file_size: 1024 ** 3 },
    axes,
    excluded: [],
    repetitions: 10,
    ...(isPurged === true && { preparation: [{ kind: 'discard' }] }),
    order: { kind: order, seed: 1 },
    pauseSeconds: 0,
    onFailure: 'continue',
    target: { kind: 'folder', path: '/mnt/drive' },
    hosts: [thisMachine],
    ...(interleaved && { interleaved }),
  }
}
