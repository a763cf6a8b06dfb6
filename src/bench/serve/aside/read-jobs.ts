import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import { reportCase } from '../../../core/comparison/texts/case-report'
import { reportComparison } from '../../../core/comparison/texts/comparison-report'
import type { BenchArguments, SeriesWindow } from '../../../core/contract/bench-requests'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import { figureDefinition, needsComparison } from '../../../core/figures/kinds/figure-kinds'
import { figureMetrics } from '../../../core/figures/kinds/build-figure'
import type { Figure } from '../../../core/figures/figure/figure'
import type { Series } from '../../../core/results/observation'
import { MinMaxPyramid } from '../../../core/statistics/series/min-max-pyramid'
import { figureCampaigns, figureOfReview } from '../../figures/figure-of-review'
import { plansForMoreRuns } from './more-runs'
import { campaignSentences } from '../../../core/document/campaign-summary'
import { casesOfCampaign } from '../../articles/measured-cases'
import { rankingSettings } from '../../figures/ranking-settings'
import { campaignOf } from './write-jobs'
import { previewDocument } from '../../articles/preview-document'
import { documentFields } from '../../articles/field-reader'
import { draftDocument } from '../../articles/new-document'
import { purposeOf } from '../../articles/purpose'
import type { DocumentContent } from '../../../core/document/stored-document'
import { judgeScorecard } from '../../../core/scorecard/judge-scorecard'
import type { JobWatch, Reader } from './reader'

/** Maximum rows of numbers below a figure in the window; an export has them all. */
const mostRows = 2000

/** Fewer runs than this are read without reporting progress. */
const fewestTold = 20_000

/**
 * What is read and computed for windows, by name: plain functions of a reader and what they are given. Arguments and
 * answers cross between threads.
 */
export const readJobs = {
  figure: (reader: Reader, settings: FigureSettings, { tell }: JobWatch): Figure =>
    reader.answer('figure', settings, () => figureFor(reader, settings, tell)),
  'comparison-report': (reader: Reader, settings: ComparisonSettings) =>
    reader.answer('report', settings, () => reportComparison(reader.comparison(settings))),
  'comparison-case': (
    reader: Reader,
    { settings, cell }: { readonly settings: ComparisonSettings; readonly cell: number },
  ) => reportCase(reader.comparison(settings), cell),
  'more-runs': (
    reader: Reader,
    { settings, cells }: { readonly settings: ComparisonSettings; readonly cells: readonly number[] },
  ) => plansForMoreRuns(reader.review, reader.comparison(settings), cells),
  'campaign-summary': (reader: Reader, campaignId: number) =>
    reader.answer('summary', campaignId, () => {
      const campaign = campaignOf(reader.review, campaignId)
      const cases = casesOfCampaign(reader.review, campaign)
      return cases.length === 0 ? [] : campaignSentences(campaign, cases)
    }),
  'shelf-ranking': ({ review }: Reader, campaignIds: readonly number[]) =>
    rankingSettings(review, campaignIds),
  'comparison-choices': ({ review }: Reader, _: undefined) => review.comparisonChoices(),
  'series-window': seriesWindow,
  'document-preview': (reader: Reader, content: DocumentContent) =>
    previewDocument(reader.review, content, (settings) => reader.comparison(settings)),
  'document-purpose': ({ review }: Reader, _: undefined) => purposeOf(review),
  'document-fields': ({ review }: Reader, { query, document }: BenchArguments<'document.fields'>) =>
    documentFields(review, document).choices(query),
  'document-draft': ({ review }: Reader, { template, name }: BenchArguments<'document.new'>) =>
    draftDocument(review, template, name),
  'scorecard-judge': ({ review }: Reader, { name, card }: BenchArguments<'scorecard.judge'>) =>
    judgeScorecard(name, card, ({ comparison }) => review.compare(comparison)),
}

function figureFor(reader: Reader, settings: FigureSettings, tell: JobWatch['tell']): Figure {
  const { review } = reader
  const { comparison } = settings
  const onRead = (done: number, total: number) => {
    if (total >= fewestTold) tell({ done, total, name: '' })
  }
  return figureOfReview(review, settings, {
    ...(comparison !== undefined &&
      needsComparison(settings.kind) && { comparison: reader.comparison(comparison) }),
    ...(figureDefinition(settings.kind).needs === 'runs' && {
      columns: reader.columns(figureCampaigns(review, settings), figureMetrics(settings), onRead),
    }),
    series: (runId) => reader.series(runId),
    // The window has the rows of a comparison from its report, and copying a million runs would block its thread.
    mostRows,
  })
}

/** Pyramids of kept series, discarded with them. */
const pyramids = new WeakMap<Series, MinMaxPyramid>()

/**
 * The part of a series that a window shows. The series is read once and kept while it is displayed. Null for
 * a histogram over time. Throws a DamagedContentError if the series is not what was stored.
 */
function seriesWindow(reader: Reader, request: BenchArguments<'run.series-window'>): SeriesWindow | null {
  const { runId, source, device, direction, metric, pixels } = request
  const series = reader
    .series(runId)
    .find(
      (one) =>
        one.source === source &&
        one.device === device &&
        one.direction === direction &&
        one.metric === metric &&
        one.binsNs === undefined,
    )
  if (!series) return null
  const first = series.seconds[0] ?? 0
  const last = series.seconds.at(-1) ?? first
  const { from = first, to = last } = request
  return { unit: series.unit, span: [first, last], ...pyramidOf(series).window(from, to, pixels) }
}

function pyramidOf(series: Series): MinMaxPyramid {
  const known = pyramids.get(series)
  if (known) return known
  const made = new MinMaxPyramid(series)
  pyramids.set(series, made)
  return made
}
