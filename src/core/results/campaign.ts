import type { Axis, Plan, Target } from '../plan/plan'
import type { Calibration } from './calibration'
import type { HostRecord } from './host-record'
import type { Direction, Observed } from './observation'
import type { RunDetail, RunState, RunSummary } from './run'

export const campaignStates = [
  'waiting',
  'running',
  'pausing',
  'paused',
  'stopping',
  'stopped',
  'interrupted',
  'done',
] as const

export type CampaignState = (typeof campaignStates)[number]

/** `imported`: runs of another program's output files. `published`: summaries taken from print, without runs. */
export const campaignSources = ['measured', 'imported', 'published'] as const

export type CampaignSource = (typeof campaignSources)[number]

export interface CampaignSummary {
  readonly id: number
  readonly planId: string
  /** Plan name at the time of the start. */
  readonly name: string
  /** "kernel 6.18", "firmware B"; may be empty. */
  readonly configuration: string
  readonly host: string
  /** Model and kernel name of the device under the target, e.g. `Samsung 990 PRO (nvme0n1)`; `unknown` where not readable. */
  readonly device: string
  readonly target: Target
  readonly engine: string
  readonly engineVersion: string | undefined
  /** Where the numbers come from. Only a `measured` campaign has runs that can be run again. */
  readonly source: CampaignSource
  readonly state: CampaignState
  /** Measured runs only; laying out the data file is no run of a case. */
  readonly runsByState: Readonly<Partial<Record<RunState, number>>>
  /** Results taken from print: cases without their runs. */
  readonly publishedResults: number
  /** Set where differences between two conditions are all there is: only a comparison shows them. */
  readonly onlyDifferences?: true
  readonly createdAtMs: number
  readonly finishedAtMs: number | undefined
  /**
   * Whether this user began it, or went on with it, on this machine; undefined if the file is open for reading only.
   */
  readonly begunHere?: boolean
  /** The synchronised campaign that this one is one host's part of; it is executed, renamed and deleted with that. */
  readonly leaderId?: number
  /** Campaigns of the single hosts, in the plan's order, where this one ran on several at once and holds them together. */
  readonly machineIds?: readonly number[]
}

/** A campaign that waits for its device. */
export interface QueuedCampaign {
  readonly campaignId: number
  /** From 1, of `of` campaigns that wait for the same device. */
  readonly place: number
  readonly of: number
  /** The campaign that measures the device now. */
  readonly behindId?: number
}

/** One line of a campaign's log, in words. */
export interface LogEntry {
  readonly atMs: number
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
  readonly runId?: number
}

/** A campaign with the plan it was started with and all that is recorded of it, but for its runs. */
export interface CampaignFacts extends CampaignSummary {
  readonly plan: Plan
  readonly hostRecord: HostRecord
  readonly log: readonly LogEntry[]
  /** Where a published campaign was printed; undefined for others. */
  readonly publication?: Publication
  /** What the engine really wrote, by level of data content; empty when it was not sampled. */
  readonly calibrations: readonly Calibration[]
  /** Files of other programs the results came from. */
  readonly importedFiles: readonly ImportedFile[]
  /** Parameters that runs varied by themselves, with every level measured; none for most campaigns. */
  readonly sweptAxes?: readonly Axis[]
  /** What was measured or printed; only where a window asks for the campaign. */
  readonly quantities?: readonly CampaignQuantity[]
  /** What was recorded over time; only where a window asks for the campaign. */
  readonly recorded?: RecordedSeries
  /** Finished runs of it have latency histograms. */
  readonly hasHistograms?: boolean
  /** Other campaigns it measures in turn with, in the order of their places; only where a window asks for the campaign. */
  readonly inTurnWithIds?: readonly number[]
}

/** What a campaign has finished numbers of. */
export interface CampaignQuantity {
  readonly test: string
  readonly direction: Direction
  readonly metric: string
}

/** Finished runs of a campaign that have series, in the order of execution, and what these are of. */
export interface RecordedSeries {
  readonly runIds: readonly number[]
  readonly quantities: readonly Pick<Observed, 'source' | 'metric'>[]
}

export interface CampaignDetail extends CampaignFacts {
  readonly runs: readonly RunSummary[]
}

/** A campaign for the small print of a figure. */
export interface CampaignOrigin {
  /** Its runs are only those that failed, and what was done before the measured ones. */
  readonly campaign: CampaignDetail
  /** A finished run, for the command line. */
  readonly example?: RunDetail | undefined
}

export interface Publication {
  /** Publication, title, part, year, table. */
  readonly source: string
  /** What a reader should know about all of its numbers; may be empty. */
  readonly note: string
}

/** A file of another program, kept as it was. */
export interface ImportedFile {
  readonly id: number
  readonly name: string
  /** Where it was taken from. */
  readonly path: string
  readonly importedAtMs: number
  readonly sha256: string
  readonly sizeBytes: number
}
