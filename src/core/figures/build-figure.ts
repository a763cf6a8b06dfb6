import type { Comparison } from '../comparison/comparison'
import type { DeviceLinks } from '../devices/link-devices'
import { findMetric } from '../results/metrics'
import { percentileOfMetric } from '../results/percentiles'
import type { StoredPublishedResult } from '../results/published-result'
import { finish, type Steps } from '../statistics/comparison/settle-family'
import { firstRows } from '../units/iterables'
import { dressFigure } from './dress-figure'
import { columnLength, type Figure } from './figure'
import { figureDefinition, isTableKind } from './figure-kinds'
import type { DeviceStyles } from './figure-look'
import type { MeasuredCase } from './measured-cases'
import type { FigureProvenance } from './provenance'
import type { UsualSettings } from './usual-settings'

/**
 * The figure that `settings` describe, from finished runs in base units and printed results. `devices`: styles stored
 * in the review; `links`: its device cards. Throws a RangeError for an unknown metric, and for a kind that does not
 * use runs by case.
 */
export function buildFigure(
  measured: readonly MeasuredCase[],
  settings: UsualSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[] = [],
  devices: DeviceStyles = {},
  links?: DeviceLinks,
): Figure {
  const definition = figureDefinition(settings.kind)
  if (definition.needs !== 'runs')
    throw new RangeError(`A ${definition.kind} figure is made of a ${definition.needs}, not of runs by case.`)
  const built = definition.build({ measured, published, devices: links }, settings, provenance)
  if (definition.form === 'table') return built
  const asked = definition.isLinear === true ? { ...settings, yScale: 'linear' as const } : settings
  return dressFigure(built, asked, provenance, devices)
}

/**
 * The figure of a comparison. A picture includes its numbers: all of them and the table printed with it, or for a
 * window the first `mostRows` listed. Throws a ComparisonError for percentages whose compared factor is not named or
 * whose other differences are not accepted.
 */
export function buildComparisonFigure(
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
  mostRows = Infinity,
  devices: DeviceStyles = {},
): Figure {
  return finish(comparisonFigureSteps(comparison, settings, provenance, mostRows, devices))
}

/** The same in steps, for thousands of cases. */
export function* comparisonFigureSteps(
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
  mostRows = Infinity,
  devices: DeviceStyles = {},
): Steps<Figure> {
  const definition = figureDefinition(settings.kind)
  if (definition.needs !== 'comparison')
    throw new RangeError(`A ${definition.kind} figure is made of ${definition.needs}, not of a comparison.`)
  const built =
    definition.steps === undefined
      ? definition.build({ comparison }, settings, provenance)
      : yield* definition.steps({ comparison }, settings, provenance)
  const { tables } = definition
  if (definition.form === 'table' || tables === undefined) return built
  const figure = dressFigure(built, settings, provenance, devices)
  if (mostRows === Infinity)
    return {
      ...figure,
      numbers: yield* tables.numbers(comparison),
      printed: yield* tables.printed(comparison),
    }
  if (tables.isListed !== true) return figure
  const { columns, rows } = yield* tables.numbers(comparison)
  return { ...figure, numbers: { columns, rows: rows.length <= mostRows ? rows : firstRows(rows, mostRows) } }
}

/** Metrics whose rows `buildFigure` needs for these settings, for the query. */
export function figureMetrics(settings: UsualSettings): readonly string[] {
  const definition = figureDefinition(settings.kind)
  const { metric, secondMetric } = settings
  const shown = secondMetric === undefined ? [metric] : [metric, secondMetric]
  const further = shown.flatMap((one) => definition.metrics?.({ ...settings, metric: one }) ?? [])
  const metrics = [...shown, ...further].flatMap((name) => findMetric(name)?.id ?? [])
  // A run without a percentile may have made too few I/Os for it.
  const isRanked = metrics.some((id) => percentileOfMetric(id) !== undefined)
  return [...new Set([...metrics, ...(isRanked ? ['io_count'] : [])])]
}

/** True if there is nothing to see: no mark in the picture, no row in the table. */
export function holdsNothing({ kind, series, numbers }: Figure): boolean {
  if (isTableKind(kind)) return (numbers?.rows.length ?? 0) === 0
  return series.every(
    ({ points, columns }) =>
      (columns === undefined || columnLength(columns) === 0) && points.every(({ y }) => y === undefined),
  )
}

/** What is missing, in the figure's own words. */
export function nothingText({ kind, notes }: Pick<Figure, 'kind' | 'notes'>): string {
  const reasons = notes.filter(({ severity }) => severity === 'warning').map(({ text }) => text)
  return [`There is nothing for the figure ${kind}.`, ...reasons].join(' ')
}
