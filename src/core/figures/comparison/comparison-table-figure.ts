import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { comparisonRows } from '../../comparison/texts/comparison-rows'
import { ComparisonError } from '../../comparison/comparison-error'
import { ratioWithInterval } from '../../comparison/texts/percent-text'
import { percentRefusal } from '../../comparison/texts/percent-refusal'
import { cleanText, textLimits } from '../figure/clean-text'
import {
  commonSentences,
  intervalTexts,
  meansParts,
  meansText,
  metricNames,
  ratioParts,
  ratioTexts,
} from './comparison-caption'
import { comparisonSmallPrint } from './comparison-small-print'
import { failedRunsOf } from './point-facts'
import type { Figure } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { Estimator } from '../../statistics/comparison/case-comparison'
import type { FigureProvenance } from '../figure/provenance'
import { advantageRows, ratioEndsOf } from '../../comparison/texts/advantage-rows'
import { comparedSides, defineFigure } from '../cases/define-figure'
import { comparisonTable } from './comparison-table'
import { withoutConstants } from '../tables/without-constants'
import { tableFigure } from '../tables/table-figure'
import type { Cell, Table } from '../figure/table'
import { mapRows } from '../../iterables'
import { formatShort } from '../../units/number-format'
import { template } from '../../words/template'

const ratiosOf = template(
  'table-ratios',
  '{candidates} in percent of {baseline} (= 100): ratio of the {means}.',
  { candidates: 'name', baseline: 'name', means: meansParts },
)
const notADifference = template('table-no-difference', 'A ratio, not a difference: 105 is 5 % more.')
const deviationsInBrackets = template(
  'table-deviations',
  'In brackets: ± the standard deviation of {candidates} (sigma rule).',
  { candidates: 'name' },
)
const intervalsInBrackets = template('table-intervals', 'In brackets: 95 % interval of the ratio of means.')
const withDeviation = template('table-with-deviation', ' ± standard deviation')
const changesOf = template(
  'table-changes',
  '{means}{deviation}; change of {candidates} relative to {baseline} (= 0 %).',
  { means: meansParts, deviation: { of: [withDeviation] }, candidates: 'name', baseline: 'name' },
)
const otherDifference = template(
  'table-other-estimator',
  'Difference: {ratios}, not the ratio of the two means beside it.',
  { ratios: ratioParts },
)
const sigmaInterval = template(
  'table-sigma-interval',
  'Interval (sigma rule): the standard deviation of {candidates} in percent; it ignores the spread of {baseline}.',
  { candidates: 'name', baseline: 'name' },
)
const intervalOf = template('table-interval', 'Interval: 95 % of the {ratios}.', { ratios: ratioParts })
const familyLevel = template('table-level', '{level} over {cells|# cell|# cells}', {
  level: 'percent',
  cells: 'count',
})
const adjustedHow = template(
  'table-adjusted',
  'Adjusted p: Benjamini-Hochberg over the cells of a metric. Better and worse: adjusted p at most 0.05 and the interval at the family\u2019s level ({levels}) beyond ±{margin}.',
  { levels: { of: [familyLevel], between: '; ' }, margin: 'percent' },
)

type TableKind = 'advantage-table' | 'comparison-table'

function tableFigureOf(
  kind: TableKind,
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
): Figure {
  const refusal = percentRefusal(comparison)
  if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
  const cells = comparison.candidates.flatMap((one) => one.cells)
  const isAdvantage = kind === 'advantage-table'
  const names = comparison.candidates.map((one) => one.candidate.label).join(', ')
  const what = isAdvantage ? `${metricNames(cells)}, ratio in percent` : metricNames(cells)
  const own = isAdvantage
    ? advantageSentences(comparison, cells, names)
    : tableSentences(comparison, cells, names)
  const failedRuns = failedRunsOf(comparison, new Set(cells), provenance)
  const sentences = [...own, ...commonSentences({ comparison, failedRuns }, cells)]
  const numbers = isAdvantage ? advantageRows(comparison) : comparisonRows(comparison, { runs: true })
  const printed = isAdvantage ? printedAdvantages(numbers) : comparisonTable(comparison, settings)
  return tableFigure({
    kind,
    title: `${what}: ${names} against ${comparison.baseline.label}`,
    subtitle: devicesOf(provenance),
    metric: cells[0]?.metric ?? settings.metric,
    numbers,
    printed,
    caption: cleanText(sentences.filter((one) => one !== '').join(' '), textLimits.smallPrint * 4),
    smallPrint: comparisonSmallPrint(comparison, provenance),
  })
}

function advantageSentences(
  { baseline, mode }: Comparison,
  cells: readonly ComparedCell[],
  names: string,
): readonly string[] {
  return [
    ratiosOf({ candidates: names, baseline: baseline.label, means: meansText(cells, 'means') }),
    notADifference(),
    cells.every((cell) => ratioEndsOf(cell, mode) === undefined)
      ? ''
      : mode === 'sigma'
        ? deviationsInBrackets({ candidates: names })
        : intervalsInBrackets(),
  ]
}

function tableSentences(
  { baseline, mode, families, marginPercent }: Comparison,
  cells: readonly ComparedCell[],
  candidates: string,
): readonly string[] {
  const hasDeviation = cells.some(
    ({ comparison }) => (comparison.baseline?.sd ?? comparison.candidate?.sd) !== undefined,
  )
  const others = cells.filter(({ comparison: { estimator } }) => isOtherEstimator(estimator))
  const ratios = intervalTexts(cells)
  const tested = families.filter((family) => family.tested > 0)
  const levels = tested.map((family) =>
    familyLevel({ level: percentText(family.level), cells: family.tested }),
  )
  const sides = { candidates, baseline: baseline.label }
  return [
    changesOf({
      ...sides,
      means: meansText(cells, 'Means'),
      deviation: hasDeviation ? withDeviation() : '',
    }),
    others.length > 0 ? otherDifference({ ratios: ratioTexts(others) }) : '',
    ratios.length === 0 ? '' : mode === 'sigma' ? sigmaInterval(sides) : intervalOf({ ratios }),
    tested.length > 0 ? adjustedHow({ levels, margin: `${marginPercent} %` }) : '',
  ]
}

/** True for differences that do not follow from the two means. */
function isOtherEstimator(estimator: Estimator | undefined): boolean {
  return estimator === 'paired' || estimator === 'hodges_lehmann'
}

function percentText(share: number): string {
  return `${formatShort(100 * share, 5)} %`
}

function devicesOf({ campaigns }: FigureProvenance): string {
  const devices = new Set(campaigns.flatMap(({ device }) => (device === undefined ? [] : [device])))
  return devices.size === 1 ? [...devices].join('') : ''
}

function isPercent(key: string): boolean {
  return key.startsWith('percent_of_baseline')
}

/** Percentages with their intervals in one cell each, without the columns that are the same in every row. */
export function printedAdvantages(advantages: Table): Table {
  const end = (name: string, at: number) =>
    advantages.columns.findIndex(
      ({ key }) => key === `${name}_${(advantages.columns[at]?.key ?? '').slice(20)}`,
    )
  const isEnd = ({ key }: Table['columns'][number]) => /^(low|high)_\d+$/.test(key)
  const columns = advantages.columns.map((column) =>
    isPercent(column.key) ? { ...column, align: 'right' as const } : column,
  )
  const rows = mapRows(advantages.rows, (row) =>
    row.map((cell, at) =>
      isPercent(columns[at]?.key ?? '') && typeof cell === 'number'
        ? ratioWithInterval(cell, numberOf(row[end('low', at)]), numberOf(row[end('high', at)]))
        : cell,
    ),
  )
  const kept = columns.map((column, at) => (isEnd(column) ? -1 : at)).filter((at) => at >= 0)
  return withoutConstants(
    {
      columns: kept.flatMap((at) => columns[at] ?? []),
      rows: mapRows(rows, (row) => kept.map((at) => row[at])),
    },
    isPercent,
  )
}

function numberOf(cell: Cell): number | undefined {
  return typeof cell === 'number' ? cell : undefined
}

/**
 * A comparison as a printed table. Like a chart of percentages, building it throws a ComparisonError until the compared
 * factor is named and the others that differ are accepted.
 */
function tableOfComparison<const K extends TableKind>(kind: K, name: string, shortName: string) {
  return defineFigure({
    ...{ kind, name, shortName },
    needs: 'comparison',
    form: 'table',
    settings: comparedSides,
    build: ({ comparison }, settings, provenance) => tableFigureOf(kind, comparison, settings, provenance),
  })
}

/** B in percent of A. */
export const advantageTable = tableOfComparison('advantage-table', 'Table of ratios', 'Ratios in percent')

/** Everything known about compared cases. */
export const comparisonTableFigure = tableOfComparison(
  'comparison-table',
  'Table of a comparison',
  'Everything',
)
