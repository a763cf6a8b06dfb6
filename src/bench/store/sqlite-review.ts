import type {
  CampaignDetail,
  CampaignSummary,
  HostRecord,
  LogEntry,
  PlanSummary,
  ReviewSummary,
  RunDetail,
  RunSummary,
  SavedFigure,
  TidyRow,
} from '../../core/contract/review'
import type { Comparison } from '../../core/comparison/comparison'
import type { ComparisonChoices } from '../../core/comparison/comparison-choices'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import type { RunFailure } from '../../core/engines/engine'
import type { FigureSettings } from '../../core/figures/figure'
import type { Plan } from '../../core/plan/plan'
import type { Calibration } from '../../core/results/calibration'
import type { CampaignState, LatencyHistogram, RunState } from '../../core/results/measurement'
import type { StoredPublishedResult } from '../../core/results/published-result'
import { listCalibrations, saveCalibrations } from './calibrations'
import {
  deleteCampaign,
  insertCampaign,
  renameCampaign,
  setCampaignState,
  setHostRecord,
} from './campaign-changes'
import { readCampaignDetail } from './campaign-detail'
import { listCampaigns } from './campaigns'
import { checkReview } from './check-review'
import { chooseFromReview, compareReview } from './compare-review'
import type { Connection } from './connection'
import { copyInto } from './copy-review'
import { forgetCreatedFile, listCreatedFiles, recordCreatedFile } from './created-files'
import { readExecution } from './execution'
import { deleteFigure, listFigures, saveFigure } from './figures'
import { readHistograms } from './histograms'
import { importCampaign } from './import-campaigns'
import { campaignsWithFile, readImportedFile } from './imported-files'
import { appendLog, readLog } from './log'
import type { OpenFile } from './open-file'
import { deletePlan, listPlans, readPlan, savePlan } from './plans'
import { readPublished } from './published-results'
import { readRawOutput } from './raw-outputs'
import { describeReview, readDetails } from './review-details'
import type {
  CampaignExecution,
  CreatedFile,
  ImportedCampaign,
  NewCampaign,
  ReviewReader,
  ReviewWriter,
  RowFilter,
  RunnerHolder,
  RunnerLock,
  RunResult,
  RunStart,
} from './review-store'
import { readRows } from './rows'
import { finishRun, setRunState, startRun } from './run-changes'
import { confirmRunnerLock, dropRunnerLock, readRunnerHolder, takeRunnerLock } from './runner-lock'
import { listRuns, readRunDetail } from './runs'

/** Reads a results file. Every answer is one state of the file, whatever another process writes meanwhile. */
export class SqliteReviewReader implements ReviewReader {
  readonly path: string
  readonly readOnly: boolean = true
  protected readonly connection: Connection
  readonly #readOnlyReason: string | undefined
  readonly #cleanUp: () => void

  constructor(file: OpenFile) {
    this.path = file.connection.path
    this.connection = file.connection
    this.#readOnlyReason = file.readOnlyReason
    this.#cleanUp = file.cleanUp
  }

  summary(): ReviewSummary {
    return this.connection.read(() => {
      const { title, notes } = readDetails(this.connection)
      const plans: readonly PlanSummary[] = listPlans(this.connection)
      const campaigns = listCampaigns(this.connection)
      const figures = listFigures(this.connection)
      const reason = this.#readOnlyReason === undefined ? {} : { readOnlyReason: this.#readOnlyReason }
      return { path: this.path, readOnly: this.readOnly, ...reason, title, notes, plans, campaigns, figures }
    })
  }

  plan(planId: string): Plan | undefined {
    return this.connection.read(() => readPlan(this.connection, planId))
  }

  campaigns(): readonly CampaignSummary[] {
    return this.connection.read(() => listCampaigns(this.connection))
  }

  campaign(campaignId: number): CampaignDetail | undefined {
    return this.connection.read(() => readCampaignDetail(this.connection, campaignId))
  }

  runs(campaignId: number): readonly RunSummary[] {
    return this.connection.read(() => listRuns(this.connection, campaignId))
  }

  run(runId: number): RunDetail | undefined {
    return this.connection.read(() => readRunDetail(this.connection, runId))
  }

  rawOutput(runId: number, name: string): Uint8Array | undefined {
    return this.connection.read(() => readRawOutput(this.connection, runId, name))
  }

  rows(filter: RowFilter): readonly TidyRow[] {
    return this.connection.read(() => readRows(this.connection, filter))
  }

  histograms(runIds: readonly number[]): ReadonlyMap<number, readonly LatencyHistogram[]> {
    return this.connection.read(() => readHistograms(this.connection, runIds))
  }

  published(campaignIds?: readonly number[]): readonly StoredPublishedResult[] {
    return this.connection.read(() => readPublished(this.connection, campaignIds))
  }

  importedFile(fileId: number): Uint8Array | undefined {
    return this.connection.read(() => readImportedFile(this.connection, fileId))
  }

  campaignsWithFile(sha256: string): readonly number[] {
    return this.connection.read(() => campaignsWithFile(this.connection, sha256))
  }

  calibrations(campaignId: number): readonly Calibration[] {
    return this.connection.read(() => listCalibrations(this.connection, campaignId))
  }

  compare(settings: ComparisonSettings): Comparison {
    return this.connection.read(() => compareReview(this.connection, settings))
  }

  comparisonChoices(): ComparisonChoices {
    return this.connection.read(() => chooseFromReview(this.connection))
  }

  figures(): readonly SavedFigure[] {
    return this.connection.read(() => listFigures(this.connection))
  }

  log(campaignId: number): readonly LogEntry[] {
    return this.connection.read(() => readLog(this.connection, campaignId))
  }

  check(): readonly string[] {
    return checkReview(this.connection)
  }

  copyTo(path: string): void {
    this.connection.guard(() => copyInto(this.connection, path))
  }

  close(): void {
    this.connection.close()
    this.#cleanUp()
  }
}

/** Writes a results file; every method is one transaction. */
export class SqliteReviewWriter extends SqliteReviewReader implements ReviewWriter {
  override readonly readOnly = false
  readonly backupPath: string | undefined
  #lockToken: string | undefined

  constructor(file: OpenFile) {
    super(file)
    this.backupPath = file.backupPath
  }

  describe(title: string, notes: string): void {
    this.connection.write(() => describeReview(this.connection, title, notes))
  }

  savePlan(plan: Plan): void {
    this.connection.write(() => savePlan(this.connection, plan))
  }

  deletePlan(planId: string): void {
    this.connection.write(() => deletePlan(this.connection, planId))
  }

  createCampaign(campaign: NewCampaign): number {
    return this.connection.write(() => insertCampaign(this.connection, campaign))
  }

  importCampaigns(campaigns: readonly ImportedCampaign[]): readonly number[] {
    return this.connection.write(() => campaigns.map((one) => importCampaign(this.connection, one)))
  }

  saveCalibrations(campaignId: number, calibrations: readonly Calibration[]): void {
    this.connection.write(() => saveCalibrations(this.connection, campaignId, calibrations))
  }

  setCampaignState(campaignId: number, state: CampaignState): void {
    this.connection.write(() => setCampaignState(this.connection, campaignId, state))
  }

  execution(campaignId: number): CampaignExecution | undefined {
    return this.connection.read(() => readExecution(this.connection, campaignId))
  }

  renameCampaign(campaignId: number, configuration: string): void {
    this.connection.write(() => renameCampaign(this.connection, campaignId, configuration))
  }

  deleteCampaign(campaignId: number): void {
    this.connection.write(() => deleteCampaign(this.connection, campaignId))
  }

  setHostRecord(campaignId: number, record: HostRecord, engineVersion: string | undefined): void {
    this.connection.write(() => setHostRecord(this.connection, campaignId, record, engineVersion))
  }

  startRun(runId: number, start: RunStart): void {
    this.connection.write(() => startRun(this.connection, runId, start))
  }

  finishRun(runId: number, result: RunResult): boolean {
    return this.connection.write(() => finishRun(this.connection, runId, result))
  }

  finishRuns(results: Iterable<readonly [runId: number, result: RunResult]>): number {
    return this.connection.write(() => {
      let stored = 0
      for (const [runId, result] of results) if (finishRun(this.connection, runId, result)) stored += 1
      return stored
    })
  }

  setRunState(runId: number, state: RunState, failure?: RunFailure): void {
    this.connection.write(() => setRunState(this.connection, runId, state, failure))
  }

  recordCreatedFile(file: CreatedFile): void {
    this.connection.write(() => recordCreatedFile(this.connection, file))
  }

  forgetCreatedFile(hostId: string, path: string): void {
    this.connection.write(() => forgetCreatedFile(this.connection, hostId, path))
  }

  createdFiles(hostId: string): readonly CreatedFile[] {
    return this.connection.read(() => listCreatedFiles(this.connection, hostId))
  }

  appendLog(campaignId: number, entry: LogEntry): void {
    this.connection.write(() => appendLog(this.connection, campaignId, entry))
  }

  saveFigure(figure: { id?: number | undefined; name: string; settings: FigureSettings }): SavedFigure {
    return this.connection.write(() => saveFigure(this.connection, figure))
  }

  deleteFigure(figureId: number): void {
    this.connection.write(() => deleteFigure(this.connection, figureId))
  }

  runnerHolder(): RunnerHolder | undefined {
    return this.connection.read(() => readRunnerHolder(this.connection))
  }

  lockForRunning(options: { takeOver?: boolean } = {}): RunnerLock | undefined {
    const token = this.connection.write(() => takeRunnerLock(this.connection, options.takeOver ?? false))
    if (token === undefined) return undefined
    this.#lockToken = token
    this.connection.beforeCommit(() => confirmRunnerLock(this.connection, token))
    return { release: () => this.#release(token) }
  }

  override close(): void {
    try {
      if (this.#lockToken !== undefined) this.#release(this.#lockToken)
    } finally {
      super.close()
    }
  }

  #release(token: string): void {
    if (this.#lockToken !== token) return
    this.#lockToken = undefined
    this.connection.beforeCommit(undefined)
    this.connection.write(() => dropRunnerLock(this.connection, token))
  }
}
