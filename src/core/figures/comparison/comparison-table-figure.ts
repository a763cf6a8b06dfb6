import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { comparisonRowSteps } from '../../comparison/texts/comparison-rows'
import { ComparisonError } from '../../comparison/comparison-error'
import { decimalsOf } from '../../comparison/texts/percent-text'
import { percentRefusal } from '../../comparison/texts/percent-refusal'
import { cleanText, textLimits } from '../figure/clean-text'
import { commonSentences, meansText, metricNames, ratioName } from './comparison-caption'
import { comparisonSmallPrint } from './comparison-small-print'
import { failedRuns } from './point-facts'
import type { Figure } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { Estimator } from '../../statistics/comparison/case-comparison'
import type { FigureProvenance } from '../figure/provenance'
import { casesPerStep, type Steps } from '../../statistics/comparison/settle-family'
import { advantageRowSteps } from '../../comparison/texts/advantage-rows'
import { comparedSides, defineFigureInSteps } from '../cases/define-figure'
import { comparisonTableSteps } from './comparison-table'
import { withoutConstantsSteps } from '../tables/without-constants'
import { tableFigure } from '../tables/table-figure'
import type { Cell, Table } from '../figure/table'
import { mapRows } from '../../iterables'

type TableKind = 'advantage-table' | 'comparison-table'

function* comparisonTableFigureSteps(
  kind: TableKind,
  comparison: Comparison,
  settings: UsualSettings,
  provenance: FigureProvenance,
): Steps<Figure> {
  const refusal = percentRefusal(comparison)
  if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
  const cells = comparison.candidates.flatMap((one) => one.cells)
  const isAdvantage = kind === 'advantage-table'
  const names = comparison.candidates.map((one) => one.candidate.label).join(', ')
  const what = isAdvantage ? `${metricNames(cells)}, ratio in percent` : metricNames(cells)
  yield
  const own = isAdvantage
    ? advantageSentences(comparison, cells, names)
    : tableSentences(comparison, cells, names)
  const failedRuns = yield* failures(comparison, provenance)
  const sentences = [...own, ...commonSentences({ comparison, failedRuns }, cells)]
  const numbers = isAdvantage
    ? yield* advantageRowSteps(comparison)
    : yield* comparisonRowSteps(comparison, { runs: true })
  const printed = isAdvantage ? yield* printedAdvantages(numbers) : yield* comparisonTableSteps(comparison)
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
    `${names} in percent of ${baseline.label} (= 100): ratio of the ${meansText(cells)}.`,
    'A ratio, not a difference: 105 is 5 % more.',
    mode === 'sigma'
      ? `In brackets: ± the standard deviation of ${names} (sigma rule).`
      : 'In brackets: 95 % interval of the ratio of means.',
  ]
}

function tableSentences(
  { baseline, mode, families, marginPercent }: Comparison,
  cells: readonly ComparedCell[],
  names: string,
): readonly string[] {
  const means = meansText(cells)
  const hasDeviation = cells.some(
    ({ comparison }) => (comparison.baseline?.sd ?? comparison.candidate?.sd) !== undefined,
  )
  const others = cells.filter(({ comparison: { estimator } }) => isOtherEstimator(estimator))
  const ratio = ratioName(cells)
  const method =
    mode === 'sigma'
      ? `Interval (sigma rule): the standard deviation of ${names} in percent; it ignores the spread of ${baseline.label}.`
      : `Interval: 95 % of the ${ratio}.`
  const tested = families.filter((family) => family.tested > 0)
  const levels = tested.map((family) => `${percentText(family.level)} over ${family.tested} cells`)
  return [
    `${means.charAt(0).toUpperCase()}${means.slice(1)}${hasDeviation ? ' ± standard deviation' : ''}; change of ${names} relative to ${baseline.label} (= 0 %).`,
    others.length > 0 ? `Difference: ${ratioName(others)}, not the ratio of the two means beside it.` : '',
    ratio === '' ? '' : method,
    tested.length > 0
      ? `Adjusted p: Benjamini-Hochberg over the cells of a metric. Better and worse: adjusted p at most 0.05 and the interval at the family's level (${levels.join('; ')}) beyond ±${marginPercent} %.`
      : '',
  ]
}

/** True for differences that do not follow from the two means. */
function isOtherEstimator(estimator: Estimator | undefined): boolean {
  return estimator === 'paired' || estimator === 'hodges_lehmann'
}

function percentText(share: number): string {
  return `${Number((100 * share).toFixed(3))} %`
}

function* failures({ baseline, candidates }: Comparison, provenance: FigureProvenance): Steps<number> {
  let sum = 0
  for (const [place, { candidate, cells }] of candidates.entries()) {
    for (const [at, { levels }] of cells.entries()) {
      if (at % casesPerStep === 0) yield
      sum += failedRuns(candidate, levels, provenance)
      // The baseline's failures are reported once.
      if (place === 0) sum += failedRuns(baseline, levels, provenance)
    }
  }
  return sum
}

function devicesOf({ campaigns }: FigureProvenance): string {
  const devices = new Set(campaigns.flatMap(({ device }) => (device === undefined ? [] : [device])))
  return devices.size === 1 ? [...devices].join('') : ''
}

function isPercent(key: string): boolean {
  return key.startsWith('percent_of_baseline')
}

/** Percentages with their intervals in one cell each, without the columns that are the same in every row. */
export function* printedAdvantages(advantages: Table): Steps<Table> {
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
        ? ratioText(cell, row[end('low', at)], row[end('high', at)])
        : cell,
    ),
  )
  const kept = columns.map((column, at) => (isEnd(column) ? -1 : at)).filter((at) => at >= 0)
  return yield* withoutConstantsSteps(
    {
      columns: kept.flatMap((at) => columns[at] ?? []),
      rows: mapRows(rows, (row) => kept.map((at) => row[at])),
    },
    isPercent,
  )
}

/** "108.0 (106.9 to 109.1)"; one decimal without an interval, as the articles print ratios. */
function ratioText(ratio: number, low: Cell, high: Cell): string {
  if (typeof low !== 'number' || typeof high !== 'number') return ratio.toFixed(1)
  const decimals = decimalsOf(low, high) ?? 1
  return `${ratio.toFixed(decimals)} (${low.toFixed(decimals)} to ${high.toFixed(decimals)})`
}

/**
 * A comparison as a printed table. Like a chart of percentages, building it throws a ComparisonError until the compared
 * factor is named and the others that differ are accepted.
 */
function comparisonTable<const K extends TableKind>(kind: K, name: string, shortName: string) {
  return defineFigureInSteps({
    ...{ kind, name, shortName },
    needs: 'comparison',
    form: 'table',
    settings: comparedSides,
    *steps({ comparison }, settings, provenance) {
      return yield* comparisonTableFigureSteps(kind, comparison, settings, provenance)
    },
  })
}

/** B in percent of A. */
export const advantageTable = comparisonTable('advantage-table', 'Table of ratios', 'Ratios in percent')

/** Everything known about compared cases. */
export const comparisonTableFigure = comparisonTable(
  'comparison-table',
  'Table of a comparison',
  'Everything',
)
