import * as v from 'valibot'
import { templateNames } from '../document/stored-document'
import type { Progress } from '../engines/progress'
import type { Figure } from '../figures/figure/figure'
import { figureSettingsSchema } from '../figures/kinds/figure-kinds'
import type { LiveRun } from '../figures/over-time/live-series'
import type { Advice, PlanEnvironment } from '../plan/advice'
import type { Plan } from '../plan/plan'
import { planSchema, storedPlanSchema } from '../plan/plan-json'
import { mostInTurn } from '../plan/turn-obstacle'
import type { BlockDevice } from '../results/campaign/block-device'
import type {
  CampaignFacts,
  CampaignSummary,
  LogEntry,
  Measuring,
  QueuedCampaign,
} from '../results/campaign/campaign'
import { directions, sources, type Unit } from '../results/observation'
import type { RunDetail, RunSummary } from '../results/run'
import { mostWholeRuns, type RunColumns } from '../results/run-columns'
import { articleRequests } from './article-requests'
import { cardRequests } from './card-requests'
import { comparisonRequests } from './comparison-requests'
import { documentRequests } from './document-requests'
import { hostRequests, type FolderListing, type HostEvent } from './host-requests'
import { importRequests, type ImportProgress } from './import-requests'
import { orphanRequests, type HostOrphans } from './orphan-requests'
import {
  command,
  label,
  planId,
  request,
  rowId,
  terminalSize,
  type AnswerOf,
  type ArgumentsOf,
} from './request'
import { binKinds, type Deleted, type ReviewSummary, type SavedFigure } from './review'
import { shelfRequests } from './shelf-requests'

/** Rooms that show one figure at a time. */
export const figurePlaces = ['results', 'compare'] as const
export type FigurePlace = (typeof figurePlaces)[number]
const place = v.picklist(figurePlaces)

/** A campaign to start: a plan, and what is measured this time. */
const campaignStart = {
  planId,
  configuration: label,
  /** The user's confirmation, which only the shell can obtain; for plans that write to a raw device. */
  confirmationId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
}
const campaignStarts = v.array(v.strictObject(campaignStart))

/** What a person decides before plans are started together; nothing is stored before. */
export interface StartQuestionsOf<Orphans> {
  /** One for each drive of which the plans write more than half of its endurance. */
  readonly wear: readonly string[]
  /** Machines on which runs are in progress; none without. */
  readonly orphans: readonly Orphans[]
  /** Campaigns that measure, or wait to, on a machine of the plans. */
  readonly inUse: readonly Measuring[]
  /** Plans that write to a raw device, each of which is confirmed by itself. */
  readonly devices: readonly string[]
}

/** The answer to a start that a person must decide about first; the same request with the answers starts. */
export interface StartAsked {
  readonly questions: StartQuestionsOf<HostOrphans>
}

/** What the person decided. */
const startAnswers = {
  /** The plans may wear the drives out. */
  acceptsWear: v.optional(v.boolean()),
  /** Runs in progress that the person did not end: measure beside them. */
  orphans: v.optional(v.literal('leave')),
  /** Measure at the same time as campaigns on other devices of the machine; false: after their end. */
  beside: v.optional(v.boolean()),
}

/** Plans to run one after the other, and the outline of the draft created from them at the end. */
const plansStart = {
  starts: v.pipe(campaignStarts, v.minLength(1), v.maxLength(1000)),
  draft: v.picklist([...templateNames, 'none']),
  ...startAnswers,
}

export interface PlansStarted {
  /** Started or resumed, in order. */
  readonly campaignIds: readonly number[]
  /** Plans that cannot run. */
  readonly refused: readonly { readonly planId: string; readonly error: RequestError }[]
}

/** At most two points per pixel: the smallest and the largest value of each, or all points if there are no more. */
export interface SeriesWindow {
  readonly unit: Unit
  /** Points between the two times. */
  readonly points: number
  readonly seconds: Float64Array
  readonly values: Float64Array
  /** First and last time of the whole series. */
  readonly span: readonly [first: number, last: number]
}

const description = { title: label, notes: v.pipe(v.string(), v.maxLength(100_000)) }
const knownFigure = v.strictObject({ id: rowId, name: label, settings: figureSettingsSchema })
const campaign = { campaignId: rowId }
/** Runs of each case that are added to a campaign at once. */
export const mostAddedRuns = 1000
const addedRuns = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostAddedRuns))
const run = { runId: rowId }

/**
 * All requests of the window to the bench; their arguments are checked on arrival. The window names plans, campaigns,
 * runs and figures by id, never by command or by a path it made up; anything that needs a path goes through a native
 * dialog (shell-requests.ts).
 */
export const benchRequests = {
  'review.summary': request<ReviewSummary>()({}),
  /** Here and below, `base`: the version this window knows; answered with `changed-elsewhere` if the file has another one by now. */
  'review.describe': command({ ...description, base: v.strictObject(description) }),

  /** Brings something back from the bin, as it was; what is back already stays. */
  'bin.restore': command({ kind: v.picklist(binKinds), key: rowId }),
  /** Removes what is in the bin for good, and gives its space back to the disk. */
  'bin.empty': command({}),

  'plan.get': request<Plan>()({ planId }),
  /** `base`: null for a new plan. */
  'plan.save': command({ plan: planSchema, base: v.nullable(storedPlanSchema) }),
  'plan.delete': request<Deleted>()({ planId, base: storedPlanSchema }),
  /** Facts about this machine and the plan's target, for advice and estimate; with `health` (slower), also its drive's wear. */
  'plan.environment': request<PlanEnvironment>()({ plan: storedPlanSchema, health: v.optional(v.boolean()) }),
  /** Block devices of the plan's machine, as trees from the drives up. */
  'target.devices': request<{ devices: readonly BlockDevice[] }>()({ plan: storedPlanSchema }),
  /** Folders in a folder of the plan's SSH host, of the first if there are several; an empty path is the home folder. Changes nothing. */
  'target.folders': request<FolderListing>()({
    plan: storedPlanSchema,
    path: v.pipe(v.string(), v.maxLength(4096), v.regex(/^(?:$|\/)[^\0]*$/)),
  }),
  /** Engine's own check (`fio --parse-only`) of every case; errors name the case and the option. Slow; progress comes as events. */
  'plan.check': request<{ problems: readonly Advice[] }>()({ planId }),
  /** Cancels the check of a plan, including the one before a start; those requests are answered with the error `cancelled`. */
  'plan.cancel-check': command({ planId }),

  /**
   * `inTurnWith`: campaigns of other plans to measure in turn with it, run by run. `draft`: the event `plans-ended`
   * reports their end, with a document that is created from them. If a person must decide something first, nothing is
   * stored, and the answer is what to ask; the same request with the answers starts.
   */
  'campaign.start': request<{ campaignId: number } | StartAsked>()({
    ...campaignStart,
    inTurnWith: v.optional(v.pipe(campaignStarts, v.maxLength(mostInTurn - 1))),
    ...startAnswers,
    draft: v.optional(v.picklist(templateNames)),
  }),
  /** Starts plans one after the other, or asks as `campaign.start` does; the event `plans-ended` reports the end of the last one. */
  'campaign.start-plans': request<PlansStarted | StartAsked>()(plansStart),
  'campaign.get': request<CampaignFacts>()(campaign),
  /** Some of its runs as columns, starting at a position, and their total number. */
  'campaign.runs': request<{ total: number; columns: RunColumns }>()({
    ...campaign,
    from: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  /** Its findings, in at most five sentences; none if no run has a number. */
  'campaign.summary': request<{ sentences: readonly string[] }>()(campaign),
  /** Series of the current run, or of the last one; null if this process executes none. */
  'campaign.live': request<LiveRun | null>()(campaign),
  /** Finish the current run, then wait. */
  'campaign.pause': command(campaign),
  'campaign.resume': command(campaign),
  /** Campaigns that this process starts when their machine is free. */
  'campaign.queue': request<readonly QueuedCampaign[]>()({}),
  /** Moves it before or after the next one that waits for the same device or machine. */
  'campaign.move-queued': command({ ...campaign, direction: v.picklist(['up', 'down']) }),
  /** End the current run now; answers when none of its processes is left. */
  'campaign.stop': command(campaign),
  /** Continues without an unreachable host: runs in progress on it keep running, and the rest waits for a resume, which collects them. */
  'campaign.give-up': command(campaign),
  'campaign.delete': request<Deleted>()(campaign),
  /** `device`: the name of the drive, for results that were not measured here; empty if it is unknown. */
  'campaign.rename': command({ ...campaign, configuration: label, device: v.optional(label) }),
  /** Skip a waiting run, or end the running one and mark it skipped. */
  'run.skip': command(run),
  /** Put a failed, skipped, stopped or interrupted run back to waiting. `goesOn`: resume its campaign if that has ended. */
  'run.retry': command({ ...run, goesOn: v.optional(v.boolean()) }),
  /** Put all failed runs of a campaign that is not running back to waiting, and resume it. */
  'campaign.retry-failed': command(campaign),
  /** Measures every case of a campaign that is done this many more times. */
  'campaign.add-runs': command({ ...campaign, count: addedRuns }),
  /** Some runs in list form; deleted ones are left out. */
  'run.list': request<{ runs: readonly RunSummary[] }>()({
    runIds: v.pipe(v.array(rowId), v.maxLength(mostWholeRuns)),
  }),
  'run.get': request<RunDetail>()(run),
  /** Raw engine output as stored, at most the first 2 MiB as text. */
  'run.output': request<{ text: string; truncated: boolean }>()({
    ...run,
    name: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)),
  }),
  /**
   * Points of one series of a run, thinned for a picture of this width; null if the run has no such series. `device`
   * is absent for the series without one; `from` and `to` are seconds, all of the series if unset.
   */
  'run.series-window': request<SeriesWindow | null>()({
    ...run,
    source: v.picklist(sources),
    device: v.optional(v.pipe(v.string(), v.maxLength(200))),
    direction: v.picklist(directions),
    metric: v.pipe(v.string(), v.maxLength(64)),
    from: v.optional(v.pipe(v.number(), v.finite())),
    to: v.optional(v.pipe(v.number(), v.finite())),
    pixels: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16_384)),
  }),

  'terminal.attach': request<{ scrollback: string }>()(campaign),
  'terminal.resize': command(terminalSize),

  /** `place`: where in the window it is shown; a newer request for the same place cancels it with the error `cancelled`. */
  'figure.build': request<Figure>()({ settings: figureSettingsSchema, place: v.optional(place) }),
  /** Cancels the figure being built for a place; that request is answered with the error `cancelled`. */
  'figure.cancel': command({ place }),
  /** `base`: the figure to replace, null for a new one. */
  'figure.save': request<SavedFigure>()({
    base: v.nullable(knownFigure),
    name: label,
    settings: figureSettingsSchema,
  }),
  /** `base`: null if this program cannot read it. */
  'figure.delete': request<Deleted>()({ figureId: rowId, base: v.nullable(knownFigure) }),

  /**
   * The window's answer to a password prompt; null if the user gives none. It is passed to whoever asked and never
   * kept. A password is one line: it is passed on in a file of lines.
   */
  'password.give': command({
    id: v.pipe(v.number(), v.integer()),
    // eslint-disable-next-line no-control-regex -- NUL cannot be passed to a program
    password: v.nullable(v.pipe(v.string(), v.maxLength(1000), v.regex(/^[^\u0000\r\n]*$/))),
  }),

  ...articleRequests,
  ...cardRequests,
  ...comparisonRequests,
  ...documentRequests,
  ...hostRequests,
  ...importRequests,
  ...orphanRequests,
  ...shelfRequests,
}

export type BenchRequestName = keyof typeof benchRequests
export type BenchArguments<N extends BenchRequestName> = ArgumentsOf<(typeof benchRequests)[N]>
export type BenchAnswer<N extends BenchRequestName> = AnswerOf<(typeof benchRequests)[N]>

export type PlansStart = BenchArguments<'campaign.start-plans'>
export type CampaignStart = PlansStart['starts'][number]

/** A required password, such as that of `bench on db1:3306`. */
export interface PasswordQuestion {
  readonly id: number
  readonly whose: string
  /** Why the previous one was rejected. */
  readonly problem?: string
}

/** Events that the bench sends to the window. */
export type BenchEvent =
  | HostEvent
  /** The password prompt open in every window; null closes it. */
  | { readonly type: 'password-asked'; readonly question: PasswordQuestion | null }
  | { readonly type: 'review-changed'; readonly summary: ReviewSummary }
  | { readonly type: 'campaign-changed'; readonly campaign: CampaignSummary }
  /** All plans that were started together are done or stopped. `document`: the draft created from them. */
  | {
      readonly type: 'plans-ended'
      readonly campaignIds: readonly number[]
      readonly document?: { readonly id: number; readonly name: string }
      readonly problem?: RequestError
    }
  | { readonly type: 'run-changed'; readonly run: RunSummary }
  /** The engine's data content was sampled and stored with the campaign. */
  | { readonly type: 'calibrated'; readonly campaignId: number }
  | { readonly type: 'log'; readonly campaignId: number; readonly entry: LogEntry }
  /** At most four a second. */
  | { readonly type: 'progress'; readonly campaignId: number; readonly progress: CampaignProgress }
  /** New points of the current run, once a second; without series when it starts. */
  | { readonly type: 'live'; readonly campaignId: number; readonly live: LiveRun }
  | { readonly type: 'terminal'; readonly campaignId: number; readonly text: string }
  /** How many of the runs for a figure have been read; for large campaigns only. */
  | { readonly type: 'figure-progress'; readonly done: number; readonly total: number }
  /** Progress of an export of all figures; `name`: what is being drawn. */
  | { readonly type: 'export-progress'; readonly done: number; readonly total: number; readonly name: string }
  /** Number of files of an import examined; `name` is the next. */
  | { readonly type: 'import-progress'; readonly progress: ImportProgress }
  /** Files of the shelf that are indexed, or campaigns copied from it; `name` is the file being read. */
  | { readonly type: 'shelf-progress'; readonly done: number; readonly total: number; readonly name: string }
  | { readonly type: 'plan-check'; readonly planId: string; readonly checked: number; readonly total: number }

export interface CampaignProgress {
  readonly runId: number | undefined
  readonly run: Progress | undefined
  /** Progress of the current run by its expected duration, 0 to 1. */
  readonly runFraction: number
  readonly runSecondsLeft: number | undefined
  /** Measured runs; laying out the data file is not counted. */
  readonly finishedRuns: number
  readonly totalRuns: number
  readonly secondsLeft: number | undefined
}

/** An error that crossed a process boundary. */
export interface RequestError {
  readonly message: string
  /** What to do about it, in one sentence. */
  readonly remedy?: string
  readonly id?: string
}

/** Envelope on the MessagePort between window and bench. */
export type BenchMessage =
  | {
      readonly kind: 'request'
      readonly sequence: number
      readonly name: string
      readonly arguments: unknown
    }
  | { readonly kind: 'answer'; readonly sequence: number; readonly answer: unknown }
  | { readonly kind: 'error'; readonly sequence: number; readonly error: RequestError }
  | { readonly kind: 'event'; readonly event: BenchEvent }
