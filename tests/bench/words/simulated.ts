import { reviewWriter } from '../../../src/bench/store/review-store'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import type { HostRecord } from '../../../src/core/results/campaign/host-record'
import { findMetric } from '../../../src/core/results/metrics'
import type { Direction, Observation, Scalar } from '../../../src/core/results/observation'
import type { Reservation } from '../../../src/core/results/reservation'
import type { RunFailure } from '../../../src/core/results/run'
import {
  closing,
  newFile,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../store/sample-review'

export type Levels = Readonly<Record<string, LevelValue>>

/** What a run of a simulated drive measures, in base units, by metric; of one test or several. */
export interface Measured {
  readonly test: string
  readonly direction: Direction
  readonly values: Readonly<Record<string, number>>
}

/** How a run of a simulated campaign went; unset: it finished, with nothing against it. */
export interface Outcome {
  readonly failure?: RunFailure
  readonly skipped?: RunFailure | true
  readonly waits?: true
  readonly isStopped?: true
  readonly warnings?: readonly Reservation[]
}

export interface Simulated {
  readonly plan?: Partial<Plan>
  readonly drive?: string
  readonly host?: string
  readonly configuration?: string
  readonly record?: Partial<HostRecord>
  /** Capacity of the drive; unset: not known. */
  readonly sizeBytes?: number
  readonly measure: (levels: Levels, repetition: number) => readonly Measured[]
  readonly outcome?: (levels: Levels, repetition: number) => Outcome
  readonly observe?: (levels: Levels, repetition: number) => readonly Observation[]
  /** When the runs start, by their place; unset: one a minute after all that came before in the review. */
  readonly startMs?: (place: number) => number
  readonly seconds?: number
  /** All runs are done, and the campaign does not say so yet. */
  readonly isEnding?: true
}

const day = Date.UTC(2026, 2, 14, 8)

/** A review of simulated campaigns, added one after the other. */
export class SimulatedReview {
  private readonly file = newFile()
  readonly review = closing(reviewWriter(this.file))
  private atMs = day

  /** Stores a campaign in one transaction: each waits for the disk. */
  add(simulated: Simulated): number {
    return this.file.connection.write(() => this.store(simulated))
  }

  private store(simulated: Simulated): number {
    const { review } = this
    const {
      drive,
      host = 'bench-1',
      configuration = '',
      record,
      sizeBytes,
      measure,
      outcome,
      observe,
    } = simulated
    const plan: Plan = { ...samplePlan, excluded: [], ...simulated.plan }
    const sample = sampleCampaign(plan, configuration)
    const steps = (plan.preparation ?? []).map(
      (_, at) => ({ caseIndex: 0, repetition: at + 1, phase: 'prepare', seed: 0 }) as const,
    )
    const id = review.createCampaign({
      ...{ ...sample, runs: [...steps, ...sample.runs], hostName: host },
      // As a campaign is frozen that writes nothing.
      ...(plan.base.io_engine === 'null' && { dataFile: undefined }),
    })
    const device =
      drive === undefined
        ? {}
        : { device: { name: 'nvme0n1', model: drive, ...(sizeBytes !== undefined && { sizeBytes }) } }
    review.setHostRecord(id, { name: host, raw: {}, kernel: '6.18.1', ...record, ...device }, undefined)
    const runs = review.runs(id).filter(({ phase }) => phase === 'measure')
    let isOpen = simulated.isEnding === true
    for (const [place, run] of runs.entries()) {
      const startedAtMs = simulated.startMs?.(place) ?? this.atMs
      const finishedAtMs = startedAtMs + 1000 * (simulated.seconds ?? 30)
      this.atMs = Math.max(this.atMs, finishedAtMs + 30_000)
      const {
        failure,
        skipped,
        waits,
        isStopped,
        warnings = [],
      } = outcome?.(run.levels, run.repetition) ?? {}
      if (waits) {
        isOpen = true
        continue
      }
      if (skipped) {
        review.setRunState(run.id, 'skipped', skipped === true ? undefined : skipped)
        continue
      }
      review.startRun(run.id, { ...sampleStart, startedAtMs })
      const result = { ...sampleResult(), finishedAtMs, warnings }
      if (isStopped) review.finishRuns([[run.id, { ...result, state: 'stopped', observations: [] }]])
      else if (failure)
        review.finishRuns([[run.id, { ...result, state: 'failed', failure, observations: [] }]])
      else {
        const observations = [
          ...measure(run.levels, run.repetition).flatMap(scalarsOf),
          ...(observe?.(run.levels, run.repetition) ?? []),
        ]
        review.finishRuns([[run.id, { ...result, observations }]])
      }
    }
    for (const { id: runId, phase, state } of review.runs(id))
      if (phase !== 'measure' && state === 'waiting') {
        review.startRun(runId, { ...sampleStart, startedAtMs: day - 60_000 })
        review.finishRuns([
          [runId, { ...sampleResult(), finishedAtMs: day - 30_000, warnings: [], observations: [] }],
        ])
      }
    if (!isOpen) review.setCampaignState(id, 'done')
    return id
  }
}

function scalarsOf({ test, direction, values }: Measured): readonly Scalar[] {
  return Object.entries(values).map(([metric, value]): Scalar => {
    const { unit = 'count' } = findMetric(metric) ?? {}
    return { kind: 'scalar', source: 'engine', test, direction, metric, value, unit }
  })
}

/** Deviations of runs of a case, the same every time, with mean 0 over five runs. */
const ripple = [0, 1, -1, 0.5, -0.5]

/** `mean` with a scatter of `share` over its repetitions, moved by case so that no two cases are alike. */
export function scattered(mean: number, share: number, repetition: number, moved = 0): number {
  return mean * (1 + share * (ripple[(repetition + moved) % ripple.length] ?? 0))
}

/**
 * A test that moves requests of one size, as an engine reports it: each way with its share, and the total. Rate and
 * bandwidth follow from each other, latency from the depth. `reads`: percent of the requests.
 */
export function requests(test: string, iops: number, bytes: number, reads: number, depth = 64): Measured[] {
  // A drive that does nothing answers nothing.
  const latency: Readonly<Record<string, number>> = iops > 0 ? { latency_mean: (1e9 * depth) / iops } : {}
  const of = (direction: Direction, rate: number): Measured => ({
    ...{ test, direction, values: { iops: rate, bandwidth: rate * bytes, ...latency } },
  })
  return [
    ...(reads > 0 ? [of('read', (iops * reads) / 100)] : []),
    ...(reads < 100 ? [of('write', (iops * (100 - reads)) / 100)] : []),
    of('total', iops),
  ]
}
