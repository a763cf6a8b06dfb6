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
import { comparedSubtitle } from './comparison-titles'
import { comparisonSmallPrint } from './comparison-small-print'
import { failedRunsOf } from './point-facts'
import type { Figure } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { Estimator } from '../../statistics/comparison/case-comparison'
import type { FigureProvenance } from '../figure/provenance'
import { advantageRows, ratioEndsOf } from '../../comparison/texts/advantage-rows'
import { comparedSides, defineFigure } from '../cases/define-figure'
import { changesByTest, onlyChanged } from '../../comparison/texts/changes-by-test'
import { choiceSetting } from '../figure/own-setting'
import { comparisonTable } from './comparison-table'
import { testNumbers, testTable } from './test-table'
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

const onlyChangedSaid = template(
  'table-only-changed',
  'Only the cases that became better or worse, test by test from the best to the worst.',
)
const byTestSaid = template(
  'table-by-test',
  'Cases of {candidates} that became better and worse relative to {baseline} (= 0 %), and the largest change of each test.',
  { candidates: 'name', baseline: 'name' },
)
const changedBySigma = template(
  'table-changed-sigma',
  'Better and worse: a change larger than the standard deviation of {candidates} in percent (sigma rule).',
  { candidates: 'name' },
)
const selectedSaid = template(
  'table-selected',
  'In brackets: the interval at the family\u2019s level, which allows for the selection.',
)

type TableKind = 'advantage-table' | 'comparison-table'

/** Which rows a table of a comparison has, the usual ones first. */
const rowChoices = [
  { value: 'all', label: 'Every case' },
  { value: 'changed', label: 'Better and worse' },
  { value: 'tests', label: 'Summary of each test' },
] as const
type RowChoice = (typeof rowChoices)[number]['value']

function tableFigureOf(
  kind: TableKind,
  whole: Comparison,
  settings: UsualSettings & { readonly rows?: RowChoice | undefined },
  provenance: FigureProvenance,
): Figure {
  const refusal = percentRefusal(whole)
  if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
  const { rows = 'all' } = settings
  const comparison = rows === 'changed' ? onlyChanged(whole) : whole
  const cells = allCells(comparison)
  const isAdvantage = kind === 'advantage-table'
  const names = comparison.candidates.map((one) => one.candidate.label).join(', ')
  const metrics = cells.length === 0 ? metricNames(allCells(whole)) : metricNames(cells)
  const what = isAdvantage ? `${metrics}, ratio in percent` : metrics
  const own = isAdvantage
    ? advantageSentences(comparison, cells, names)
    : rows === 'tests'
      ? testSentences(comparison, names)
      : [
          ...tableSentences(comparison, cells, names),
          ...(rows === 'changed' ? [onlyChangedSaid(), ...sigmaRule(comparison, names)] : []),
        ]
  const failedRuns = failedRunsOf(comparison, new Set(cells), provenance)
  const sentences = [...own, ...commonSentences({ comparison, failedRuns }, cells)]
  const numbers = isAdvantage
    ? advantageRows(comparison)
    : rows === 'tests'
      ? testNumbers(comparison)
      : comparisonRows(comparison, { runs: true })
  const printed = isAdvantage
    ? printedAdvantages(numbers)
    : rows === 'tests'
      ? testTable(comparison)
      : comparisonTable(comparison, settings)
  return tableFigure({
    kind,
    title: `${what}: ${names} against ${comparison.baseline.label}`,
    subtitle: comparedSubtitle(allCells(whole), provenance),
    metric: allCells(whole)[0]?.metric ?? settings.metric,
    numbers,
    printed,
    caption: cleanText(sentences.filter((one) => one !== '').join(' '), textLimits.smallPrint * 4),
    smallPrint: comparisonSmallPrint(comparison, provenance),
  })
}

function allCells({ candidates }: Comparison): readonly ComparedCell[] {
  return candidates.flatMap((one) => one.cells)
}

/** How the cases of a test were judged, and what stands beside its largest changes. */
function testSentences(comparison: Comparison, candidates: string): readonly string[] {
  const sides = { candidates, baseline: comparison.baseline.label }
  const isSelected = changesByTest(comparison).some(({ better, worse }) =>
    [better[0], worse[0]].some((cell) => cell?.selectedInterval !== undefined),
  )
  return [
    byTestSaid(sides),
    ...sigmaRule(comparison, candidates),
    adjustedSentence(comparison),
    isSelected ? selectedSaid() : '',
  ]
}

function sigmaRule({ mode }: Comparison, candidates: string): readonly string[] {
  return mode === 'sigma' ? [changedBySigma({ candidates })] : []
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
  comparison: Comparison,
  cells: readonly ComparedCell[],
  candidates: string,
): readonly string[] {
  const { baseline, mode } = comparison
  const hasDeviation = cells.some(
    ({ comparison }) => (comparison.baseline?.sd ?? comparison.candidate?.sd) !== undefined,
  )
  const others = cells.filter(({ comparison: { estimator } }) => isOtherEstimator(estimator))
  const ratios = intervalTexts(cells)
  const sides = { candidates, baseline: baseline.label }
  return [
    changesOf({
      ...sides,
      means: meansText(cells, 'Means'),
      deviation: hasDeviation ? withDeviation() : '',
    }),
    others.length > 0 ? otherDifference({ ratios: ratioTexts(others) }) : '',
    ratios.length === 0 ? '' : mode === 'sigma' ? sigmaInterval(sides) : intervalOf({ ratios }),
    adjustedSentence(comparison),
  ]
}

function adjustedSentence({ families, marginPercent }: Comparison): string {
  const tested = families.filter((family) => family.tested > 0)
  const levels = tested.map((family) =>
    familyLevel({ level: percentText(family.level), cells: family.tested }),
  )
  return tested.length > 0 ? adjustedHow({ levels, margin: `${marginPercent} %` }) : ''
}

/** True for differences that do not follow from the two means. */
function isOtherEstimator(estimator: Estimator | undefined): boolean {
  return estimator === 'paired' || estimator === 'hodges_lehmann'
}

function percentText(share: number): string {
  return `${formatShort(100 * share, 5)} %`
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

/** B in percent of A. Throws as the table of a comparison does. */
export const advantageTable = defineFigure({
  ...{ kind: 'advantage-table', name: 'Table of ratios', shortName: 'Ratios in percent' },
  needs: 'comparison',
  form: 'table',
  settings: comparedSides,
  build: ({ comparison }, settings, provenance) =>
    tableFigureOf('advantage-table', comparison, settings, provenance),
})

/**
 * Compared cases as a printed table: everything known about each, only those that became better or worse, or a row for
 * each test. Like a chart of percentages, building it throws a ComparisonError until the compared factor is named and
 * the others that differ are accepted.
 */
export const comparisonTableFigure = defineFigure({
  ...{ kind: 'comparison-table', name: 'Table of a comparison', shortName: 'Everything' },
  needs: 'comparison',
  form: 'table',
  settings: { ...comparedSides, rows: choiceSetting(rowChoices, { label: 'Rows' }) },
  build: ({ comparison }, settings, provenance) =>
    tableFigureOf('comparison-table', comparison, settings, provenance),
})
