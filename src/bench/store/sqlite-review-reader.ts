import type {
  CampaignDetail,
  CampaignFacts,
  CampaignOrigin,
  CampaignQuantity,
  CampaignSummary,
  LogEntry,
} from '../../core/results/campaign'
import type { PlanSummary, ReviewSummary, SavedFigure, UnknownFigure } from '../../core/contract/review'
import type { RunDetail, RunSummary, TidyRow } from '../../core/results/run'
import type { RunColumns } from '../../core/results/run-columns'
import { readColumnsOfRuns } from './columns-of-runs'
import type { Comparison } from '../../core/comparison/comparison'
import type { ComparisonChoices } from '../../core/comparison/comparison-choices'
import type { ComparisonSettings, ExcludedRun } from '../../core/comparison/comparison-settings'
import type { CampaignColumns } from '../../core/figures/measured-cases'
import type { Plan } from '../../core/plan/plan'
import type { Calibration } from '../../core/results/calibration'
import type { Histogram, Series } from '../../core/results/observation'
import type { StoredPublishedResult } from '../../core/results/published-result'
import { articleStore, type ArticleWriter } from './article-store'
import { cardStore, type CardWriter, listCards } from './cards'
import { listCalibrations } from './calibrations'
import { readCampaignDetail, readCampaignFacts, readCampaignOrigin } from './campaign-detail'
import { listCampaigns } from './campaigns'
import { checkReview } from './check-review'
import { finish, type Steps } from '../../core/statistics/comparison/settle-family'
import { chooseFromReview, compareReview } from './compare-review'
import type { Connection } from './connection'
import { copyInto } from './copy-review'
import { documentStore, type DocumentWriter } from './document-store'
import { listExcludedRuns } from './excluded-runs'
import { figureColumnSteps, readMeasuredQuantities } from './measured-columns'
import { listFigures, listUnknownFigures } from './figures'
import { listRunsWithHistograms, readHistograms } from './histograms'
import {
  type CampaignSeries,
  listCampaignSeries,
  readSeries,
  type SeriesChoice,
  SeriesUnpacking,
  storedSeries,
} from './series'
import { campaignsByFile, readImportedFile } from './imported-files'
import { readLog } from './log'
import type { OpenFile } from './open-file'
import { listPlans, readPlan } from './plans'
import { readPublished } from './published-results'
import { readRawOutput } from './raw-outputs'
import { ReviewFileError } from './review-file-error'
import type { ReviewReader, RowFilter, TakeOptions } from './review-store'
import type { TakeReport } from '../../core/contract/shelf-requests'
import { StoredRows } from './rows'
import { listRuns, listRunsById, readRunDetail } from './runs'
import { takeCampaigns } from './take-campaigns'
import { listDocuments } from './documents'
import { listPresets, readChosenPreset } from './presets'
import { readDetails } from './review-details'

/** Reads a results file. Every answer is one state of the file, whatever another process writes meanwhile. */
export class SqliteReviewReader implements ReviewReader {
  readonly path: string
  readonly readOnly: boolean = true
  readonly article: ArticleWriter
  readonly cards: CardWriter
  readonly documents: DocumentWriter
  protected readonly connection: Connection
  readonly #readOnlyReason: string | undefined
  readonly #cleanUp: () => void

  constructor(file: OpenFile) {
    this.path = file.connection.path
    this.connection = file.connection
    this.article = articleStore(file.connection)
    this.cards = cardStore(file.connection)
    this.documents = documentStore(file.connection)
    this.#readOnlyReason = file.readOnlyReason
    this.#cleanUp = file.cleanUp
  }

  summary(): ReviewSummary {
    const { path, readOnly } = this
    return this.connection.read(() =>
      readSummary(this.connection, { path, readOnly, readOnlyReason: this.#readOnlyReason }),
    )
  }

  /** Copies campaigns of this file into another one. */
  giveCampaigns(into: Connection, options?: TakeOptions): TakeReport {
    return takeCampaigns(this.connection, into, options)
  }

  plan(planId: string): Plan {
    const plan = this.connection.read(() => readPlan(this.connection, planId))
    if (plan) return plan
    const text = 'This plan is not in the results file.'
    throw new ReviewFileError('no-plan', this.path, text, 'It may have been deleted in another window.')
  }

  campaigns(): readonly CampaignSummary[] {
    return this.connection.read(() => listCampaigns(this.connection))
  }

  campaign(campaignId: number): CampaignDetail | undefined {
    return this.connection.read(() => readCampaignDetail(this.connection, campaignId))
  }

  campaignFacts(campaignId: number): CampaignFacts | undefined {
    return this.connection.read(() => readCampaignFacts(this.connection, campaignId))
  }

  campaignOrigin(campaignId: number): CampaignOrigin | undefined {
    return this.connection.read(() => readCampaignOrigin(this.connection, campaignId))
  }

  runs(campaignId: number): readonly RunSummary[] {
    return this.connection.read(() => listRuns(this.connection, campaignId))
  }

  runColumns(
    campaignId: number,
    from: number,
    count: number,
  ): { readonly total: number; readonly columns: RunColumns } {
    return this.connection.read(() => readColumnsOfRuns(this.connection, campaignId, from, count))
  }

  runsById(runIds: readonly number[]): readonly RunSummary[] {
    return this.connection.read(() => listRunsById(this.connection, runIds))
  }

  run(runId: number): RunDetail | undefined {
    return this.connection.read(() => readRunDetail(this.connection, runId))
  }

  rawOutput(runId: number, name: string): Uint8Array | undefined {
    return this.connection.read(() => readRawOutput(this.connection, runId, name))
  }

  rows(filter: RowFilter): Iterable<TidyRow> {
    return this.connection.read(() => new StoredRows(this.connection, filter))
  }

  figureColumns(campaignId: number, metrics: readonly string[]): CampaignColumns | undefined {
    return this.connection.read(() => finish(this.figureColumnsInSteps(campaignId, metrics)))
  }

  figureColumnsInSteps(campaignId: number, metrics: readonly string[]): Steps<CampaignColumns | undefined> {
    return this.#guarded(figureColumnSteps(this.connection, campaignId, metrics))
  }

  measuredQuantities(campaignId: number): readonly CampaignQuantity[] {
    return this.connection.read(() => readMeasuredQuantities(this.connection, campaignId))
  }

  histograms(runIds: readonly number[]): ReadonlyMap<number, readonly Histogram[]> {
    return this.connection.read(() => readHistograms(this.connection, runIds))
  }

  runsWithHistograms(campaignId: number): readonly number[] {
    return this.connection.read(() => listRunsWithHistograms(this.connection, campaignId).map(({ id }) => id))
  }

  series(runId: number, choice?: SeriesChoice): readonly Series[] {
    return this.connection.read(() => readSeries(this.connection, runId, choice))
  }

  async seriesAside(runId: number): Promise<readonly Series[]> {
    const aside = new SeriesUnpacking()
    const unpacking = this.connection.read(() =>
      Array.from(storedSeries(this.connection, runId), (stored) => aside.unpack(stored)),
    )
    const unpacked = await Promise.allSettled(unpacking)
    return unpacked.map((one) =>
      this.connection.guard(() => {
        if (one.status === 'rejected') throw one.reason
        return one.value
      }),
    )
  }

  campaignSeries(campaignId: number): CampaignSeries {
    return this.connection.read(() => listCampaignSeries(this.connection, campaignId))
  }

  published(campaignIds?: readonly number[]): readonly StoredPublishedResult[] {
    return this.connection.read(() => readPublished(this.connection, campaignIds))
  }

  importedFile(fileId: number): Uint8Array | undefined {
    return this.connection.read(() => readImportedFile(this.connection, fileId))
  }

  campaignsByFile(): Steps<ReadonlyMap<string, number>> {
    return this.#guarded(campaignsByFile(this.connection))
  }

  calibrations(campaignId: number): readonly Calibration[] {
    return this.connection.read(() => listCalibrations(this.connection, campaignId))
  }

  excludedRuns(): readonly ExcludedRun[] {
    return this.connection.read(() => listExcludedRuns(this.connection))
  }

  compare(settings: ComparisonSettings): Comparison {
    return finish(this.compareInSteps(settings))
  }

  /** Errors of each step name the file. */
  *#guarded<T>(steps: Steps<T>): Steps<T> {
    for (;;) {
      const step = this.connection.guard(() => steps.next())
      if (step.done === true) return step.value
      yield
    }
  }

  compareInSteps(settings: ComparisonSettings): Steps<Comparison> {
    return this.#guarded(compareReview(this.connection, settings))
  }

  comparisonChoices(): ComparisonChoices {
    return this.connection.read(() => chooseFromReview(this.connection))
  }

  figures(): readonly SavedFigure[] {
    return this.connection.read(() => listFigures(this.connection))
  }

  unknownFigures(): readonly UnknownFigure[] {
    return this.connection.read(() => listUnknownFigures(this.connection))
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

/** What is known of the open file itself. */
interface OpenFileFacts {
  readonly path: string
  readonly readOnly: boolean
  readonly readOnlyReason: string | undefined
}

/** What the file holds, in one list of each kind. */
function readSummary(connection: Connection, file: OpenFileFacts): ReviewSummary {
  const { path, readOnly, readOnlyReason } = file
  const { title, notes } = readDetails(connection)
  const plans: readonly PlanSummary[] = listPlans(connection)
  const chosenPreset = readChosenPreset(connection)
  return {
    path,
    readOnly,
    ...(readOnlyReason !== undefined && { readOnlyReason }),
    title,
    notes,
    plans,
    campaigns: listCampaigns(connection),
    figures: listFigures(connection),
    unknownFigures: listUnknownFigures(connection),
    ...listCards(connection),
    documents: listDocuments(connection),
    presets: listPresets(connection),
    ...(chosenPreset !== undefined && { chosenPreset }),
  }
}
