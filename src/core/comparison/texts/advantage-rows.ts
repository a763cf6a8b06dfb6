import { axisName } from '../../plan/levels/format-level'
import { sortLevelKeys } from '../../plan/levels/levels'
import type { StatisticsMode } from '../../statistics/comparison/case-comparison'
import { meansRatio } from '../../statistics/comparison/log-ratio'
import { advantagePercent } from '../../statistics/sweep/ratios'
import { absentText } from '../../units/number-format'
import type { ComparedCell, Comparison } from '../comparison'
import type { ComparisonRows } from './comparison-rows'
import { ratioText } from './percent-text'

/**
 * The "advantage" of the classic articles, 100 B/A: a ratio in percent, 100 where both sides are equal, and not to be
 * confused with a difference. One row per case, one column per candidate; cases in the order of the first candidate.
 */
export function advantageRows(comparison: Comparison): ComparisonRows {
  const cases = new Map<string, (ComparedCell | undefined)[]>()
  const names = new Set<string>()
  for (const [candidate, { cells }] of comparison.candidates.entries()) {
    for (const cell of cells) {
      const key = caseText(cell)
      const row = cases.get(key) ?? comparison.candidates.map(() => undefined)
      row[candidate] = cell
      cases.set(key, row)
      for (const name of Object.keys(cell.levels)) names.add(name)
    }
  }
  const keys = sortLevelKeys(names)
  const columns: ComparisonRows['columns'] = [
    { key: 'test', label: 'Test' },
    { key: 'direction', label: 'Direction' },
    { key: 'metric', label: 'Metric' },
    ...keys.map((key) => ({ key, label: axisName(key) })),
    ...comparison.candidates.flatMap(({ candidate }, at) => [
      {
        key: `percent_of_baseline_${at + 1}`,
        label: `${candidate.label} in percent of ${comparison.baseline.label}`,
        unit: '%',
      },
      { key: `low_${at + 1}`, label: `${candidate.label}, low`, unit: '%' },
      { key: `high_${at + 1}`, label: `${candidate.label}, high`, unit: '%' },
    ]),
  ]
  const rows: ComparisonRows['rows'][number][] = []
  for (const row of cases.values()) {
    const first = row.find((cell) => cell !== undefined)
    rows.push([
      first?.test,
      first?.direction,
      first?.metric,
      ...keys.map((key) => first?.levels[key]),
      ...row.flatMap((cell) => {
        const ends = cell && ratioEndsOf(cell, comparison.mode)
        return [cell && ratioOf(cell), ends?.low, ends?.high]
      }),
    ])
  }
  return { columns, rows }
}

/** A ratio or an end of its interval as people read it: all three with the digits of the interval. */
export function advantageText(
  columns: ComparisonRows['columns'],
  row: ComparisonRows['rows'][number],
  place: number,
): string {
  const [, candidate = ''] = /_(\d+)$/.exec(columns[place]?.key ?? '') ?? []
  const numberAt = (at: number) => {
    const cell = row[at]
    return typeof cell === 'number' ? cell : undefined
  }
  const [low, high] = ['low', 'high'].map((end) =>
    numberAt(columns.findIndex(({ key }) => key === `${end}_${candidate}`)),
  )
  const own = numberAt(place)
  return own === undefined ? absentText : ratioText(own, low, high)
}

/** From the means, or from a printed difference if no means were printed. */
export function ratioOf({
  comparison: { baseline, candidate, differencePercent },
}: ComparedCell): number | undefined {
  if (baseline && candidate) return advantagePercent(baseline.mean, candidate.mean)
  return differencePercent === undefined ? undefined : 100 + differencePercent
}

/** Ends of the 95 % interval of the ratio of means in percent; by the sigma rule, of the error bar. */
export function ratioEndsOf(
  { comparison: { baseline, candidate, lowPercent, highPercent } }: ComparedCell,
  mode: StatisticsMode,
): { readonly low: number; readonly high: number } | undefined {
  if (mode === 'sigma')
    return lowPercent === undefined || highPercent === undefined
      ? undefined
      : { low: 100 + lowPercent, high: 100 + highPercent }
  const ratio = baseline && candidate && meansRatio(baseline, candidate)
  if (ratio?.low === undefined || ratio.high === undefined) return undefined
  return { low: 100 * ratio.low, high: 100 * ratio.high }
}

function caseText({ test, direction, metric, levels }: ComparedCell): string {
  return JSON.stringify([
    test,
    direction,
    metric,
    Object.entries(levels).sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
}
