import type { Comparison } from '../../comparison/comparison'
import type { ComparisonFigureKind, Figure, FigureSettings } from '../figure'
import type { FigureProvenance } from '../provenance'
import { buildAdvantage } from './advantage'
import { buildComparisonBars } from './comparison-bars'
import { buildPercentDifference } from './percent-difference'

type BuildFigure = (comparison: Comparison, settings: FigureSettings, provenance: FigureProvenance) => Figure

const builders: Readonly<Record<ComparisonFigureKind, BuildFigure>> = {
  comparison: buildComparisonBars,
  'percent-difference': buildPercentDifference,
  advantage: buildAdvantage,
}

/**
 * The figure of a comparison. Throws a ComparisonError for percentages whose compared factor is not named or whose
 * other differences are not accepted.
 */
export function buildComparisonFigure(
  kind: ComparisonFigureKind,
  comparison: Comparison,
  settings: FigureSettings,
  provenance: FigureProvenance,
): Figure {
  return builders[kind](comparison, settings, provenance)
}
