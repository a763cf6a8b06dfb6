import { listCalibrations } from './tables/campaigns/calibrations'
import {
  readCampaignDetail,
  readCampaignFacts,
  readCampaignOrigin,
  listCampaigns,
} from './tables/campaigns/campaigns'
import { listDevices, listScorecards, readDevicePhoto } from './tables/cards'
import { checkReview } from './integrity/check-review'
import { backwardRuns } from './integrity/check-runs'
import { chooseFromReview, compareReview, findMissingSide } from './tables/columns/compare-review'
import type { Connection } from './file/connection'
import { copyInto } from './file/copy-review'
import { findDocument, listDocuments } from './tables/documents'
import { listExcludedRuns } from './tables/runs/excluded-runs'
import { readReservedRuns, readRounds, reservedRunSteps } from './tables/runs/reserved-runs'
import { figureColumnSteps } from './tables/columns/figure-columns'
import { pooledPercentile } from './tables/columns/percentile-columns'
import { listFigures, listUnknownFigures } from './tables/figures'
import { readTestHeadlines } from './tables/runs/headlines'
import { listRunsWithHistograms, readHistograms } from './tables/runs/histograms'
import { campaignsByFile, readImportedFile } from './tables/campaigns/imported-files'
import { readLog } from './tables/campaigns/log'
import { readMeasuredQuantities } from './tables/columns/measured-columns'
import type { OpenFile } from './file/open-file'
import { listPlans, readPlan } from './tables/plans'
import { listPictures, listUnusedPictures, readPictureBytes } from './tables/pictures'
import { listPresets, readChosenPreset, readPresetPicture } from './tables/presets'
import { readPublished } from './tables/runs/published-results'
import { readRawOutput } from './tables/runs/raw-outputs'
import { readDetails } from './tables/review-details'
import { ReviewFileError } from './file/review-file-error'
import { StoredRows, type RowFilter } from './tables/runs/rows'
import { readColumnsOfRuns, listRuns, listRunsById, readRunDetail } from './tables/runs/runs'
import { listCampaignSeries, readSeries, SeriesUnpacking, storedSeries } from './tables/runs/series'
import { takeCampaigns, type TakeOptions } from './merge/take-campaigns'
import type { PlanSummary, ReviewSummary } from '../../core/contract/review'
import type { Plan } from '../../core/plan/plan'
import type { Series } from '../../core/results/observation'
import type { TidyRow } from '../../core/results/run'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import { finish, type Steps } from '../../core/statistics/comparison/settle-family'

/**
 * Reads a results file. Every answer is one state of the file, whatever another process writes in the
 * meantime.
 */
export function reviewReader({ connection, readOnlyReason, cleanUp }: OpenFile) {
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
    /** Article presets. */
    article: {
      presets: read(listPresets),
      chosenPreset: read(readChosenPreset),
      presetPicture: read(readPresetPicture),
    },
    /** Device cards and scorecards. */
    cards: {
      devices: read(listDevices),
      devicePhoto: read(readDevicePhoto),
      scorecards: read(listScorecards),
    },
    documents: {
      list: read(listDocuments),
      read: read(findDocument),
      pictures: read(listPictures),
      /** Those that no document shows. */
      unusedPictures: read(listUnusedPictures),
      picture: read(readPictureBytes),
    },
    summary: () => connection.read(() => readSummary(connection, { path, readOnly, readOnlyReason })),
    /** Throws `no-plan` if the file has none with this id. */
    plan(planId: string): Plan {
      const plan = connection.read(() => readPlan(connection, planId))
      if (plan) return plan
      const text = 'This plan is not in the results file.'
      throw new ReviewFileError('no-plan', path, text, 'It may have been deleted in another window.')
    },
    campaigns: read(listCampaigns),
    campaign: read(readCampaignDetail),
    /** The same without any run. */
    campaignFacts: read(readCampaignFacts),
    /** The same without its many successful runs, for the texts of a figure. */
    campaignOrigin: read(readCampaignOrigin),
    runs: read(listRuns),
    runColumns: read(readColumnsOfRuns),
    runsById: read(listRunsById),
    run: read(readRunDetail),
    /** Raw output, decompressed and checked against its SHA-256; throws a DamagedContentError if it does not match. */
    rawOutput: read(readRawOutput),
    /** Tidy rows of finished and other runs, of all campaigns if none are given; read in pieces during iteration. */
    rows: (filter: RowFilter): Iterable<TidyRow> => connection.read(() => new StoredRows(connection, filter)),
    /** Finished runs of campaigns with these metrics as columns of numbers; see figure-columns.ts. */
    figureColumns: steps(figureColumnSteps),
    /** A percentile of latency of all I/Os of runs together, in ns, from their histograms. */
    pooledPercentile: read(pooledPercentile),
    /** Metrics for which a finished run of the campaign has a number. */
    measuredQuantities: read(readMeasuredQuantities),
    histograms: read(readHistograms),
    /** Headline numbers of every test of a campaign's runs. */
    testHeadlines: read(readTestHeadlines),
    /** What is known against the finished runs of a campaign. */
    reservedRuns: read(readReservedRuns),
    reservedRunSteps: steps(reservedRunSteps),
    /** Rounds of a campaign that runs until the drive is steady. */
    rounds: read(readRounds),
    /** Finished measured runs of a campaign that have latency histograms, by ascending id. */
    runsWithHistograms: (campaignId: number): readonly number[] =>
      connection.read(() => listRunsWithHistograms(connection, campaignId).map(({ id }) => id)),
    /** Series of the last attempt of a run, by quantity; throws a DamagedContentError for damaged ones. */
    series: read(readSeries),
    /** All of them, unpacked on other threads: with millions of points this takes most of the time. */
    async seriesAside(runId: number): Promise<readonly Series[]> {
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
    /** Which finished runs of a campaign left series. */
    campaignSeries: read(listCampaignSeries),
    /** Published results, which have no runs and no tidy rows; of all campaigns if no ids are given. */
    published: read(readPublished),
    /** An imported file, unchanged; throws a DamagedContentError if it does not match its SHA-256. */
    importedFile: read(readImportedFile),
    /** The first campaign that contains each file, imported or as the output of a run, by SHA-256 (hex). */
    campaignsByFile: steps(campaignsByFile),
    /** What the engine was found to write before the campaign, by level of data content. */
    calibrations: read(listCalibrations),
    /** Runs that a person excluded from comparisons, each with the reason. */
    excludedRuns: read(listExcludedRuns),
    /** Candidates against a baseline by case, without excluded runs; throws a ComparisonError for invalid settings. */
    compare: (settings: ComparisonSettings) => finish(compareInSteps(settings)),
    /** The same in steps, so that other work gets a turn in between. */
    compareInSteps,
    /** What the sides of a comparison can be chosen by, and two sides to begin with. */
    comparisonChoices: read(chooseFromReview),
    /** Why a saved comparison cannot be made any more; far cheaper than making it. */
    missingSide: read(findMissingSide),
    figures: read(listFigures),
    /** Saved figures that this program cannot draw. */
    unknownFigures: read(listUnknownFigures),
    log: read(readLog),
    /** Verifies SQLite's own check and every stored checksum; the schema was checked on opening. Each finding is one sentence. */
    check: () => checkReview(connection),

    /** Runs that finish before they start by their stored times; no damage. */
    backwardRuns: () => backwardRuns(connection),
    /** "Save as": a compact copy at an unused path, complete or not at all. Works even after the file was moved. */
    copyTo: (to: string): void => connection.guard(() => copyInto(connection, to)),
    /** Used by `takeCampaigns` of another file: copies campaigns of this file into that one. */
    giveCampaigns: (into: Connection, options?: TakeOptions) => takeCampaigns(connection, into, options),
    close(): void {
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
    devices: listDevices(connection),
    scorecards: listScorecards(connection),
    documents: listDocuments(connection),
    presets: listPresets(connection),
    ...(chosenPreset !== undefined && { chosenPreset }),
  }
}
