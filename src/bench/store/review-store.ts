import type {
  CampaignSource,
  CampaignState,
  CampaignDetail,
  CampaignFacts,
  CampaignOrigin,
  CampaignQuantity,
  CampaignSummary,
  LogEntry,
} from '../../core/results/campaign'
import type { Histogram, Observation, Series } from '../../core/results/observation'
import type {
  ResultWarning,
  RunState,
  RunFailure,
  RunPhase,
  RunDetail,
  RunSummary,
  TidyRow,
} from '../../core/results/run'
import type { EngineCommand } from '../../core/engines/steps'
import type { Calibration } from '../../core/results/calibration'
import type { StoredPublishedResult } from '../../core/results/published-result'
import type { Case, Plan } from '../../core/plan/plan'
import type { Comparison } from '../../core/comparison/comparison'
import type { Steps } from '../../core/statistics/comparison/settle-family'
import type { ComparisonChoices } from '../../core/comparison/comparison-choices'
import type { ComparisonSettings, ExcludedRun } from '../../core/comparison/comparison-settings'
import type { FigureColumns } from '../../core/figures/measured-cases'
import type { HostRecord } from '../../core/results/host-record'
import type { TakeReport } from '../../core/contract/shelf-requests'
import type { KnownFigure, ReviewSummary, SavedFigure, UnknownFigure } from '../../core/contract/review'
import type { RunColumns } from '../../core/results/run-columns'
import type { FigureSettings } from '../../core/figures/figure-kinds'

import type { ArticleReader, ArticleWriter } from './article-store'
import type { CardReader, CardWriter } from './cards'
import type { Connection } from './connection'
import type { DocumentReader, DocumentWriter } from './document-store'
import type { ImportedCampaign } from './imported-campaign'
import type { CampaignSeries, SeriesChoice } from './series'

/** Reads any results file, writable or not. */
export interface ReviewReader {
  readonly path: string
  readonly readOnly: boolean
  summary(): ReviewSummary
  /** Throws `no-plan` if the file has none with this id. */
  plan(planId: string): Plan
  /** Every campaign, or those with these ids. */
  campaigns(ids?: readonly number[]): readonly CampaignSummary[]
  campaign(campaignId: number): CampaignDetail | undefined
  /** The same without any run. */
  campaignFacts(campaignId: number): CampaignFacts | undefined
  /** The same without its many successful runs, for the texts of a figure. */
  campaignOrigin(campaignId: number): CampaignOrigin | undefined
  runs(campaignId: number): readonly RunSummary[]
  /** Up to this many runs of a campaign as columns, from a position on. */
  runColumns(
    campaignId: number,
    from: number,
    count: number,
  ): { readonly total: number; readonly columns: RunColumns }
  /** These runs, in this order, without those that are not stored. */
  runsById(runIds: readonly number[]): readonly RunSummary[]
  run(runId: number): RunDetail | undefined
  /** Raw output, decompressed and checked against its SHA-256; throws a DamagedContentError if it does not match. */
  rawOutput(runId: number, name: string): Uint8Array | undefined
  /** Tidy rows of finished and other runs, of all campaigns if none are given; read in pieces during iteration. */
  rows(filter: RowFilter): Iterable<TidyRow>
  /** Finished runs of campaigns with these metrics as columns of numbers, read in steps; see figure-columns.ts. */
  figureColumns(
    campaignIds: readonly number[],
    metrics: readonly string[],
    last?: FigureColumns,
    onRead?: (done: number, total: number) => void,
  ): Steps<FigureColumns>
  /** Metrics for which a finished run of the campaign has a number. */
  measuredQuantities(campaignId: number): readonly CampaignQuantity[]
  histograms(runIds: readonly number[]): ReadonlyMap<number, readonly Histogram[]>
  /** Finished measured runs of a campaign that have latency histograms, by ascending id. */
  runsWithHistograms(campaignId: number): readonly number[]
  /** Series of the last attempt of a run, by quantity; throws a DamagedContentError for damaged ones. */
  series(runId: number, choice?: SeriesChoice): readonly Series[]
  /** All of them, unpacked on other threads: with millions of points this takes most of the time. */
  seriesAside(runId: number): Promise<readonly Series[]>
  /** Which finished runs of a campaign left series. */
  campaignSeries(campaignId: number): CampaignSeries
  /** Published results, which have no runs and no tidy rows; of all campaigns if no ids are given. */
  published(campaignIds?: readonly number[]): readonly StoredPublishedResult[]
  /** An imported file, unchanged; throws a DamagedContentError if it does not match its SHA-256. */
  importedFile(fileId: number): Uint8Array | undefined
  /** The first campaign that contains each file, imported or as the output of a run, by SHA-256 (hex). */
  campaignsByFile(): Steps<ReadonlyMap<string, number>>
  /** What the engine was found to write before the campaign, by level of data content. */
  calibrations(campaignId: number): readonly Calibration[]
  /** Runs that a person excluded from comparisons, each with the reason. */
  excludedRuns(): readonly ExcludedRun[]
  /** Candidates against a baseline by case, without excluded runs; throws a ComparisonError for invalid settings. */
  compare(settings: ComparisonSettings): Comparison
  /** The same in steps, so that other work gets a turn in between. */
  compareInSteps(settings: ComparisonSettings): Steps<Comparison>
  /** What the sides of a comparison can be chosen by, and two sides to begin with. */
  comparisonChoices(): ComparisonChoices
  figures(): readonly SavedFigure[]
  /** Saved figures that this program cannot draw. */
  unknownFigures(): readonly UnknownFigure[]
  /** Article presets. */
  readonly article: ArticleReader
  /** Device cards and scorecards. */
  readonly cards: CardReader
  readonly documents: DocumentReader
  log(campaignId: number): readonly LogEntry[]
  /** Verifies SQLite's own check and every stored checksum; the schema was checked on opening. Each finding is one sentence. */
  check(): readonly string[]
  /** "Save as": a compact copy at an unused path, complete or not at all. Works even after the file was moved. */
  copyTo(path: string): void
  /** Used by `takeCampaigns` of another file: copies campaigns of this file into that one. */
  giveCampaigns(into: Connection, options?: TakeOptions): TakeReport
  close(): void
}

export interface RowFilter {
  readonly campaignIds?: readonly number[]
  readonly metrics?: readonly string[]
  /** Default: only `done`. */
  readonly states?: readonly RunState[]
}

/** A results file that may be written. Every method is one transaction, and every step of one that works in steps. */
export interface ReviewWriter extends ReviewReader {
  /** The review's own id; copies of the file keep it. */
  readonly uuid: string
  /** Copy of the file in its older format, created when opening updated it. */
  readonly backupPath: string | undefined
  /**
   * In all methods, `base` is the version that was changed (null for a new plan): throws `changed-elsewhere` if the file now
   * has another.
   */
  describe(title: string, notes: string, base?: { readonly title: string; readonly notes: string }): void
  savePlan(plan: Plan, base?: Plan | null): void
  deletePlan(planId: string, base?: Plan): void
  /**
   * Stores the campaign with all its runs as `waiting`, and the campaigns of its hosts if it has several. From then on every
   * change of it or one of its runs is applied to theirs in the same transaction.
   */
  createCampaign(campaign: NewCampaign): number
  /** Stores campaigns of other programs or of published tables in steps (see import-campaigns.ts); returns their ids. */
  importCampaigns(
    campaigns: readonly ImportedCampaign[],
    onStored?: (stored: number, total: number) => void,
  ): Steps<readonly number[]>
  /**
   * Copies campaigns that are not in progress from another review, with everything that belongs to them, all or none.
   * `TakeReport` lists which were taken, which this file already has, and which were left. Every seal of the other file is
   * checked first: throws a ReviewFileError if one does not match, or a campaign does not exist.
   */
  takeCampaigns(other: ReviewReader, options?: TakeOptions): TakeReport
  /** Replaces the samples of the data that the engine writes for this campaign. */
  saveCalibrations(campaignId: number, calibrations: readonly Calibration[]): void
  setCampaignState(campaignId: number, state: CampaignState): void
  /** What the runner needs to resume a campaign after a restart; undefined if there is no such campaign. */
  execution(campaignId: number): CampaignExecution | undefined
  renameCampaign(campaignId: number, configuration: string): void
  deleteCampaign(campaignId: number): void
  setHostRecord(campaignId: number, record: HostRecord, engineVersion: string | undefined): void
  /** Runs of the single hosts that belong to a run of a synchronised campaign, in order. */
  machineRuns(runId: number): readonly number[]
  /** waiting → running, with the exact command and the run directory. */
  startRun(runId: number, start: RunStart): void
  /** Stores results of runs in one transaction; returns how many. A run that already has a result stays unchanged. */
  finishRuns(results: Iterable<readonly [runId: number, result: RunResult]>): number
  /**
   * Changes of state without a result: skipped, stopped, interrupted, unknown, waiting again. `waiting` puts aside what an
   * earlier failed, stopped, skipped or interrupted attempt left, so that `finishRuns` accepts a new result; with a failure,
   * the attempt in progress is kept as interrupted for that reason, in the same transaction. A `done` run is refused with an
   * error.
   */
  setRunState(runId: number, state: RunState, failure?: RunFailure): void
  /** Excludes a finished run from comparisons, or changes the reason. */
  excludeRun(runId: number, reason: string): void
  /** Includes an excluded run again. */
  includeRun(runId: number): void
  appendLog(campaignId: number, entry: LogEntry): void
  saveFigure(
    figure: { id?: number | undefined; name: string; settings: FigureSettings },
    base?: KnownFigure,
  ): SavedFigure
  deleteFigure(figureId: number, base?: KnownFigure): void
  /** Article presets and the order of the figures. */
  readonly article: ArticleWriter
  /** Device cards and scorecards. */
  readonly cards: CardWriter
  readonly documents: DocumentWriter
  /**
   * Takes the runner's lock on this file; undefined if another process on this or another machine has it (see `runnerHolder`
   * for who, and what to do). The lock of an ended process or an earlier boot is taken over; that of a silent other machine
   * only with `takeOver`, which a person must request. While held, every write is a sign of life, and fails with `lock-lost`
   * if another process took over.
   */
  lockForRunning(options?: { takeOver?: boolean }): RunnerLock | undefined
  /** Who holds the runner's lock; undefined if it is free. */
  runnerHolder(): RunnerHolder | undefined
}

export interface TakeOptions {
  /** Default: all campaigns. */
  readonly campaignIds?: readonly number[] | undefined
  /** A merge: plans and saved figures are copied, too. */
  readonly whole?: boolean | undefined
  /** Called after each campaign; an exception undoes everything. */
  readonly onProgress?: (done: number, total: number) => void
}

export interface RunnerHolder {
  readonly host: string
  readonly processId: number
  readonly acquiredAtMs: number
  /** Last sign of life. */
  readonly aliveAtMs: number
  /** `elsewhere`: on a machine, or in a container, that this process cannot ask. */
  readonly fate: 'alive' | 'gone' | 'elsewhere'
  readonly mayTakeOver: boolean
  /** One sentence: who. */
  readonly text: string
  /** One sentence: what to do. */
  readonly remedy: string
}

export interface RunnerLock {
  release(): void
}

export interface NewCampaign {
  readonly plan: Plan
  readonly configuration: string
  readonly hostId: string
  readonly hostName: string
  readonly cases: readonly Case[]
  /** In execution order; layout runs included, with `repetition` 0. */
  readonly runs: readonly {
    readonly caseIndex: number
    readonly repetition: number
    readonly phase: RunPhase
    readonly seed: number
  }[]
  readonly dataFile: string | undefined
  /** Campaigns of the single hosts, with as many runs, if this one is a synchronised job on several. */
  readonly machines?: readonly NewCampaign[]
  /** Default `measured`: runs of this program. */
  readonly source?: CampaignSource
}

/** A stored campaign as the runner sees it. */
export interface CampaignExecution {
  readonly hostId: string
  readonly dataFile: string | undefined
  /** In execution order. */
  readonly runs: readonly ExecutionRun[]
  /** The single hosts' campaigns, with their runs at the same places; none for a campaign on one host. */
  readonly machines: readonly MachineExecution[]
}

export interface MachineExecution extends Omit<CampaignExecution, 'machines'> {
  readonly campaignId: number
}

export interface ExecutionRun {
  readonly runId: number
  readonly caseIndex: number
  readonly repetition: number
  readonly phase: RunPhase
  readonly seed: number
  readonly state: RunState
  /** Where the last attempt ran; undefined before the first start. */
  readonly runDirectory: string | undefined
}

export interface RunStart {
  readonly command: EngineCommand
  readonly runDirectory: string
  readonly startedAtMs: number
  /** What was started on the single hosts, in order, for a run of a synchronised campaign. */
  readonly machines?: readonly Omit<RunStart, 'machines'>[]
}

export interface RunResult {
  readonly state: 'done' | 'failed' | 'stopped' | 'skipped' | 'interrupted'
  readonly failure?: RunFailure
  readonly exitCode: number | undefined
  readonly finishedAtMs: number
  readonly engineVersion?: string
  readonly observations: readonly Observation[]
  readonly warnings: readonly ResultWarning[]
  /** Kept compressed with their SHA-256. */
  readonly rawOutputs: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  /** Results of the single hosts, in order; without them the hosts' runs get only the state. */
  readonly machines?: readonly Omit<RunResult, 'machines'>[]
}
