import { usedLevels } from '../../core/engines/used-levels'
import type { Comparison } from '../../core/comparison/comparison'
import { campaignProvenance } from '../../core/figures/figure/campaign-provenance'
import { type KeptStyles, keptStyles } from '../../core/figures/figure/figure-look'
import { type DeviceLinks, linkDevices, type MeasuredDevice } from '../../core/devices/link-devices'
import { judgeScorecard, type JudgedScorecard } from '../../core/scorecard/judge-scorecard'
import type { HistogramRun } from '../../core/figures/cases/histogram-lines'
import { chosenRuns, type RecordedRun } from '../../core/figures/cases/recorded-runs'
import type { FigureColumns } from '../../core/figures/cases/measured-cases'
import { casesToPool, pooledKey, type PooledPercentiles } from '../../core/figures/cases/pooled-percentiles'
import type { Series } from '../../core/results/observation'
import type { TidyRow } from '../../core/results/run'
import type { StoredPublishedResult } from '../../core/results/published-result'
import type { Figure, FigureNumbers } from '../../core/figures/figure/figure'
import {
  withNames,
  type CampaignProvenance,
  type FigureProvenance,
} from '../../core/figures/figure/provenance'
import { cleanText, textLimits } from '../../core/figures/figure/clean-text'
import { formatCount } from '../../core/units/number-format'
import { firstRows } from '../../core/iterables'
import { buildFigure, comparisonFigure, figureMetrics } from '../../core/figures/kinds/build-figure'
import { figureDefinition, needsComparison, type FigureSettings } from '../../core/figures/kinds/figure-kinds'
import type { ReviewReads } from '../store/review-reads'
import { leftOutSentence, type LeftOutRun } from '../../core/results/run-name'
import { leftOutRuns } from './left-out-runs'
import { goneCampaigns } from './gone-campaigns'
import { nameReservations } from './name-reservations'

/** How a figure is to be built. */
export interface FigureChoice {
  /** The comparison of the settings, if known; else it is computed from the review. */
  readonly comparison?: Comparison
  /** Runs of the campaigns with the metrics that the figure needs; read from the review if unset. */
  readonly columns?: FigureColumns
  /** The figure of `columns` if it was built elsewhere, and its other parts. */
  readonly built?: { readonly figure: Figure; readonly parts: FigureParts }
  /** Returns the kept series of a run; read from the review if unset. */
  readonly series?: (runId: number) => readonly Series[]
  /** Only what a window draws: of a comparison the first rows of numbers if they appear below the figure, else none. */
  readonly mostRows?: number
}

/**
 * The figure for these settings, from a results file; no campaign ids mean all campaigns. Throws a RangeError for an
 * unknown metric, and a ComparisonError for a comparison that is invalid or has to be accepted first.
 */
export function figureOfReview(
  review: ReviewReads,
  settings: FigureSettings,
  choice: FigureChoice = {},
): Figure {
  const figure = builtFigure(review, settings, choice)
  const { campaignIds, kind } = settings
  if (needsComparison(kind) || figureDefinition(kind).needs === 'scorecards') return figure
  const text = goneCampaigns(review, campaignIds, 'of this figure')
  if (text === undefined) return figure
  const note = { text, advice: 'Choose others under Campaigns.', severity: 'warning' } as const
  return { ...figure, notes: [note, ...figure.notes] }
}

function builtFigure(
  review: ReviewReads,
  settings: FigureSettings,
  { comparison: known, columns: read, built, series, mostRows }: FigureChoice,
): Figure {
  if (needsComparison(settings.kind)) {
    if (settings.comparison === undefined)
      throw new RangeError(`The ${settings.kind} needs a baseline and a candidate.`)
    const comparison = known ?? review.compare(settings.comparison)
    const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
    const ids = [...new Set(sides.flatMap((side) => side.campaignIds))]
    const from = provenanceOfCampaigns(review, ids)
    return comparisonFigure(comparison, settings, from, mostRows, keptStyles(review.figures()))
  }
  const wanted = figureCampaigns(review, settings)
  const { provenance, published, styles, links } = built?.parts ?? figureParts(review, settings)
  const definition = figureDefinition(settings.kind)
  const named = (figure: Figure) =>
    nameReservations(figure, review, figure.campaignIds ?? wanted, settings, provenance)
  if (definition.needs === 'measurements') {
    const excluded = excludedIds(review)
    const rows = review.rows({ campaignIds: wanted })
    const counted = excluded.size === 0 ? rows : filterRows(rows, ({ runId }) => !excluded.has(runId))
    const input = { rows: counted, published }
    const figure = buildFigure(definition, input, settings, provenance)
    return beginning(named(withLeftOut(figure, leftOutRuns(review, figure.campaignIds ?? wanted))), mostRows)
  }
  if (definition.needs === 'scorecards') {
    return buildFigure(definition, { scorecards: judgedScorecards(review) }, settings, { campaigns: [] })
  }
  if (definition.needs === 'rounds') {
    const cases = wanted.flatMap((id) => review.rounds(id))
    return forWindow(buildFigure(definition, { cases }, settings, provenance, styles), mostRows)
  }
  if (definition.needs === 'series') {
    const runs = recordedRuns(review, wanted, series)
    const figure = buildFigure(definition, { runs }, settings, provenance, styles)
    return forWindow(named(figure), mostRows)
  }
  if (definition.needs === 'histograms') {
    const runs = histogramRuns(review, wanted)
    const figure = buildFigure(definition, { runs }, settings, provenance, styles)
    return forWindow(named(figure), mostRows)
  }
  const columns = read ?? review.figureColumns(wanted, figureMetrics(settings))
  const pooled = built === undefined ? pooledPercentiles(review, settings, columns) : undefined
  const figure =
    built?.figure ??
    buildFigure(
      definition,
      { measured: columns.cases, published, devices: links, pooled },
      settings,
      provenance,
      styles,
    )
  return named(withLeftOut(figure, leftOutRuns(review, figure.campaignIds ?? wanted, columns.leftOut())))
}

/** Percentiles of all I/Os of the cases of a figure that uses them, from the histograms of their runs. */
export function pooledPercentiles(
  review: ReviewReads,
  settings: FigureSettings,
  columns: FigureColumns,
): PooledPercentiles | undefined {
  if (figureDefinition(settings.kind).usesPooled !== true) return undefined
  const pooled = new Map<string, number>()
  for (const one of casesToPool(columns, figureMetrics(settings), settings)) {
    const valueNs = review.pooledPercentile(one, one.runIds)
    if (valueNs !== undefined) pooled.set(pooledKey(one, one.runIds), valueNs)
  }
  return pooled
}

/** What a figure of runs by case consists of besides its runs. */
export interface FigureParts {
  readonly provenance: FigureProvenance
  readonly published: readonly StoredPublishedResult[]
  /** Styles of devices in the review. */
  readonly styles: KeptStyles
  readonly links: DeviceLinks | undefined
}

/** Reads them. */
export function figureParts(review: ReviewReads, settings: FigureSettings): FigureParts {
  const wanted = figureCampaigns(review, settings)
  return {
    provenance: provenanceOfCampaigns(review, wanted),
    published: review.published(wanted),
    styles: keptStyles(review.figures()),
    links: figureDefinition(settings.kind).usesDevices === true ? deviceLinks(review) : undefined,
  }
}

/** The scorecards of a review with the winners of their categories, measured ones by the results in the review. */
export function judgedScorecards(review: ReviewReads): readonly JudgedScorecard[] {
  return review.cards
    .scorecards()
    .map(({ name, card }) => judgeScorecard(name, card, ({ comparison }) => review.compare(comparison)))
}

/** The device cards of a review with the campaigns that measured their devices. */
export function deviceLinks(review: ReviewReads): DeviceLinks {
  const campaigns = review.campaigns().map(({ id, device, configuration, host, naming }): MeasuredDevice => {
    const { model, serial, wwn } = naming ?? {}
    const { ratedEndurance } = review.campaignFacts(id)?.plan ?? {}
    return { campaignId: id, ...{ device, configuration, host, model, serial, wwn, ratedEndurance } }
  })
  return linkDevices(review.cards.devices(), campaigns)
}

/** Runs that a figure over time shows with these settings, by id. */
export function runsOverTime(review: ReviewReads, settings: FigureSettings): readonly number[] {
  const campaignIds = figureCampaigns(review, settings)
  const runs = recordedRuns(review, campaignIds)
  const provenance = provenanceOfCampaigns(review, campaignIds)
  return chosenRuns(runs, settings, provenance).runs.map(({ run }) => run.id)
}

/** Finished runs with series, without excluded ones. */
function recordedRuns(
  review: ReviewReads,
  campaignIds: readonly number[],
  seriesOf = (runId: number) => review.series(runId),
): readonly RecordedRun[] {
  const withHistograms = new Set<number>()
  const runs = observedRuns(review, campaignIds, (id) => {
    const { runIds, histogramRunIds } = review.campaignSeries(id)
    for (const runId of histogramRunIds) withHistograms.add(runId)
    return runIds
  })
  return runs.map((run) => ({
    ...run,
    hasHistograms: withHistograms.has(run.id),
    series: () => seriesOf(run.id),
  }))
}

/** Finished runs with histograms, without excluded ones. */
function histogramRuns(review: ReviewReads, campaignIds: readonly number[]): readonly HistogramRun[] {
  const runs = observedRuns(review, campaignIds, (id) => review.runsWithHistograms(id))
  return runs.map((run) => ({ ...run, histograms: () => review.histograms([run.id]).get(run.id) ?? [] }))
}

/** The runs that `idsOf` names for each campaign, without excluded ones. */
function observedRuns(
  review: ReviewReads,
  campaignIds: readonly number[],
  idsOf: (campaignId: number) => readonly number[],
): readonly Omit<RecordedRun, 'hasHistograms' | 'series'>[] {
  const excluded = excludedIds(review)
  const found: Omit<RecordedRun, 'hasHistograms' | 'series'>[] = []
  for (const campaignId of campaignIds) {
    const ids = idsOf(campaignId).filter((id) => !excluded.has(id))
    const { engine = '', plan } = (ids.length === 0 ? undefined : review.campaignFacts(campaignId)) ?? {}
    const tests = ids.length === 0 ? new Map<never, never>() : review.testHeadlines(campaignId)
    for (const { id, caseKey, levels, repetition } of review.runsById(ids))
      found.push({
        id,
        campaignId,
        caseKey,
        levels,
        repetition,
        parameters: usedLevels(engine, { ...plan?.base, ...levels }),
        tests: [...(tests.get(id)?.keys() ?? [])],
      })
  }
  return found
}

/** A figure with the first rows of its numbers as arrays, so that it can be sent to a window. */
function forWindow(figure: Figure, mostRows: number | undefined): Figure {
  if (mostRows === undefined || figure.numbers === undefined) return figure
  return { ...figure, numbers: firstOf(figure.numbers, mostRows) }
}

function firstOf({ rows, isCounted, ...table }: FigureNumbers, mostRows: number): FigureNumbers {
  if (isCounted === false) {
    const found = firstRows(rows, mostRows + 1)
    const first = found.slice(0, mostRows)
    return { ...table, rows: first, ...(found.length > mostRows && { isCounted }) }
  }
  const first = firstRows(rows, mostRows)
  return { ...table, rows: first, ...(first.length < rows.length && { allRows: rows.length }) }
}

function filterRows(rows: Iterable<TidyRow>, isWanted: (row: TidyRow) => boolean): Iterable<TidyRow> {
  return {
    *[Symbol.iterator]() {
      for (const row of rows) if (isWanted(row)) yield row
    },
  }
}

/** A table with its first rows as arrays, so that it can be sent to a window; all of it if no number is given. */
function beginning(figure: Figure, mostRows: number | undefined): Figure {
  const { numbers, printed } = figure
  if (mostRows === undefined || !numbers) return figure
  const cut = (table: FigureNumbers) => firstOf(table, mostRows)
  const caption =
    numbers.rows.length <= mostRows
      ? figure.caption
      : `${figure.caption} The first ${formatCount(mostRows)} rows are shown; an export has all of them.`
  return { ...figure, numbers: cut(numbers), ...(printed && { printed: cut(printed) }), caption }
}

/** The campaigns of a figure that is not a comparison. */
export function figureCampaigns(review: ReviewReads, { campaignIds }: FigureSettings): readonly number[] {
  return campaignIds.length > 0 ? campaignIds : review.campaigns().map(({ id }) => id)
}

function excludedIds(review: ReviewReads): ReadonlySet<number> {
  return new Set(review.excludedRuns().map(({ runId }) => runId))
}

/** Adds to the caption which runs a person excluded and why. */
function withLeftOut(figure: Figure, runs: readonly LeftOutRun[]): Figure {
  if (runs.length === 0) return figure
  const leftOut = cleanText(leftOutSentence(runs), textLimits.smallPrint)
  return { ...figure, caption: `${figure.caption} ${leftOut}` }
}

function provenanceOfCampaigns(review: ReviewReads, campaignIds: readonly number[]): FigureProvenance {
  const campaigns: CampaignProvenance[] = []
  for (const id of campaignIds) {
    const origin = review.campaignOrigin(id)
    if (origin !== undefined)
      campaigns.push({
        ...campaignProvenance(origin),
        reserved: review.reservedRuns(id),
        calibrations: origin.campaign.calibrations,
      })
  }
  return withNames({ campaigns })
}
