import { advantageRows } from '../../comparison/advantage-rows'
import type { Comparison } from '../../comparison/comparison'
import { comparisonRows } from '../../comparison/comparison-rows'
import type { ComparisonFigureKind, Figure, FigureNumbers, FigureSettings } from '../figure'
import { dressFigure } from '../dress-figure'
import type { DeviceStyles } from '../figure-look'
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
 * The figure of a comparison, with all its numbers or the first `mostRows` of them; with 0 without. Throws a
 * ComparisonError for percentages whose compared factor is not named or whose other differences are not accepted.
 */
export function buildComparisonFigure(
  kind: ComparisonFigureKind,
  comparison: Comparison,
  settings: FigureSettings,
  provenance: FigureProvenance,
  mostRows = Infinity,
  devices: DeviceStyles = {},
): Figure {
  const built = builders[kind](comparison, settings, provenance)
  const figure = dressFigure(built, settings, provenance, devices)
  return mostRows === 0 ? figure : { ...figure, numbers: numbersOf(kind, comparison, mostRows) }
}

function numbersOf(kind: ComparisonFigureKind, comparison: Comparison, most: number): FigureNumbers {
  const all = kind === 'advantage' ? advantageRows(comparison) : comparisonRows(comparison, { runs: true })
  return all.rows.length <= most ? all : { ...all, rows: all.rows.slice(0, most) }
}
