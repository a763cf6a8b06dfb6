import type { ComparedCell, Comparison } from '../comparison/comparison'
import { comparisonRows } from '../comparison/comparison-rows'
import { ComparisonError } from '../comparison/comparison-error'
import { percentRefusal } from '../comparison/percent-refusal'
import { cleanText, textLimits } from '../figures/clean-text'
import { commonSentences, meansText, metricNames } from '../figures/comparison/comparison-caption'
import { comparisonSmallPrint } from '../figures/comparison/comparison-small-print'
import { failedRuns } from '../figures/comparison/failed-runs'
import type { Figure, FigureSettings } from '../figures/figure'
import type { FigureProvenance } from '../figures/provenance'
import type { ComparisonTableKind } from '../figures/table-kinds'
import { advantageRows } from '../comparison/advantage-rows'
import { comparisonTable } from './comparison-table'
import { withoutConstants } from './without-constants'
import { tableFigure } from './table-figure'
import type { Table } from './table'

/**
 * A comparison as a printed table. Like a chart of percentages it throws a ComparisonError until the compared factor is
 * named and the others that differ are accepted.
 */
export function buildComparisonTable(
  kind: ComparisonTableKind,
  comparison: Comparison,
  settings: FigureSettings,
  provenance: FigureProvenance,
): Figure {
  const refusal = percentRefusal(comparison)
  if (refusal) throw new ComparisonError(refusal.text, refusal.remedy, refusal.reason)
  const cells = comparison.candidates.flatMap((one) => one.cells)
  const isAdvantage = kind === 'advantage-table'
  const names = comparison.candidates.map((one) => one.candidate.label).join(', ')
  const what = isAdvantage ? `${metricNames(cells)}, ratio in percent` : metricNames(cells)
  const sentences = [
    ...(isAdvantage
      ? advantageSentences(comparison, cells, names)
      : tableSentences(comparison, cells, names)),
    ...commonSentences({ comparison, failedRuns: failures(comparison, provenance) }, cells),
  ]
  const advantages = advantageRows(comparison)
  return tableFigure({
    kind,
    title: cleanText(
      settings.title ?? `${what}: ${names} against ${comparison.baseline.label}`,
      textLimits.title,
    ),
    subtitle: cleanText(settings.subtitle ?? devicesOf(provenance), textLimits.subtitle),
    metric: cells[0]?.metric ?? settings.metric,
    numbers: isAdvantage ? advantages : comparisonRows(comparison, { runs: true }),
    printed: isAdvantage ? rounded(withoutConstants(advantages, isPercent)) : comparisonTable(comparison),
    caption: cleanText(sentences.filter((one) => one !== '').join(' '), textLimits.smallPrint * 4),
    smallPrint: comparisonSmallPrint(comparison, provenance),
  })
}

function advantageSentences(
  { baseline }: Comparison,
  cells: readonly ComparedCell[],
  names: string,
): readonly string[] {
  return [
    `${names} in percent of ${baseline.label} (= 100): ratio of the ${meansText(cells)}.`,
    'A ratio, not a difference: 105 is 5 % more.',
  ]
}

function tableSentences(
  { baseline, mode, tested }: Comparison,
  cells: readonly ComparedCell[],
  names: string,
): readonly string[] {
  const means = meansText(cells)
  const hasDeviation = cells.some(
    ({ comparison }) => (comparison.baseline?.sd ?? comparison.candidate?.sd) !== undefined,
  )
  const method =
    mode === 'sigma'
      ? `Interval: the standard deviation of ${names} in percent; it ignores the spread of ${baseline.label}.`
      : `Interval: 95 % (${mode === 'robust' ? 'rank-based' : 'Fieller'}).`
  return [
    `${means.charAt(0).toUpperCase()}${means.slice(1)}${hasDeviation ? ' ± standard deviation' : ''}; change of ${names} relative to ${baseline.label} (= 0 %).`,
    cells.some(({ comparison }) => comparison.lowPercent !== undefined) ? method : '',
    tested > 0 ? `Adjusted p: Benjamini-Hochberg over all ${tested} cells compared.` : '',
  ]
}

function failures(comparison: Comparison, provenance: FigureProvenance): number {
  return comparison.candidates.reduce(
    (sum, { candidate, cells }, at) =>
      sum +
      cells.reduce(
        (own, { levels }) =>
          own +
          failedRuns(candidate, levels, provenance) +
          // The baseline's failures are told once.
          (at === 0 ? failedRuns(comparison.baseline, levels, provenance) : 0),
        0,
      ),
    0,
  )
}

function devicesOf({ campaigns }: FigureProvenance): string {
  const devices = new Set(campaigns.flatMap(({ device }) => (device === undefined ? [] : [device])))
  return devices.size === 1 ? [...devices].join('') : ''
}

function isPercent(key: string): boolean {
  return key.startsWith('percent_of_baseline')
}

/** Percentages with one decimal, as the articles print them. */
function rounded({ columns, rows }: Table): Table {
  const isOne = (at: number) => isPercent(columns[at]?.key ?? '')
  return {
    columns: columns.map((column, at) => (isOne(at) ? { ...column, align: 'right' as const } : column)),
    rows: rows.map((row) =>
      row.map((cell, at) => (isOne(at) && typeof cell === 'number' ? cell.toFixed(1) : cell)),
    ),
  }
}
