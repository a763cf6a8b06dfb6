import { listBin, readCampaignMachines } from './tables/bin'
import { listCalibrations } from './tables/campaigns/calibrations'
import {
  readCampaignDetail,
  readCampaignFacts,
  readCampaignOrigin,
  listCampaigns,
} from './tables/campaigns/campaigns'
import { reading, type Reads } from './file/reads'
import { listDevices, listScorecards, readDevicePhoto } from './tables/cards'
import {
  chooseFromReview,
  compareReview,
  findMissingSide,
  findSideCampaigns,
} from './tables/columns/compare-review'
import { findDocument, listDocuments } from './tables/documents'
import { listExcludedRuns } from './tables/runs/excluded-runs'
import { readReservedRuns, readRounds } from './tables/runs/reserved-runs'
import { readFigureColumns } from './tables/columns/figure-columns'
import { pooledPercentile } from './tables/columns/percentile-columns'
import { listFigures, listUnknownFigures } from './tables/figures'
import { readTestHeadlines } from './tables/runs/headlines'
import { listRunsWithHistograms, readHistograms } from './tables/runs/histograms'
import { campaignsByFile, readImportedFile } from './tables/campaigns/imported-files'
import { readLog } from './tables/campaigns/log'
import { readMeasuredQuantities } from './tables/columns/measured-columns'
import { listPlans, readPlan } from './tables/plans'
import { listPictures, listUnusedPictures, readPictureBytes } from './tables/pictures'
import { listPresets, readChosenPreset, readPresetPicture } from './tables/presets'
import { readPublished } from './tables/runs/published-results'
import { readRawOutput } from './tables/runs/raw-outputs'
import { readDetails } from './tables/review-details'
import { ReviewFileError } from './file/review-file-error'
import { StoredRows, type RowFilter } from './tables/runs/rows'
import { readColumnsOfRuns, listRuns, listRunsById, readRunDetail } from './tables/runs/runs'
import { listCampaignSeries, readSeries } from './tables/runs/series'
import type { PlanSummary, ReviewSummary } from '../../core/contract/review'
import type { Plan } from '../../core/plan/plan'
import type { TidyRow } from '../../core/results/run'

/** What is known about an open file besides its contents. */
export interface OpenedFacts {
  readonly readOnlyReason: string | undefined
  /** "Save as": a compact copy at an unused path, complete or not at all. Works even after the file was moved. */
  readonly copyTo: (to: string) => void
}

/** What can be read from a results file, by the thread that has it open or by one that borrows its connection. */
export type ReviewReads = ReturnType<typeof reviewReads>

/**
 * Reads a results file. Every answer is one state of the file, whatever another process writes in the
 * meantime.
 */
export function reviewReads(connection: Reads, { readOnlyReason, copyTo }: OpenedFacts) {
  const { path } = connection
  const readOnly = connection.access !== 'write'
  const read = reading(connection)

  const guarded =
    <A extends unknown[], T>(work: (reads: Reads, ...given: A) => T) =>
    (...given: A): T =>
      connection.guard(() => work(connection, ...given))

  return {
    path,
    readOnly,
    copyTo,
    /** Changes with every write to the file, whoever writes. */
    version: () => connection.version,
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
    figureColumns: guarded(readFigureColumns),
    /** A percentile of latency of all I/Os of runs together, in ns, from their histograms. */
    pooledPercentile: read(pooledPercentile),
    /** Metrics for which a finished run of the campaign has a number. */
    measuredQuantities: read(readMeasuredQuantities),
    histograms: read(readHistograms),
    /** Headline numbers of every test of a campaign's runs. */
    testHeadlines: read(readTestHeadlines),
    /** What is known against the finished runs of a campaign. */
    reservedRuns: guarded(readReservedRuns),
    /** Rounds of a campaign that runs until the drive is steady. */
    rounds: read(readRounds),
    /** Finished measured runs of a campaign that have latency histograms, by ascending id. */
    runsWithHistograms: (campaignId: number): readonly number[] =>
      connection.read(() => listRunsWithHistograms(connection, campaignId).map(({ id }) => id)),
    /** Series of the last attempt of a run, by quantity; throws a DamagedContentError for damaged ones. */
    series: read(readSeries),
    /** Which finished runs of a campaign left series. */
    campaignSeries: read(listCampaignSeries),
    /** Published results, which have no runs and no tidy rows; of all campaigns if no ids are given. */
    published: read(readPublished),
    /** An imported file, unchanged; throws a DamagedContentError if it does not match its SHA-256. */
    importedFile: read(readImportedFile),
    /** The first campaign that contains each file, imported or as the output of a run, by SHA-256 (hex). */
    campaignsByFile: () => campaignsByFile(connection),
    /** What the engine was found to write before the campaign, by level of data content. */
    calibrations: read(listCalibrations),
    /** Runs that a person excluded from comparisons, each with the reason. */
    excludedRuns: read(listExcludedRuns),
    /** Candidates against a baseline by case, without excluded runs; throws a ComparisonError for invalid settings. */
    compare: guarded(compareReview),
    /** What the sides of a comparison can be chosen by, and two sides to begin with. */
    comparisonChoices: read(chooseFromReview),
    /** Why a saved comparison cannot be made any more; far cheaper than making it. */
    missingSide: read(findMissingSide),
    sideCampaigns: read(findSideCampaigns),
    bin: { list: read(listBin), machinesOf: read(readCampaignMachines) },
    figures: read(listFigures),
    /** Saved figures that this program cannot draw. */
    unknownFigures: read(listUnknownFigures),
    log: read(readLog),
  }
}

/** What is known about the open file itself. */
interface OpenFileFacts {
  readonly path: string
  readonly readOnly: boolean
  readonly readOnlyReason: string | undefined
}

/** The contents of the file, in one list per kind. */
function readSummary(connection: Reads, file: OpenFileFacts): ReviewSummary {
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
    bin: listBin(connection),
  }
}
