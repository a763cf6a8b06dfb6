import type { Axis, Plan, Target } from '../../plan/plan'
import type { Calibration } from './calibration'
import type { CampaignNaming } from './campaign-names'
import type { HostRecord } from './host-record'
import type { Direction, Observed, Source } from '../observation'
import type { RunDetail, RunState, RunSummary } from '../run'

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

/** Whether a campaign is being executed, until its last run has ended. */
export function isExecuting({ state }: Pick<CampaignSummary, 'state'>): boolean {
  return state === 'running' || state === 'pausing' || state === 'stopping'
}

/** Whether a campaign was left before its last run, and can be resumed. */
export function isLeft({ state }: Pick<CampaignSummary, 'state'>): boolean {
  return state === 'paused' || state === 'stopped' || state === 'interrupted'
}

/** The first campaign being executed; of one job on several hosts the whole, never the part of a host. */
export function executingCampaign<C extends Pick<CampaignSummary, 'state' | 'leaderId'>>(
  campaigns: readonly C[],
): C | undefined {
  return campaigns.find((campaign) => isExecuting(campaign) && campaign.leaderId === undefined)
}

/** Number of measured runs in whatever state. */
export function runCount({ runsByState }: Pick<CampaignSummary, 'runsByState'>): number {
  return Object.values(runsByState).reduce((sum, count) => sum + count, 0)
}

/** Share of a campaign's measured runs that are still to be done, up to 1. */
export function shareLeft(campaign: Pick<CampaignSummary, 'runsByState'>): number {
  const { done = 0, failed = 0, skipped = 0 } = campaign.runsByState
  const total = runCount(campaign)
  return total === 0 ? 1 : 1 - (done + failed + skipped) / total
}

/** `imported`: runs of another program's output files. `published`: summaries taken from print, without runs. */
export const campaignSources = ['measured', 'imported', 'published'] as const

export type CampaignSource = (typeof campaignSources)[number]

export interface CampaignSummary {
  readonly id: number
  readonly planId: string
  /** Plan name at the start. */
  readonly name: string
  /** "kernel 6.18", "firmware B"; may be empty. */
  readonly configuration: string
  readonly host: string
  /** Model and kernel name of the device under the target, e.g. `Samsung 990 PRO (nvme0n1)`; `unknown` if not readable. */
  readonly device: string
  readonly target: Target
  readonly engine: string
  readonly engineVersion: string | undefined
  /** Where the numbers come from. Only `measured` campaigns have runs that can be repeated. */
  readonly source: CampaignSource
  readonly state: CampaignState
  /** Measured runs only; laying out the data file is not a run of a case. */
  readonly runsByState: Readonly<Partial<Record<RunState, number>>>
  /** Results taken from print: cases without their runs. */
  readonly publishedResults: number
  /** Set if there are only differences between two conditions, which only a comparison shows. */
  readonly onlyDifferences?: true
  readonly createdAtMs: number
  readonly finishedAtMs: number | undefined
  /**
   * Time in runs, those of the preparation included: without the queue, pauses and interruptions. Of ended campaigns
   * measured here.
   */
  readonly runMs?: number | undefined
  /** Whether this user started or resumed it on this machine; undefined if the file is open for reading only. */
  readonly begunHere?: boolean
  /** The synchronised campaign of which this is one host's part; it is executed, renamed and deleted with that. */
  readonly leaderId?: number
  /** Campaigns of the individual hosts, in plan order, if this one ran on several at once and combines them. */
  readonly machineIds?: readonly number[]
  /** What may tell it from others, the name on the card of its drive included. */
  readonly naming?: CampaignNaming
  /** The plans that were started with it, one after the other; known on the machine where they were started. */
  readonly suite?: StartedSuite
}

const betweenHosts = ' + '

/** `host` of a campaign on these machines. */
export function hostsText(names: readonly string[]): string {
  return names.join(betweenHosts)
}

/** The names of the machines of a campaign. */
export function hostNamesOf({ host }: Pick<CampaignSummary, 'host'>): readonly string[] {
  return host.split(betweenHosts)
}

/** When a campaign was created; undefined for printed results of an unknown date, which have no end either. */
export function createdMsOf({
  source,
  createdAtMs,
  finishedAtMs,
}: Pick<CampaignSummary, 'source' | 'createdAtMs' | 'finishedAtMs'>): number | undefined {
  return source === 'published' && finishedAtMs === undefined ? undefined : createdAtMs
}

/** Plans that were started together, one after the other. */
export interface StartedSuite {
  /** Their campaigns, in order. */
  readonly campaignIds: readonly number[]
  /** Plans that could not be started, and why. */
  readonly refused: readonly { readonly plan: string; readonly problem: string }[]
}

/** A campaign that waits for its device or its machine. */
export interface QueuedCampaign {
  readonly campaignId: number
  /** From 1, of `of` campaigns waiting for the same. */
  readonly place: number
  readonly of: number
  /** The campaign that measures at present. */
  readonly behindId?: number
  /** What the two have in common. */
  readonly shares?: 'device' | 'machine'
}

/** A campaign that measures, or waits to, on a machine that is wanted for another one. */
export interface Measuring {
  /** Unset for a campaign of another program. */
  readonly campaignId?: number
  readonly other?: OtherUse
  /** Name of the machine. */
  readonly host: string
}

/** A campaign that another program, of this account or another one, measures on a machine or wants to. */
export interface OtherUse {
  readonly user: string
  readonly name: string
  readonly state: 'waits' | 'measures'
}

export const logLevels = ['info', 'warning', 'error'] as const

/** One line of a campaign's log, in words. */
export interface LogEntry {
  readonly atMs: number
  readonly level: (typeof logLevels)[number]
  readonly text: string
  readonly runId?: number
}

/** How the log begins to say that a campaign pauses or stops by itself, before the reason. */
export const endsByItself = { pauses: 'The campaign pauses here', stops: 'The campaign stops here' } as const

/** Why a campaign does not go on, if it ended by itself: that is the last thing that its log says then. */
export function ownEnd(log: readonly LogEntry[]): string | undefined {
  const text = log.at(-1)?.text
  return Object.values(endsByItself).some((words) => text?.startsWith(words)) ? text : undefined
}

/** A campaign with the plan it was started with and everything recorded about it except its runs. */
export interface CampaignFacts extends CampaignSummary {
  /** None of its cases used its target, as with fio's null engine: nothing about a drive belongs to its numbers. */
  readonly withoutDrive?: true
  readonly plan: Plan
  readonly hostRecord: HostRecord
  readonly log: readonly LogEntry[]
  /** Where a published campaign was printed; undefined for others. */
  readonly publication?: Publication
  /** What the engine actually wrote, by level of data content; empty if it was not sampled. */
  readonly calibrations: readonly Calibration[]
  /** Files of other programs that the results came from. */
  readonly importedFiles: readonly ImportedFile[]
  /** Parameters varied within runs, with every level measured; none for most campaigns. */
  readonly sweptAxes?: readonly Axis[]
  /** What was measured or printed; only if requested by a window. */
  readonly quantities?: readonly CampaignQuantity[]
  /** What was recorded over time; only if requested by a window. */
  readonly recorded?: RecordedSeries
  /** Its finished runs have latency histograms. */
  readonly hasHistograms?: boolean
  /** Other campaigns measured in turn with it, in turn order; only if requested by a window. */
  readonly inTurnWithIds?: readonly number[]
}

/** What a campaign has finished numbers for. */
export interface CampaignQuantity {
  readonly test: string
  readonly direction: Direction
  readonly metric: string
}

/** Finished runs of a campaign with series, in execution order, and what these measure. */
export interface RecordedSeries {
  readonly runIds: readonly number[]
  readonly quantities: readonly Pick<Observed, 'source' | 'metric' | 'unit' | 'label'>[]
}

export interface CampaignDetail extends CampaignFacts {
  readonly runs: readonly RunSummary[]
}

/** A campaign for the small print of a figure. */
export interface CampaignOrigin {
  /** Includes only failed runs and the preparation before the measured ones. */
  readonly campaign: CampaignDetail
  /** A finished run, for the command line. */
  readonly example?: RunDetail | undefined
  /** When its measured runs were made, in ms since 1970; undefined if none is finished or their times are not known. */
  readonly span?: { readonly startedAtMs: number; readonly endedAtMs: number } | undefined
  /** Of what its finished runs, or those of its hosts, have series; undefined if none is finished. */
  readonly recorded?: readonly Source[] | undefined
}

export interface Publication {
  /** Publication, title, part, year, table. */
  readonly source: string
  /** What a reader should know about all its numbers; may be empty. */
  readonly note: string
}

/** A file of another program, kept unchanged. */
export interface ImportedFile {
  readonly id: number
  readonly name: string
  /** Where it came from. */
  readonly path: string
  readonly importedAtMs: number
  readonly sha256: string
  readonly sizeBytes: number
}
