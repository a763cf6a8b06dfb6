import type { TidyRow } from '../../../src/core/results/run'
import type { CampaignProvenance } from '../../../src/core/figures/figure/provenance'
import type { LevelValue } from '../../../src/core/plan/plan'
import type { Direction, Unit } from '../../../src/core/results/observation'

/** A row with everything except what a test is about. */
export function row(part: Partial<TidyRow> & { readonly levels: TidyRow['levels'] }): TidyRow {
  return {
    campaignId: 1,
    runId: 1,
    campaign: 'Mix sweep',
    configuration: 'kernel 6.18',
    host: 'bench-1',
    device: 'Samsung 990 PRO 2TB (nvme0n1)',
    engine: 'fio',
    test: 'random-mix',
    direction: 'total',
    metric: 'bandwidth',
    value: 1,
    unit: 'B/s',
    repetition: 1,
    state: 'done',
    ...part,
  }
}

/** The source of one campaign's rows: pure rates in base units and the largest loss of a mix. */
export interface MixLine {
  readonly blockSize: number
  readonly read: number
  readonly write: number
  readonly penalty: number
  /** Deviation of a run in percent. */
  readonly scatter: number
}

export interface MixOptions {
  readonly lines: readonly MixLine[]
  readonly runs?: number
  readonly ratios?: readonly number[]
  readonly campaignId?: number
  readonly configuration?: string
  readonly metric?: string
  readonly unit?: Unit
  readonly levels?: Readonly<Record<string, LevelValue>>
  readonly seed?: number
}

export const tenths = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0]

/** Rows of a mix sweep with seeded scatter: total, read and write part of every run. */
export function mixRows(options: MixOptions): readonly TidyRow[] {
  const random = generator(options.seed ?? 1)
  const rows: TidyRow[] = []
  let runId = (options.campaignId ?? 1) * 10_000
  for (const line of options.lines) {
    for (const readPercent of options.ratios ?? tenths) {
      for (let repetition = 1; repetition <= (options.runs ?? 10); repetition++) {
        runId += 1
        const r = readPercent / 100
        const ideal = 1 / (r / line.read + (1 - r) / line.write)
        const total =
          ideal * (1 - line.penalty * 4 * r * (1 - r)) * (1 + (line.scatter / 100) * normal(random))
        const parts: readonly (readonly [Direction, number])[] = [
          ['total', total],
          ...(r > 0 ? [['read', total * r] as const] : []),
          ...(r < 1 ? [['write', total * (1 - r)] as const] : []),
        ]
        for (const [direction, value] of parts) {
          rows.push(
            row({
              campaignId: options.campaignId ?? 1,
              configuration: options.configuration ?? 'kernel 6.18',
              runId,
              direction,
              value,
              metric: options.metric ?? 'bandwidth',
              unit: options.unit ?? 'B/s',
              repetition,
              levels: {
                ...(options.levels ?? { queue_depth: 64, jobs: 1 }),
                block_size: line.blockSize,
                read_percent: readPercent,
              },
            }),
          )
        }
      }
    }
  }
  return rows
}

/** The provenance that the rows above claim. */
export function provenanceOf(part: Partial<CampaignProvenance> = {}): CampaignProvenance {
  return {
    campaignId: 1,
    label: 'kernel 6.18',
    tool: 'fio 3.33',
    host: 'bench-1',
    device: 'Samsung 990 PRO 2TB (nvme0n1)',
    firmware: '4B2QJXD7',
    scheduler: 'none',
    kernel: '6.18.0-amd64',
    fileSystem: 'ext4',
    mountOptions: 'rw,relatime',
    fileSizeBytes: 17_179_869_184,
    memoryBytes: 8_589_934_592,
    dataPattern: 'data 0 % compressible',
    preconditioning: 'file written once before the runs',
    order: 'runs shuffled (seed 20261120)',
    command:
      'fio (job: filename=/mnt/test/benchwright.data ioengine=libaio direct=1 bs=4k rw=randrw rwmixread=70 iodepth=64 size=16g time_based=1 runtime=60 ramp_time=10 randrepeat=0)',
    startedAtMs: Date.UTC(2026, 10, 20, 12),
    axes: [
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: tenths },
    ],
    failedRuns: [],
    openRuns: 0,
    ...part,
  }
}

export const nvme: readonly MixLine[] = [
  { blockSize: 4096, read: 2.1e9, write: 1.35e9, penalty: 0.42, scatter: 1.6 },
  { blockSize: 65_536, read: 3.4e9, write: 2.6e9, penalty: 0.33, scatter: 2.4 },
]

/** mulberry32: the same numbers on every machine. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Roughly normal: the sum of twelve uniform numbers, with plain arithmetic only, so that goldens agree everywhere. */
function normal(random: () => number): number {
  let sum = -6
  for (let at = 0; at < 12; at++) sum += random()
  return sum
}
