import { articleStore } from './article-store'
import { listCalibrations } from './calibrations'
import { readCampaignDetail, readCampaignFacts, readCampaignOrigin, listCampaigns } from './campaigns'
import { cardStore, listCards } from './cards'
import { checkReview } from './check-review'
import { chooseFromReview, compareReview } from './compare-review'
import type { Connection } from './connection'
import { copyInto } from './copy-review'
import { documentStore } from './document-store'
import { listDocuments } from './documents'
import { listExcludedRuns } from './excluded-runs'
import { figureColumnSteps } from './figure-columns'
import { listFigures, listUnknownFigures } from './figures'
import { listRunsWithHistograms, readHistograms } from './histograms'
import { campaignsByFile, readImportedFile } from './imported-files'
import { readLog } from './log'
import { readMeasuredQuantities } from './measured-columns'
import type { OpenFile } from './open-file'
import { listPlans, readPlan } from './plans'
import { listPresets, readChosenPreset } from './presets'
import { readPublished } from './published-results'
import { readRawOutput } from './raw-outputs'
import { readDetails } from './review-details'
import { ReviewFileError } from './review-file-error'
import type { ReviewReader } from './review-store'
import { StoredRows } from './rows'
import { readColumnsOfRuns, listRuns, listRunsById, readRunDetail } from './runs'
import { listCampaignSeries, readSeries, SeriesUnpacking, storedSeries } from './series'
import { takeCampaigns } from './take-campaigns'
import type { PlanSummary, ReviewSummary } from '../../core/contract/review'
import { finish, type Steps } from '../../core/statistics/comparison/settle-family'

/**
 * Reads a results file. Every answer is one state of the file, whatever another process writes in the
 * meantime.
 */
export function reviewReader({ connection, readOnlyReason, cleanUp }: OpenFile): ReviewReader {
  const { path } = connection
  const readOnly = connection.access !== 'write'
  const read = connection.reading.bind(connection)

  /** Makes errors of each step name the file. */
  function* guarded<T>(steps: Steps<T>): Steps<T> {
    for (;;) {
      const step = connection.guard(() => steps.next())
      if (step.done === true) return step.value
      yield
    }
  }
  const steps =
    <A extends unknown[], T>(work: (connection: Connection, ...given: A) => Steps<T>) =>
    (...given: A) =>
      guarded(work(connection, ...given))
  const compareInSteps = steps(compareReview)

  return {
    path,
    readOnly,
    article: articleStore(connection),
    cards: cardStore(connection),
    documents: documentStore(connection),
    summary: () => connection.read(() => readSummary(connection, { path, readOnly, readOnlyReason })),
    plan(planId) {
      const plan = connection.read(() => readPlan(connection, planId))
      if (plan) return plan
      const text = 'This plan is not in the results file.'
      throw new ReviewFileError('no-plan', path, text, 'It may have been deleted in another window.')
    },
    campaigns: read(listCampaigns),
    campaign: read(readCampaignDetail),
    campaignFacts: read(readCampaignFacts),
    campaignOrigin: read(readCampaignOrigin),
    runs: read(listRuns),
    runColumns: read(readColumnsOfRuns),
    runsById: read(listRunsById),
    run: read(readRunDetail),
    rawOutput: read(readRawOutput),
    rows: (filter) => connection.read(() => new StoredRows(connection, filter)),
    figureColumns: steps(figureColumnSteps),
    measuredQuantities: read(readMeasuredQuantities),
    histograms: read(readHistograms),
    runsWithHistograms: (campaignId) =>
      connection.read(() => listRunsWithHistograms(connection, campaignId).map(({ id }) => id)),
    series: read(readSeries),
    async seriesAside(runId) {
      const aside = new SeriesUnpacking()
      const unpacking = connection.read(() =>
        Array.from(storedSeries(connection, runId), (stored) => aside.unpack(stored)),
      )
      const unpacked = await Promise.allSettled(unpacking)
      return unpacked.map((one) =>
        connection.guard(() => {
          if (one.status === 'rejected') throw one.reason
          return one.value
        }),
      )
    },
    campaignSeries: read(listCampaignSeries),
    published: read(readPublished),
    importedFile: read(readImportedFile),
    campaignsByFile: steps(campaignsByFile),
    calibrations: read(listCalibrations),
    excludedRuns: read(listExcludedRuns),
    compare: (settings) => finish(compareInSteps(settings)),
    compareInSteps,
    comparisonChoices: read(chooseFromReview),
    figures: read(listFigures),
    unknownFigures: read(listUnknownFigures),
    log: read(readLog),
    check: () => checkReview(connection),
    copyTo: (to) => connection.guard(() => copyInto(connection, to)),
    giveCampaigns: (into, options) => takeCampaigns(connection, into, options),
    close() {
      connection.close()
      cleanUp()
    },
  }
}

/** What is known about the open file itself. */
interface OpenFileFacts {
  readonly path: string
  readonly readOnly: boolean
  readonly readOnlyReason: string | undefined
}

/** The contents of the file, in one list per kind. */
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
