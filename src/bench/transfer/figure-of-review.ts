import type { Comparison } from '../../core/comparison/comparison'
import type { ComparisonSettings } from '../../core/comparison/comparison-settings'
import { buildFigure, figureMetrics } from '../../core/figures/build-figure'
import { campaignProvenance } from '../../core/figures/campaign-provenance'
import { buildComparisonFigure } from '../../core/figures/comparison/build-comparison-figure'
import type { Figure, FigureSettings } from '../../core/figures/figure'
import type { FigureProvenance } from '../../core/figures/provenance'
import type { TidyRow } from '../../core/contract/review'
import { cleanText, textLimits } from '../../core/figures/clean-text'
import { isComparisonTable, needsComparison } from '../../core/figures/table-kinds'
import { comparisonTable } from '../../core/tables/comparison-table'
import { buildComparisonTable } from '../../core/tables/comparison-table-figure'
import { buildCompressibilityTable, buildResultsTable } from '../../core/tables/table-figure'
import type { ReviewReader } from '../store/review-store'

/** How a figure is wanted. */
export interface FigureChoice {
  /** Compares; with what the review holds if unset. */
  readonly compare?: (comparison: ComparisonSettings) => Comparison
  /** Only what a window draws: of a comparison the first rows of numbers where they stand below the figure, else none. */
  readonly mostRows?: number
}

/**
 * The figure that `settings` ask for, from a results file; no campaign ids mean all campaigns. Throws a RangeError for
 * an unknown metric, and a ComparisonError for a comparison that means nothing or has to be accepted first.
 */
export function figureOfReview(
  review: ReviewReader,
  settings: FigureSettings,
  { compare = (comparison) => review.compare(comparison), mostRows }: FigureChoice = {},
): Figure {
  const { kind } = settings
  if (needsComparison(kind)) {
    if (settings.comparison === undefined)
      throw new RangeError(`The ${kind} needs a baseline and a candidate.`)
    const comparison = compare(settings.comparison)
    const sides = [comparison.baseline, ...comparison.candidates.map((one) => one.candidate)]
    const ids = [...new Set(sides.flatMap((side) => side.campaignIds))]
    const provenance = provenanceOf(review, ids)
    if (isComparisonTable(kind)) return buildComparisonTable(kind, comparison, settings, provenance)
    if (mostRows !== undefined) {
      const rows = kind === 'advantage' ? mostRows : 0
      return buildComparisonFigure(kind, comparison, settings, provenance, rows)
    }
    const figure = buildComparisonFigure(kind, comparison, settings, provenance)
    const printed =
      kind === 'advantage'
        ? buildComparisonTable('advantage-table', comparison, settings, provenance).printed
        : comparisonTable(comparison)
    return { ...figure, printed }
  }
  const wanted =
    settings.campaignIds.length > 0 ? settings.campaignIds : review.campaigns().map(({ id }) => id)
  const provenance = provenanceOf(review, wanted)
  const published = review.published(wanted)
  const metrics = kind === 'results-table' ? {} : { metrics: figureMetrics(settings) }
  const { rows, leftOut } = withoutExcluded(review, review.rows({ campaignIds: wanted, ...metrics }))
  const build: BuildRows = tableBuilders.get(kind) ?? buildFigure
  const figure = build(rows, settings, provenance, published)
  return leftOut === undefined ? figure : { ...figure, caption: `${figure.caption} ${leftOut}` }
}

type BuildRows = (...given: Required<Parameters<typeof buildFigure>>) => Figure

const tableBuilders: ReadonlyMap<string, BuildRows> = new Map<string, BuildRows>([
  ['results-table', buildResultsTable],
  ['compressibility-table', buildCompressibilityTable],
])

/** The rows that count, and in words which runs a person left out of them and why. */
function withoutExcluded(
  review: ReviewReader,
  rows: readonly TidyRow[],
): { readonly rows: readonly TidyRow[]; readonly leftOut: string | undefined } {
  const reasons = new Map(review.excludedRuns().map(({ runId, reason }) => [runId, reason]))
  if (reasons.size === 0) return { rows, leftOut: undefined }
  const found = new Set(rows.map(({ runId }) => runId).filter((runId) => reasons.has(runId)))
  if (found.size === 0) return { rows, leftOut: undefined }
  const named = [...found].map((runId) => `run ${runId} (${reasons.get(runId) ?? ''})`)
  return {
    rows: rows.filter(({ runId }) => !found.has(runId)),
    leftOut: cleanText(`Left out by hand: ${named.join(', ')}.`, textLimits.smallPrint),
  }
}

function provenanceOf(review: ReviewReader, campaignIds: readonly number[]): FigureProvenance {
  const campaigns = campaignIds.flatMap((id) => {
    const origin = review.campaignOrigin(id)
    return origin === undefined ? [] : [campaignProvenance(origin)]
  })
  return { campaigns }
}
