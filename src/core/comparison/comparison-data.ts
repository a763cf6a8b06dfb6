import type { Axis, LevelValue } from '../plan/plan'
import type { Quantity } from '../results/observation'
import type { StoredPublishedResult } from '../results/published-result'

export type Levels = Readonly<Record<string, LevelValue>>

/**
 * What is compared: numbers by campaign and quantity, in columns so that a million runs stay light. `cases` and the
 * columns' lists may be read from a file when they are first looked at.
 */
export interface ComparisonData {
  readonly campaigns: readonly ComparedCampaign[]
  readonly columns: readonly MeasuredColumns[]
  readonly published: readonly StoredPublishedResult[]
}

/** A campaign as far as a comparison needs it. */
export interface ComparedCampaign {
  readonly id: number
  readonly name: string
  readonly configuration: string
  /** As recorded, e.g. `Samsung 990 PRO (nvme0n1)`. */
  readonly device: string
  readonly host: string
  /** The synchronised campaign that this one is one host's part of. */
  readonly leaderId?: number
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  /** Metrics that its engine's runs are known by, best first; absent: the usual ones. */
  readonly headlines?: readonly string[]
  /** Run by this app, so that its runs have their ids in the order in which they ran. */
  readonly isMeasured: boolean
  /** Repetitions were interleaved: one pass over all cases per repetition. */
  readonly interleaved: boolean
  /** The same in campaigns that were measured in turn, run by run. */
  readonly schedule?: string
  /** Its repetitions were rounds that end when this metric is steady: of one case for all of them, else of each for itself. */
  readonly untilSteady?: { readonly metric: string; readonly trackedCase: number | undefined }
  /** What was recorded about the machine, the device and the tool. */
  readonly factors: readonly RecordedFactor[]
  /** Parameters that all cases share. */
  readonly base: Levels
  /** Varied parameters, in the order of the plan, and those that runs varied by themselves. */
  readonly axes: readonly Axis[]
  /** The varied parameters of each case by its number; a number without a case is undefined. */
  readonly cases: readonly (Levels | undefined)[]
}

/** One recorded fact that may explain a difference; absent facts are not listed. */
export interface RecordedFactor {
  /** `kernel`, `firmware`, `mount_options` …, see factor-names.ts. */
  readonly key: string
  readonly value: LevelValue
}

/**
 * The finished runs of one quantity of one campaign, in order of their ids; one entry per number in each list: one per
 * run, several of a run that varied parameters by itself, each at a case of its own.
 */
export interface MeasuredColumns extends Quantity {
  readonly campaignId: number
  readonly runIds: Float64Array
  /** Number of the run's case. */
  readonly cases: Uint32Array
  /** From 1. */
  readonly repetitions: Uint32Array
  /** Finite, in `unit`. */
  readonly values: Float64Array
}
