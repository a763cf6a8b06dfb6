import type { Comparison } from '../../comparison/comparison'
import { findMetric, metricInSentence } from '../../results/metrics'
import { percentileOfMetric } from '../../results/percentiles'
import { firstRows } from '../../iterables'
import { withoutBreaks } from '../../units/number-format'
import { cleanText, textLimits } from '../figure/clean-text'
import {
  splitsFigures,
  takesSecondMetric,
  type FigureDefinition,
  type FigureInputs,
  type FigureNeed,
} from '../cases/define-figure'
import { dressFigure } from '../dress/dress-figure'
import { facetedFigure, unsplitNote, type Faceted } from '../dress/facets'
import { type Figure, type FigureFamily, type FigureNote, hasMarks } from '../figure/figure'
import { figureDefinition, isTableKind } from './figure-kinds'
import type { KeptStyles } from '../figure/figure-look'
import type { FigureProvenance } from '../figure/provenance'
import { template } from '../../words/template'
import { titleOfTest } from '../cases/shared-case'
import { withSecondPanel } from '../dress/second-panel'
import { withReservations } from '../figure/reservations'
import { secondMetricOf, type UsualSettings } from '../figure/usual-settings'

/**
 * The figure that `settings` describe: of its kind, with small multiples, a second panel and the user's look. `devices`:
 * styles stored in the review. Throws a RangeError for an unknown metric, a ComparisonError for a comparison that must
 * be accepted first.
 */
export function buildFigure<N extends FigureNeed>(
  definition: FigureDefinition<string, N>,
  input: FigureInputs[N],
  settings: UsualSettings,
  provenance: FigureProvenance,
  devices?: KeptStyles,
): Figure {
  const { facet } = settings
  const single = (one: UsualSettings) => {
    const built = withOwnTitles(definition.build(input, one, provenance), one)
    return withReservations(built, drawnIn(built, provenance))
  }
  const build = (one: UsualSettings) =>
    takesSecondMetric(definition) ? withSecondPanel(definition, one, single) : single(one)
  const splits = splitsFigures(definition)
  const faceted = splits ? facetedFigure(settings, recordsOf(input, settings), build) : undefined
  const figure = faceted ?? build(settings)
  const unsplit = splits && facet !== undefined && faceted === undefined ? [unsplitNote(facet)] : []
  const named = { ...figure, title: settings.title === undefined ? titleOfTest(figure) : figure.title }
  const noted = { ...named, notes: [...unsplit, ...statisticNotes(definition, settings), ...figure.notes] }
  return dressed(definition, noted, settings, provenance, devices)
}

const noHarmonicMean = template(
  'look-no-harmonic-mean',
  'This kind of figure has no harmonic mean: it shows the mean.',
)

/** A harmonic mean that was chosen for another kind of figure. */
function statisticNotes(
  { hasHarmonicMean, usualFields }: Pick<FigureDefinition, 'hasHarmonicMean' | 'usualFields'>,
  { statistic }: UsualSettings,
): readonly FigureNote[] {
  const averages = usualFields === undefined || usualFields.includes('statistic')
  return statistic === 'harmonic' && averages && hasHarmonicMean !== true
    ? [{ severity: 'warning', text: noHarmonicMean() }]
    : []
}

/** The user's titles, otherwise those of the kind; both say how much is drawn, if that is not all. */
function withOwnTitles(figure: Figure, { title, subtitle }: UsualSettings): Figure {
  const parts = [subtitle ?? figure.subtitle, figure.cut ?? ''].filter((part) => part !== '')
  return {
    ...figure,
    title: cleanText(title ?? figure.title, textLimits.title),
    subtitle: cleanText(parts.join(' \u00b7 '), textLimits.subtitle),
  }
}

/** What is known of the campaigns in the figure: its words speak of no other. */
function drawnIn({ campaignIds }: Figure, { campaigns }: FigureProvenance): FigureProvenance {
  return {
    campaigns: campaigns.filter(({ campaignId }) => campaignIds?.includes(campaignId) !== false),
  }
}

/** A picture with the user's look. Notes keep numbers and units together. */
function dressed(
  { form }: Pick<FigureDefinition, 'form'>,
  built: Figure,
  settings: UsualSettings,
  provenance: FigureProvenance,
  devices?: KeptStyles,
): Figure {
  const notes = built.notes.map((note) => ({ ...note, text: withoutBreaks(note.text) }))
  if (form === 'table') return { ...built, notes }
  return dressFigure({ ...built, notes }, settings, drawnIn(built, provenance), devices)
}

/** Campaign and levels of a figure's data; of its metric, so that no panel is for a level that others only have. */
function recordsOf(input: FigureInputs[FigureNeed], { metric }: UsualSettings): Iterable<Faceted> {
  if ('measured' in input) {
    const all = [...input.measured, ...input.published]
    const own = all.filter((one) => one.metric === findMetric(metric)?.id)
    return own.length > 0 ? own : all
  }
  if ('runs' in input) return input.runs
  return 'cases' in input ? input.cases : []
}

/**
 * The figure of a comparison. A picture includes its numbers: all of them and the table printed with it, or for a
 * window the first `mostRows` listed. Throws a ComparisonError for percentages whose compared factor is not named or
 * whose other differences are not accepted.
 */
export function comparisonFigure(
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
  mostRows = Infinity,
  devices: KeptStyles = {},
): Figure {
  const definition = figureDefinition(settings.kind)
  if (definition.needs !== 'comparison')
    throw new RangeError(`A ${definition.kind} figure is made of ${definition.needs}, not of a comparison.`)
  const built = buildFigure(definition, { comparison }, settings, provenance, devices)
  const families = familiesOf(comparison)
  const figure = families.length === 0 ? built : { ...built, families }
  const { tables } = definition
  if (tables === undefined) return figure
  if (mostRows === Infinity)
    return {
      ...figure,
      numbers: tables.numbers(comparison),
      printed: tables.printed(comparison, settings),
    }
  if (tables.isListed !== true) return figure
  const { columns, rows } = tables.numbers(comparison)
  return { ...figure, numbers: { columns, rows: rows.length <= mostRows ? rows : firstRows(rows, mostRows) } }
}

function familiesOf({ baseline, candidates, families }: Comparison): readonly FigureFamily[] {
  const sides = `${candidates.map(({ candidate }) => candidate.label).join(', ')} against ${baseline.label}`
  return families
    .filter(({ tested }) => tested > 0)
    .map(({ metric, tested }) => ({
      name: `${sides}, ${metricInSentence(metric)}`,
      tests: tested,
    }))
}

/** Metrics whose rows `buildFigure` needs for these settings, for the query. */
export function figureMetrics(settings: UsualSettings): readonly string[] {
  const definition = figureDefinition(settings.kind)
  const { metric, secondMetric } = settings
  const shown = secondMetric === undefined ? [metric] : [metric, secondMetricOf(secondMetric).name]
  const further = shown.flatMap((one) => definition.metrics?.({ ...settings, metric: one }) ?? [])
  const metrics = [...shown, ...further].flatMap((name) => findMetric(name)?.id ?? [])
  // A run without a percentile may have made too few I/Os for it.
  const isRanked = metrics.some((id) => percentileOfMetric(id) !== undefined)
  return [...new Set([...metrics, ...(isRanked ? ['io_count'] : [])])]
}

/** True if there is nothing to see: no mark in the picture, no row in the table. */
export function holdsNothing({ kind, series, numbers }: Figure): boolean {
  return isTableKind(kind) ? (numbers?.rows.length ?? 0) === 0 : !hasMarks({ series })
}

const nothingThere = template('figure-nothing', 'There is nothing for the figure “{kind}”.', {
  kind: 'given',
})

/** What is missing, in the figure's own words. */
export function nothingText({ kind, notes }: Pick<Figure, 'kind' | 'notes'>): string {
  const reasons = notes.filter(({ severity }) => severity === 'warning').map(({ text }) => text)
  return [nothingThere({ kind: figureDefinition(kind).name }), ...reasons].join(' ')
}
