import { findMetric } from '../results/metrics'
import { percentileOfMetric } from '../results/percentiles'
import type { StoredPublishedResult } from '../results/published-result'
import { comparisonFigureKinds, isComparisonKind } from './comparison-kinds'
import { buildCompressibility } from './compressibility'
import type { ComparisonFigureKind, Figure, FigureKind, FigureSettings, TableKind } from './figure'
import type { GivenRows } from './figure-rows'
import { buildMixSweep } from './mix-sweep'
import { dressFigure } from './dress-figure'
import type { DeviceStyles } from './figure-look'
import type { FigureProvenance } from './provenance'
import { isTableKind, tableKinds } from './table-kinds'

type BuildFigure = (
  rows: GivenRows,
  settings: FigureSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[],
) => Figure

const builders: Readonly<Record<Exclude<FigureKind, ComparisonFigureKind | TableKind>, BuildFigure>> = {
  'mix-sweep': buildMixSweep,
  compressibility: buildCompressibility,
  'compressibility-bars': buildCompressibility,
}

/** Kinds of figures, as settings and the command line name them. */
export const figureKinds: readonly FigureKind[] = [
  ...(Object.keys(builders) as (keyof typeof builders)[]),
  ...comparisonFigureKinds,
  ...tableKinds,
]

/**
 * The figure that `settings` ask for, from measurements in base units and, for the kinds
 * that draw them, results taken from print. `devices`: styles that the review keeps. Throws a RangeError for an unknown metric, and
 * for a kind that is made of a comparison (see `buildComparisonFigure`) or is a table (see `tables/table-figure`).
 */
export function buildFigure(
  rows: GivenRows,
  settings: FigureSettings,
  provenance: FigureProvenance,
  published: readonly StoredPublishedResult[] = [],
  devices: DeviceStyles = {},
): Figure {
  const { kind } = settings
  if (isComparisonKind(kind)) throw new RangeError(`A ${kind} figure is made of a comparison, not of rows.`)
  if (isTableKind(kind)) throw new RangeError(`A ${kind} is a table, not a picture.`)
  return dressFigure(builders[kind](rows, settings, provenance, published), settings, provenance, devices)
}

/** Metrics whose rows `buildFigure` needs for these settings, for the query. */
export function figureMetrics(settings: FigureSettings): readonly string[] {
  const metric = findMetric(settings.metric)
  if (metric === undefined) return []
  // A run without a percentile may have made too few I/Os for it.
  return percentileOfMetric(metric.id) === undefined ? [metric.id] : [metric.id, 'io_count']
}
