import { type FigureSettings, figureSettingsSchema } from '../figures/figure-kinds'
import * as v from 'valibot'
import type { Advice, PlanEnvironment } from '../plan/advice'
import type { Plan } from '../plan/plan'
import { mostInTurn } from '../plan/turn-obstacle'
import type { Progress } from '../engines/progress'
import type { BlockDevice } from '../results/block-device'
import { type FolderListing, hostArguments, type HostEvent, type HostRequests } from './host-requests'
import type { Figure } from '../figures/figure'
import type { LiveRun } from '../figures/over-time/live-series'
import type { CampaignFacts, QueuedCampaign, CampaignSummary, LogEntry } from '../results/campaign'
import type { KnownFigure, ReviewSummary, SavedFigure } from './review'
import { directions, sources } from '../results/observation'
import type { RunDetail, RunSummary } from '../results/run'
import { templateNames } from '../document/stored-document'
import type { CampaignStart, PlansStart } from './campaign-start'
import type { SeriesWindow, SeriesWindowRequest } from './series-window'
import { mostWholeRuns, type RunColumns } from '../results/run-columns'
import { articleArguments, type ArticleRequests } from './article-requests'
import { cardArguments, type CardRequests } from './card-requests'
import { comparisonArguments, type ComparisonRequests } from './comparison-requests'
import { documentArguments, type DocumentRequests } from './document-requests'
import { importArguments, type ImportProgress, type ImportRequests } from './import-requests'
import { orphanArguments, type OrphanRequests } from './orphan-requests'
import { passwordArguments, type PasswordEvent, type PasswordRequests } from './password-requests'
import { shelfArguments, type ShelfRequests } from './shelf-requests'
import { planSchema, storedPlanSchema } from '../plan/plan-json'

/** Rooms that show one figure at a time. */
export const figurePlaces = ['results', 'compare'] as const
export type FigurePlace = (typeof figurePlaces)[number]

export interface PlansStarted {
  /** Started or resumed, in order. */
  readonly campaignIds: readonly number[]
  /** Plans that cannot run. */
  readonly refused: readonly { readonly planId: string; readonly error: RequestError }[]
}

/**
 * All requests of the window to the bench, with their arguments and answers; arguments are checked by
 * `benchArguments` on arrival. The window names plans, campaigns, runs and figures by id, never by command or by a
 * path it made up; anything that needs a path goes through a native dialog (shell-requests.ts).
 */
export interface BenchRequests
  extends
    ArticleRequests,
    CardRequests,
    ComparisonRequests,
    DocumentRequests,
    HostRequests,
    ImportRequests,
    OrphanRequests,
    PasswordRequests,
    ShelfRequests {
  'review.summary': { arguments: Record<string, never>; answer: ReviewSummary }
  /** Here and below, `base`: the version this window knows; answered with `changed-elsewhere` if the file has another one by now. */
  'review.describe': {
    arguments: { title: string; notes: string; base: { title: string; notes: string } }
    answer: null
  }

  'plan.get': { arguments: { planId: string }; answer: Plan }
  /** `base`: null for a new plan. */
  'plan.save': { arguments: { plan: Plan; base: Plan | null }; answer: null }
  'plan.delete': { arguments: { planId: string; base: Plan }; answer: null }
  /** Facts about this machine and the plan's target, for advice and estimate; with `health` (slower), also its drive's wear. */
  'plan.environment': { arguments: { plan: Plan; health?: boolean | undefined }; answer: PlanEnvironment }
  /** Block devices of the plan's machine, as trees from the drives up. */
  'target.devices': { arguments: { plan: Plan }; answer: { devices: readonly BlockDevice[] } }
  /** Folders in a folder of the plan's SSH host, of the first if there are several; an empty path is the home folder. Changes nothing. */
  'target.folders': { arguments: { plan: Plan; path: string }; answer: FolderListing }
  /** Engine's own check (`fio --parse-only`) of every case; errors name the case and the option. Slow; progress comes as events. */
  'plan.check': { arguments: { planId: string }; answer: { problems: readonly Advice[] } }
  /** Cancels the check of a plan, including the one before a start; those requests are answered with the error `cancelled`. */
  'plan.cancel-check': { arguments: { planId: string }; answer: null }

  /** `inTurnWith`: campaigns of other plans to measure in turn with it, run by run. */
  'campaign.start': {
    arguments: CampaignStart & { inTurnWith?: readonly CampaignStart[] | undefined }
    answer: { campaignId: number }
  }
  /** Starts plans one after the other; the event `plans-ended` reports the end of the last one. */
  'campaign.start-plans': { arguments: PlansStart; answer: PlansStarted }
  'campaign.get': { arguments: { campaignId: number }; answer: CampaignFacts }
  /** Some of its runs as columns, starting at a position, and their total number. */
  'campaign.runs': {
    arguments: { campaignId: number; from: number }
    answer: { total: number; columns: RunColumns }
  }
  /** Its findings, in at most five sentences; none if no run has a number. */
  'campaign.summary': { arguments: { campaignId: number }; answer: { sentences: readonly string[] } }
  /** Series of the current run, or of the last one; null if this process executes none. */
  'campaign.live': { arguments: { campaignId: number }; answer: LiveRun | null }
  /** Finish the current run, then wait. */
  'campaign.pause': { arguments: { campaignId: number }; answer: null }
  'campaign.resume': { arguments: { campaignId: number }; answer: null }
  /** Campaigns that this process starts when their device is free. */
  'campaign.queue': { arguments: Record<string, never>; answer: readonly QueuedCampaign[] }
  /** Moves it before or after the next one that waits for the same device. */
  'campaign.move-queued': { arguments: { campaignId: number; direction: 'up' | 'down' }; answer: null }
  /** End the current run now; answers when none of its processes is left. */
  'campaign.stop': { arguments: { campaignId: number }; answer: null }
  /** Continues without an unreachable host: runs in progress on it keep running, and the rest waits for a resume, which collects them. */
  'campaign.give-up': { arguments: { campaignId: number }; answer: null }
  'campaign.delete': { arguments: { campaignId: number }; answer: null }
  'campaign.rename': { arguments: { campaignId: number; configuration: string }; answer: null }
  /** Skip a waiting run, or end the running one and mark it skipped. */
  'run.skip': { arguments: { runId: number }; answer: null }
  /** Put a failed, skipped, stopped or interrupted run back to waiting. */
  'run.retry': { arguments: { runId: number }; answer: null }
  /** Some runs in list form; deleted ones are left out. */
  'run.list': { arguments: { runIds: readonly number[] }; answer: { runs: readonly RunSummary[] } }
  'run.get': { arguments: { runId: number }; answer: RunDetail }
  /** Raw engine output as stored, at most the first 2 MiB as text. */
  'run.output': { arguments: { runId: number; name: string }; answer: { text: string; truncated: boolean } }
  /** Points of one series of a run, thinned for a picture; null if the run has no such series. */
  'run.series-window': { arguments: SeriesWindowRequest; answer: SeriesWindow | null }

  'terminal.attach': { arguments: { campaignId: number }; answer: { scrollback: string } }
  'terminal.resize': { arguments: { columns: number; rows: number }; answer: null }

  /** `place`: where in the window it is shown; a newer request for the same place cancels it with the error `cancelled`. */
  'figure.build': { arguments: { settings: FigureSettings; place?: FigurePlace | undefined }; answer: Figure }
  /** Cancels the figure being built for a place; that request is answered with the error `cancelled`. */
  'figure.cancel': { arguments: { place: FigurePlace }; answer: null }
  /** `base`: the figure to replace, null for a new one. */
  'figure.save': {
    arguments: { base: KnownFigure | null; name: string; settings: FigureSettings }
    answer: SavedFigure
  }
  /** `base`: null if this program cannot read it. */
  'figure.delete': { arguments: { figureId: number; base: KnownFigure | null }; answer: null }
}

export type BenchRequestName = keyof BenchRequests
export type BenchArguments<N extends BenchRequestName> = BenchRequests[N]['arguments']
export type BenchAnswer<N extends BenchRequestName> = BenchRequests[N]['answer']

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const planId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
const label = v.pipe(v.string(), v.maxLength(500))
const nothing = v.strictObject({})
const description = { title: label, notes: v.pipe(v.string(), v.maxLength(100_000)) }
const knownFigure = v.strictObject({ id, name: label, settings: figureSettingsSchema })
const campaignStart = {
  planId,
  configuration: label,
  confirmationId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))),
}

/** Checks of the arguments, one per request; unknown keys are rejected. */
export const benchArguments: {
  readonly [N in BenchRequestName]: v.GenericSchema<unknown, BenchArguments<N>>
} = {
  'review.summary': nothing,
  'review.describe': v.strictObject({ ...description, base: v.strictObject(description) }),
  'plan.get': v.strictObject({ planId }),
  'plan.save': v.strictObject({ plan: planSchema, base: v.nullable(storedPlanSchema) }),
  'plan.delete': v.strictObject({ planId, base: storedPlanSchema }),
  'plan.environment': v.strictObject({ plan: storedPlanSchema, health: v.optional(v.boolean()) }),
  'target.devices': v.strictObject({ plan: storedPlanSchema }),
  'target.folders': v.strictObject({
    plan: storedPlanSchema,
    path: v.pipe(v.string(), v.maxLength(4096), v.regex(/^(?:$|\/)[^\0]*$/)),
  }),
  'plan.check': v.strictObject({ planId }),
  'plan.cancel-check': v.strictObject({ planId }),
  'campaign.start': v.strictObject({
    ...campaignStart,
    inTurnWith: v.optional(v.pipe(v.array(v.strictObject(campaignStart)), v.maxLength(mostInTurn - 1))),
  }),
  'campaign.start-plans': v.strictObject({
    starts: v.pipe(v.array(v.strictObject(campaignStart)), v.minLength(1), v.maxLength(1000)),
    draft: v.picklist([...templateNames, 'none']),
  }),
  'campaign.get': v.strictObject({ campaignId: id }),
  'campaign.runs': v.strictObject({
    campaignId: id,
    from: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  'campaign.summary': v.strictObject({ campaignId: id }),
  'campaign.live': v.strictObject({ campaignId: id }),
  'campaign.pause': v.strictObject({ campaignId: id }),
  'campaign.resume': v.strictObject({ campaignId: id }),
  'campaign.queue': v.strictObject({}),
  'campaign.move-queued': v.strictObject({ campaignId: id, direction: v.picklist(['up', 'down']) }),
  'campaign.stop': v.strictObject({ campaignId: id }),
  'campaign.give-up': v.strictObject({ campaignId: id }),
  'campaign.delete': v.strictObject({ campaignId: id }),
  'campaign.rename': v.strictObject({ campaignId: id, configuration: label }),
  'run.skip': v.strictObject({ runId: id }),
  'run.retry': v.strictObject({ runId: id }),
  'run.list': v.strictObject({ runIds: v.pipe(v.array(id), v.maxLength(mostWholeRuns)) }),
  'run.get': v.strictObject({ runId: id }),
  'run.series-window': v.strictObject({
    runId: id,
    source: v.picklist(sources),
    device: v.optional(v.pipe(v.string(), v.maxLength(200))),
    direction: v.picklist(directions),
    metric: v.pipe(v.string(), v.maxLength(64)),
    from: v.optional(v.pipe(v.number(), v.finite())),
    to: v.optional(v.pipe(v.number(), v.finite())),
    pixels: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16_384)),
  }),
  'run.output': v.strictObject({ runId: id, name: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)) }),
  'terminal.attach': v.strictObject({ campaignId: id }),
  'terminal.resize': v.strictObject({
    columns: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000)),
    rows: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  }),
  'figure.build': v.strictObject({
    settings: figureSettingsSchema,
    place: v.optional(v.picklist(figurePlaces)),
  }),
  'figure.cancel': v.strictObject({ place: v.picklist(figurePlaces) }),
  'figure.save': v.strictObject({
    base: v.nullable(knownFigure),
    name: label,
    settings: figureSettingsSchema,
  }),
  'figure.delete': v.strictObject({ figureId: id, base: v.nullable(knownFigure) }),
  ...articleArguments,
  ...comparisonArguments,
  ...cardArguments,
  ...documentArguments,
  ...hostArguments,
  ...importArguments,
  ...orphanArguments,
  ...passwordArguments,
  ...shelfArguments,
}

/** Events that the bench sends to the window. */
export type BenchEvent =
  | HostEvent
  | PasswordEvent
  | { readonly type: 'review-changed'; readonly summary: ReviewSummary }
  | { readonly type: 'campaign-changed'; readonly campaign: CampaignSummary }
  /** All plans that were started together are done or stopped. `document`: the draft created from them. */
  | {
      readonly type: 'plans-ended'
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
