import type {
  CellColumns,
  ComparisonReport,
  Words,
} from '../../../../core/comparison/texts/comparison-report'
import {
  decimalsOf,
  deviationText,
  intervalText,
  pText,
  signedNumber,
} from '../../../../core/comparison/texts/percent-text'
import type { LevelValue } from '../../../../core/plan/plan'
import { findMetric } from '../../../../core/results/metrics'
import { absentText, formatByInterval } from '../../../../core/units/number-format'
import { meanHalfWidth } from '../../../../core/statistics/summary/summarize'
import { testLabel } from '../../../../core/plan/levels/level-words'
import type { ScaledUnit } from '../../../../core/units/unit-scale'
import type { RowTableColumn } from '../../../components/row-table/row-table'

/** A column of the full table. Rows are cells of the report, by their index. */
export interface TableColumn extends RowTableColumn {
  readonly text: (row: number) => string
  /** The sort key, one number per row; NaN is last in either direction. */
  readonly sortKeys: () => Float64Array
  /** The word list behind the texts, if there is one; a filter reads it instead of every row. */
  readonly words?: Words
}

/** The columns that distinguish the cases of this report, and all their numbers. */
export function tableColumns(report: ComparisonReport): readonly TableColumn[] {
  const { cells } = report
  const varies = (words: Words) => words.list.length > 1
  const units = cells.units
  const isSigma = report.mode === 'sigma'
  const columns: readonly (TableColumn | undefined)[] = [
    varies(cells.candidates) ? wordColumn('candidate', 'Candidate', cells.candidates) : undefined,
    varies(cells.tests) || cells.levels.length === 0
      ? wordColumn('test', 'Test', { ...cells.tests, list: cells.tests.list.map(testLabel) })
      : undefined,
    varies(cells.directions) ? wordColumn('direction', 'Direction', cells.directions) : undefined,
    varies(cells.metrics) ? wordColumn('metric', 'Metric', metricWords(cells.metrics)) : undefined,
    ...cells.levels
      .filter(({ words }) => varies(words))
      .map(({ key, name, words, values }) => ({
        ...wordColumn(key, name, words, values),
        numeric: values.some((value) => typeof value === 'number'),
      })),
    {
      ...number('difference', 'Difference', cells.differencePercent, signedNumber, 112),
      text: (row) => {
        const asPrinted = printedText(cells, 'difference', row)
        if (asPrinted !== '') return asPrinted.replace(/\u202f%$/, '')
        const [percent, low, high] = [cells.differencePercent, cells.lowPercent, cells.highPercent].map(
          (values) => values[row] ?? NaN,
        )
        return percent === undefined || Number.isNaN(percent)
          ? absentText
          : signedNumber(percent, decimalsOf(low, high))
      },
      unit: '%',
    },
    {
      ...number(
        'interval',
        isSigma ? '± deviation' : '95\u202f% interval',
        cells.lowPercent,
        String,
        intervalWidth(cells),
      ),
      text: (row) => {
        const asPrinted = printedText(cells, 'interval', row)
        if (asPrinted !== '') return asPrinted
        const [low, high] = [cells.lowPercent[row] ?? NaN, cells.highPercent[row] ?? NaN]
        if (Number.isNaN(low) || Number.isNaN(high)) return absentText
        return isSigma ? deviationText((high - low) / 2) : intervalText(low, high)
      },
    },
    wordColumn('estimator', 'Estimator', cells.estimators),
    wordColumn('verdict', 'Verdict', cells.verdicts),
    count('baseline_n', 'n', cells.baselineN),
    ...amounts('baseline', report.baseline, cells.baselineMean, cells.baselineSd, units, cells),
    count('candidate_n', 'n', cells.candidateN),
    ...amounts(
      'candidate',
      varies(cells.candidates) ? 'Candidate' : (report.candidates[0]?.label ?? 'Candidate'),
      cells.candidateMean,
      cells.candidateSd,
      units,
      cells,
    ),
    ...(isSigma
      ? []
      : [
          number('p', 'p', cells.p, pText, 72),
          number('adjusted_p', 'Adjusted p', cells.adjustedP, pText, 84),
        ]),
    varies(cells.notes) || cells.notes.list[0] !== '' ? wordColumn('notes', 'Notes', cells.notes) : undefined,
  ]
  return columns.filter((column) => column !== undefined)
}

/** The word of a row. */
export function wordAt({ list, places }: Words, row: number): string {
  return list[places[row] ?? 0] ?? ''
}

/** `values`: the numbers behind the words, if words are sorted by them. */
function wordColumn(
  key: string,
  label: string,
  words: Words,
  values: readonly (LevelValue | undefined)[] = [],
): TableColumn {
  const text = (row: number) => wordAt(words, row)
  const width = wordWidth(label, words)
  return { key, label, numeric: false, width, text, sortKeys: () => wordKeys(words, values), words }
}

/** Wide enough for the longest word, up to a limit, and for the heading with its arrow. */
function wordWidth(label: string, { list }: Words): number {
  const longest = list.reduce((most, word) => Math.max(most, word.length), label.length + 1)
  return Math.min(230, Math.round(24 + 6.5 * longest))
}

/** The rank of each row's word: numbers by size, then texts alphabetically. */
function wordKeys({ list, places }: Words, values: readonly (LevelValue | undefined)[]): Float64Array {
  const order = list
    .map((word, place) => ({ word, place, value: values[place] }))
    .sort((a, b) => {
      if (typeof a.value === 'number' && typeof b.value === 'number') return a.value - b.value
      if (typeof a.value === 'number' || typeof b.value === 'number')
        return typeof a.value === 'number' ? -1 : 1
      return a.word < b.word ? -1 : a.word > b.word ? 1 : 0
    })
  const ranks = new Float64Array(list.length)
  order.forEach(({ place }, rank) => (ranks[place] = rank))
  const keys = new Float64Array(places.length)
  for (let row = 0; row < places.length; row++) keys[row] = ranks[places[row] ?? 0] ?? 0
  return keys
}

function number(
  key: string,
  label: string,
  values: Float64Array,
  format: (value: number) => string,
  width: number,
): TableColumn {
  return {
    key,
    label,
    numeric: true,
    width,
    text: (row) => {
      const value = values[row] ?? NaN
      return Number.isNaN(value) ? absentText : format(value)
    },
    sortKeys: () => values,
  }
}

function count(key: string, label: string, values: Float64Array): TableColumn {
  return number(key, label, values, String, 40)
}

/** A number with the digits of print; empty for a measured one. */
export function printedText(
  { printed }: CellColumns,
  part: keyof NonNullable<CellColumns['printed']>,
  row: number,
): string {
  const words = printed?.[part]
  return words?.list[words.places[row] ?? 0] ?? ''
}

/** Mean and deviation of a side in the unit of its metric. */
function amounts(
  side: 'baseline' | 'candidate',
  label: string,
  means: Float64Array,
  deviations: Float64Array,
  units: readonly ScaledUnit[],
  cells: CellColumns,
): readonly TableColumn[] {
  const { metrics } = cells
  const counts = side === 'baseline' ? cells.baselineN : cells.candidateN
  const unitOf = (row: number) => units[metrics.places[row] ?? 0] ?? { label: '', factor: 1 }
  const only = units.length === 1 ? units[0]?.label : undefined
  const isLong = means.some((mean, row) => mean / unitOf(row).factor >= 99_999.5)
  const column = (key: string, head: string, values: Float64Array): TableColumn => ({
    ...number(`${side}_${key}`, head, values, String, amountWidth(head, only, isLong)),
    ...(only !== undefined && only !== '' && { unit: only }),
    text: (row) => {
      const value = values[row] ?? NaN
      if (Number.isNaN(value)) return absentText
      const { label: unit, factor } = unitOf(row)
      const asPrinted = key === 'mean' ? printedText(cells, side, row) : ''
      const half = meanHalfWidth({ n: counts[row] ?? NaN, mean: value, sd: deviations[row] })
      const text =
        asPrinted === ''
          ? formatByInterval(value / factor, half === undefined ? undefined : half / factor)
          : asPrinted
      return only === undefined && unit !== '' ? `${text}\u202f${unit}` : text
    },
  })
  return [column('mean', label, means), column('deviation', '±s', deviations)]
}

/** Wide enough for the longest interval: a number that is cut off could be misread. */
function intervalWidth({ lowPercent, highPercent }: CellColumns): number {
  let longest = 0
  // Counted without formatting: there may be tens of thousands of rows.
  for (let row = 0; row < lowPercent.length; row++) {
    const [low, high] = [lowPercent[row] ?? NaN, highPercent[row] ?? NaN]
    const size = Math.max(Math.abs(low), Math.abs(high), 1)
    if (!Number.isFinite(size)) continue
    const decimals = decimalsOf(low, high) ?? 2
    const digits = Math.floor(Math.log10(size)) + 1 + (decimals > 0 ? decimals + 1 : 0)
    longest = Math.max(longest, 2 * (1 + digits) + ' to  %'.length)
  }
  return Math.max(138, 28 + 7 * longest)
}

/** Wide enough for the name of the side, up to a limit, or for a number, with its unit if the heading has none. */
function amountWidth(head: string, unit: string | undefined, isLong: boolean): number {
  if (unit === undefined) return isLong ? 146 : 118
  return Math.min(200, Math.max(isLong ? 112 : 84, 28 + 7 * (head.length + unit.length)))
}

function metricWords({ list, places }: Words): Words {
  return { list: list.map((id) => findMetric(id)?.label ?? id), places }
}
