import type { Reservation } from './reservation'
import * as v from 'valibot'
import type { LevelValue } from '../plan/plan'
import type { Direction, Scalar, Unit } from './observation'

export const runStates = [
  'waiting',
  'running',
  'done',
  'failed',
  'skipped',
  /** Ended by the user. */
  'stopped',
  /** Cut off by a reboot or a killed supervisor; repeated on resume. */
  'interrupted',
  /** Its host is currently unreachable. */
  'unknown',
] as const

export type RunState = (typeof runStates)[number]

/** States in which a run can still get a result. */
export const openRunStates: readonly RunState[] = ['waiting', 'running', 'interrupted', 'unknown']

export const runPhases = ['layout', 'measure', 'prepare'] as const

export type RunPhase = (typeof runPhases)[number]

export const runFailureShape = v.object({
  /** Stable id such as `no-space`, `no-json`, `zero-ios`, `engine-missing`. */
  id: v.string(),
  /** One sentence: what happened and where. */
  text: v.string(),
  /** One sentence: what to do. */
  remedy: v.optional(v.string()),
})
export type RunFailure = Readonly<v.InferOutput<typeof runFailureShape>>

/** Id of what a host reports during no run, such as temperatures where it has no sensor: a note for the campaign. */
export const unreportedByHost = 'unreported-by-host'

/** Whether a run deserves a mark of its own: something is known against its numbers. */
export function hasWarnings({ warnings }: { readonly warnings: readonly Reservation[] }): boolean {
  return warnings.some((one) => one.class !== 'note')
}

export interface RunSummary {
  readonly id: number
  readonly campaignId: number
  readonly phase: RunPhase
  readonly caseKey: string
  readonly levels: Readonly<Record<string, LevelValue>>
  readonly repetition: number
  readonly position: number
  readonly state: RunState
  readonly failure: RunFailure | undefined
  readonly warnings: readonly Reservation[]
  readonly startedAtMs: number | undefined
  readonly finishedAtMs: number | undefined
  /** Totals of the engine's headline metrics by id, in base units; empty for an unfinished run. */
  readonly headline: Readonly<Record<string, number>>
}

/** One run with everything stored about it. */
export interface RunDetail extends RunSummary {
  /** argv as started. */
  readonly argv: readonly string[]
  /** Text files given to the run, e.g. the fio job file. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly exitCode: number | undefined
  readonly measurements: readonly TidyRow[]
  /** Numbers from observers running next to the engine, such as those of block requests. */
  readonly observed: readonly Scalar[]
  readonly rawOutputs: readonly {
    readonly name: string
    readonly sha256: string
    readonly sizeBytes: number
  }[]
}

/** One measurement with everything that identifies it; one row of `benchwright table`. */
export interface TidyRow {
  readonly campaignId: number
  readonly runId: number
  readonly campaign: string
  readonly configuration: string
  readonly host: string
  readonly device: string
  readonly engine: string
  readonly test: string
  readonly direction: Direction
  readonly metric: string
  readonly value: number
  readonly unit: Unit
  readonly repetition: number
  readonly state: RunState
  /** One entry per axis and varied or fixed key of interest, base units: block_size, read_percent, queue_depth, jobs, … */
  readonly levels: Readonly<Record<string, LevelValue>>
}
