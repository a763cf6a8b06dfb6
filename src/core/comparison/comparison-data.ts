import type { Axis, LevelValue } from '../plan/plan'
import type { CampaignNaming } from '../results/campaign/campaign-names'
import type { Quantity } from '../results/observation'
import type { ReservedRuns } from '../results/reserved-runs'
import type { RunTimes } from '../results/run-times'
import type { StoredPublishedResult } from '../results/published-result'

export type Levels = Readonly<Record<string, LevelValue>>

/**
 * The data to compare: numbers by campaign and quantity, in columns so that a million runs stay cheap. `cases` and
 * the columns' lists may be read from a file on first access.
 */
export interface ComparisonData {
  readonly campaigns: readonly ComparedCampaign[]
  readonly columns: readonly MeasuredColumns[]
  readonly published: readonly StoredPublishedResult[]
  /**
   * A percentile of latency of all I/Os of runs together, in ns, from their histograms; undefined if a run has none, or if
   * fewer than ten I/Os are beyond. Absent: not known.
   */
  readonly pooledPercentile?: (of: Quantity, runIds: ArrayLike<number>) => number | undefined
}

/** The parts of a campaign that a comparison needs. */
export interface ComparedCampaign {
  readonly id: number
  readonly name: string
  readonly configuration: string
  /** What may tell it from others. */
  readonly naming: CampaignNaming
  /** As recorded, e.g. `Samsung 990 PRO (nvme0n1)`. */
  readonly device: string
  readonly host: string
  /** The synchronised campaign of which this is one host's part. */
  readonly leaderId?: number
  /** `alone`, `together with 1 other`, or for a sum `2 together`; unset if it was not measured here. */
  readonly machines?: string
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  /** Its engine's headline metrics, best first; absent: the usual ones. */
  readonly headlines?: readonly string[]
  /** Run by this app, so its run ids follow the execution order. */
  readonly isMeasured: boolean
  /** The drive was purged before its first run. */
  readonly isPurged?: true
  /** Repetitions were interleaved: one pass over all cases per repetition. */
  readonly interleaved: boolean
  /** Shared by campaigns that were measured in turn, run by run. */
  readonly schedule?: string
  /** Its place, from 0, among that many campaigns in turn, and whether they changed places from round to round. */
  readonly turn?: { readonly place: number; readonly of: number; readonly isCounterbalanced: boolean }
  /** What was recorded about the machine, the device and the tool. */
  readonly factors: readonly RecordedFactor[]
  /** Parameters that all cases share. */
  readonly base: Levels
  /** Varied parameters, in plan order, and those varied within runs. */
  readonly axes: readonly Axis[]
  /** The varied parameters of each case by its number; undefined for a number without a case. */
  readonly cases: readonly (Levels | undefined)[]
  /** When its finished runs were measured; absent: not known. */
  readonly times?: RunTimes | undefined
  /** What is known against its runs; absent: nothing is. */
  readonly reserved?: ReservedRuns
}

/** A recorded fact that may explain a difference; absent facts are not listed. */
export interface RecordedFactor {
  /** `kernel`, `firmware`, `mount_options` …, see factor-names.ts. */
  readonly key: string
  readonly value: LevelValue
}

/**
 * The finished runs of one quantity of one campaign, in order of their ids. Each list has one entry per number: one
 * per run, or several for a run that varied parameters itself, each for its own case.
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
