import type { ConfirmedDevice } from '../plan/device'
import type { Axis, LevelValue, Plan, Target } from '../plan/plan'
import type { BlockDevice, DeviceHealth } from './block-device'
import type { Calibration } from '../results/calibration'
import type {
  CampaignSource,
  CampaignState,
  Direction,
  ResultWarning,
  RunState,
  Unit,
} from '../results/measurement'
import type { ArticlePreset } from '../figures/article-look'
import type { FigureSettings } from '../figures/figure'
import type { RunFailure, RunPhase } from '../engines/engine'

/** What a results file holds, for the Review screen and `benchwright show`. */
export interface ReviewSummary {
  readonly path: string
  readonly readOnly: boolean
  /** Why nothing can be written, e.g. "The file is on read-only media." */
  readonly readOnlyReason?: string
  readonly title: string
  readonly notes: string
  readonly plans: readonly PlanSummary[]
  readonly campaigns: readonly CampaignSummary[]
  readonly figures: readonly SavedFigure[]
  /** Article presets: those that come with the app, then the review's own. */
  readonly presets: readonly ArticlePreset[]
  /** Id of the preset in use; undefined where none was chosen. */
  readonly chosenPreset?: number
}

export interface PlanSummary {
  readonly id: string
  readonly name: string
  readonly engine: string
  readonly caseCount: number
  readonly runCount: number
  /** Milliseconds since 1970. */
  readonly modifiedAtMs: number
}

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
  /** The synchronised campaign that this one is one host's part of; it is executed, renamed and deleted with that. */
  readonly leaderId?: number
  /** Campaigns of the single hosts, in the plan's order, where this one ran on several at once and holds them together. */
  readonly memberIds?: readonly number[]
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
  readonly warnings: readonly ResultWarning[]
  readonly startedAtMs: number | undefined
  readonly finishedAtMs: number | undefined
  /** Total bandwidth, IOPS and mean latency where done, for the heat grid. */
  readonly headline: { readonly bytesPerSecond?: number; readonly iops?: number; readonly latencyNs?: number }
}

/** One run with everything stored about it. */
export interface RunDetail extends RunSummary {
  /** argv as started. */
  readonly argv: readonly string[]
  /** Text files the run was given, e.g. the fio job file. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly exitCode: number | undefined
  readonly measurements: readonly TidyRow[]
  readonly rawOutputs: readonly {
    readonly name: string
    readonly sha256: string
    readonly sizeBytes: number
  }[]
}

export interface SavedFigure {
  readonly id: number
  readonly name: string
  readonly settings: FigureSettings
  readonly modifiedAtMs: number
}

/** One measurement with all that identifies it; one row of `benchwright table`. */
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

/** One line of a campaign's log, in words. */
export interface LogEntry {
  readonly atMs: number
  readonly level: 'info' | 'warning' | 'error'
  readonly text: string
  readonly runId?: number
}

/** What is recorded of a machine with each campaign. Absent parts could not be read. */
export interface HostRecord {
  readonly name: string
  readonly cpu?: { readonly model?: string; readonly logicalCores?: number; readonly architecture?: string }
  readonly memoryBytes?: number
  readonly kernel?: string
  readonly distribution?: string
  readonly bootId?: string
  readonly device?: {
    readonly name: string
    readonly model?: string
    readonly serial?: string
    readonly firmware?: string
    readonly sizeBytes?: number
    readonly transport?: string
    readonly rotational?: boolean
    readonly scheduler?: string
    readonly logicalBlockBytes?: number
    readonly physicalBlockBytes?: number
    readonly wwn?: string
    readonly health?: DeviceHealth
  }
  /** All block devices of the machine, as trees from the drives up. */
  readonly devices?: readonly BlockDevice[]
  /** The raw device the campaign runs on, as it was confirmed. */
  readonly confirmedDevice?: ConfirmedDevice | undefined
  readonly fileSystem?: {
    readonly type?: string
    readonly mountPoint?: string
    readonly source?: string
    readonly options?: string
    readonly sizeBytes?: number
    readonly freeBytes?: number
  }
  readonly engine?: { readonly id: string; readonly version?: string; readonly path?: string }
  /** Verbatim outputs of the tools the record was read from, by command. */
  readonly raw: Readonly<Record<string, string>>
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
  /** Whether this user began it, or went on with it, on this machine; undefined where the file is open for reading only. */
  readonly begunHere?: boolean
  /** Other campaigns it measures in turn with, in the order of their places; only where a window asks for the campaign. */
  readonly inTurnWithIds?: readonly number[]
}

/** What a campaign has finished numbers of. */
export interface CampaignQuantity {
  readonly test: string
  readonly direction: Direction
  readonly metric: string
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
