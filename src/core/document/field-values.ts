import type { ComparedCell, Comparison } from '../comparison/comparison'
import type { AskedUnits } from '../comparison/texts/cell-text'
import { selectionText } from '../comparison/sides/selection'
import { percentileOfMetric } from '../results/percentiles'
import { asPrinted, displayUnit } from '../results/display-unit'
import { printedMoments } from '../figures/sweep/printed-point'
import { comparisonTable } from '../figures/comparison/comparison-table'
import type { Table } from '../figures/figure/table'
import type { LevelValue } from '../plan/plan'
import type { Unit } from '../results/observation'
import type { PublishedSummary } from '../results/published-result'
import { storedVerdictText, verdictText } from '../statistics/comparison/case-comparison'
import { momentsOf } from '../statistics/summary/moments'
import { medianInterval, quantileOfSorted, sorted } from '../statistics/summary/quantile'
import { meanEnds, meanHalfWidth } from '../statistics/summary/summarize'
import { formatDeviation, formatNumber, withUnit } from '../units/number-format'
import { type ComparisonField, type ComparisonStatistic, type ValueField, type ValueStatistic } from './field'
import { printedTable } from './printed-table'
import type { FieldText } from './rich-text'
import { template } from '../words/template'

/** The value of a field, independent of where it appears. */
export type FieldValue = Omit<FieldText, 'type' | 'source'>

/** The runs of one case, or its printed results. */
export interface CaseValues {
  /** Id of the metric. */
  readonly metric: string
  /** Base unit of `values`. */
  readonly unit: Unit
  readonly values: readonly number[]
  /** If there are no runs. */
  readonly printed: PublishedSummary | undefined
}

/** The texts for a case, with the digits of tables; `asked`: the chosen unit, if any. */
export function caseTexts(
  { metric, unit: base, values, printed }: CaseValues,
  asked?: string,
): ReadonlyMap<ValueStatistic, string> {
  const moments = values.length > 0 ? momentsOf(values) : printed && printedMoments(printed)
  if (moments === undefined) return new Map()
  const isPrinted = values.length === 0 && printed !== undefined
  const unit = displayUnit(base, [moments.mean], { unit: asked, ...(isPrinted && { printed: [printed] }) })
  const inPrint = isPrinted ? asPrinted(printed, unit.factor) : undefined
  const half = meanHalfWidth(moments)
  const ends = meanEnds(moments, percentileOfMetric(metric) !== undefined)
  const row = (middle: number, low?: number, high?: number) =>
    digits([middle, low, high].map((value) => (value === undefined ? undefined : value / unit.factor)))
  const [byInterval = '', low = '', high = ''] = row(moments.mean, ends?.low, ends?.high)
  const mean = inPrint?.mean ?? byInterval
  const texts = new Map<ValueStatistic, string>([['mean', withUnit(mean, unit.label)]])
  if (ends) texts.set('interval', withUnit(`${low} to ${high}`, unit.label))
  if (moments.sd !== undefined) {
    const own = moments.sd / unit.factor
    const deviation = inPrint?.sd ?? (half === undefined ? formatNumber(own, 2) : formatDeviation(own, mean))
    texts.set('mean-deviation', withUnit(`${mean} ± ${deviation}`, unit.label))
    texts.set('deviation', withUnit(deviation, unit.label))
  }
  if (values.length > 0) {
    const middle = quantileOfSorted(sorted(values), 0.5) ?? moments.mean
    const around = medianInterval(values)
    texts.set('median', withUnit(row(middle, around?.low, around?.high)[0] ?? '', unit.label))
  }
  if (values.length > 0 || printed?.n !== undefined) texts.set('runs', String(moments.n))
  return texts
}

/** A mean and the ends of its interval as in a printed table. */
function digits(cells: readonly (number | undefined)[]): readonly string[] {
  const columns = ['mean', 'low', 'high'].map((key) => ({ key, label: key }))
  // A column whose cells are all absent is left out; it is not needed.
  const shown = columns.filter((_, at) => cells[at] !== undefined)
  const [row = []] = printedTable({ columns, rows: [cells] }).rows
  return columns.map((column) => row[shown.indexOf(column)] ?? '')
}

/** The text of a field of a case, or of several that it may mean; `campaign`: the campaign's name for readers. */
export function valueText(
  field: ValueField,
  campaign: string,
  found: CaseValues | 'several' | undefined,
): FieldValue {
  if (found === 'several') return missing(severalCases({ campaign }))
  const text = found && caseTexts(found, field.unit).get(field.statistic)
  if (text !== undefined) return { text }
  if (found === undefined || (found.values.length === 0 && found.printed === undefined))
    return missing(noRun({ campaign }))
  if (found.values.length === 0)
    return missing(notPrinted({ campaign, statistic: statisticNames[field.statistic] }))
  return missing(fewRuns({ campaign, statistic: statisticNames[field.statistic] }))
}

/** Names of the quantities in pickers. */
export const statisticNames: Readonly<Record<ValueStatistic | ComparisonStatistic, string>> = {
  mean: 'mean',
  interval: '95\u202f% interval',
  'mean-deviation': 'mean ± standard deviation',
  median: 'median',
  deviation: 'standard deviation',
  runs: 'number of runs',
  difference: 'difference in percent',
  verdict: 'verdict',
  baseline: 'mean of the baseline',
  candidate: 'mean of the candidate',
}

/** A comparison with the texts of its cells as its table prints them. */
export interface ComparedTexts {
  readonly comparison: Comparison
  readonly table: Table
}

/** Prints a comparison once for all fields that quote it; `asked`: the chosen units, if any. */
export function comparedTexts(comparison: Comparison, asked?: AskedUnits): ComparedTexts {
  const { columns, rows } = comparisonTable(comparison, asked)
  return { comparison, table: { columns, rows: [...rows] } }
}

/** A cell with the index of its row. */
export interface PlacedCell {
  readonly candidate: string
  readonly cell: ComparedCell
  readonly row: number
}

/** All cells in the order of the table. */
export function placedCells({ comparison }: ComparedTexts): readonly PlacedCell[] {
  let row = 0
  return comparison.candidates.flatMap(({ candidate, cells }) =>
    cells.map((cell) => ({ candidate: selectionText(candidate.selection), cell, row: row++ })),
  )
}

/** The texts for a cell, with the digits of the table. */
export function cellTexts(
  { table }: ComparedTexts,
  { cell, row }: PlacedCell,
): ReadonlyMap<ComparisonStatistic, string> {
  const cells = [...table.rows][row] ?? []
  const textOf = (key: string) => {
    const at = table.columns.findIndex((column) => column.key === key)
    const text = cells[at]
    return typeof text === 'string' ? withUnit(text, table.columns[at]?.unit ?? '') : undefined
  }
  const found: readonly (readonly [ComparisonStatistic, string | undefined])[] = [
    ['difference', textOf('difference')],
    ['interval', textOf('interval')],
    ['verdict', verdictText(cell.comparison.verdict)],
    ['baseline', textOf('baseline_mean')],
    ['candidate', textOf('candidate_mean')],
  ]
  return new Map(found.flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const])))
}

/** The text of a field of a comparison; flagged if the verdict has changed since it was written. */
export function comparisonText(field: ComparisonField, compared: ComparedTexts): FieldValue {
  const place = placedCells(compared).find(
    ({ candidate, cell }) =>
      candidate === field.candidate &&
      cell.test === field.test &&
      cell.direction === field.direction &&
      cell.metric === field.metric &&
      sameLevels(cell.levels, field.levels),
  )
  if (place === undefined) return missing(noCase())
  const text = cellTexts(compared, place).get(field.statistic)
  if (text === undefined) return missing(noStatistic({ statistic: statisticNames[field.statistic] }))
  const { verdict } = place.cell.comparison
  if (verdict === field.was) return { text }
  return {
    text,
    problem: verdictChanged({ text, now: verdictText(verdict), was: storedVerdictText(field.was) }),
  }
}

const statistics = Object.values(statisticNames)
/** Why a number is gone, and what its author can do. */
export const numberGone = {
  campaign: template(
    'field-no-campaign',
    'its campaign is no longer in this file. Take the campaign over from another results file and pick the number again, or take it out of the text.',
  ),
  figure: template(
    'field-no-figure',
    'the figure that compares it was deleted. Save the comparison again in the Compare room, and pick the number from it.',
  ),
  comparison: template(
    'field-compares-nothing',
    'the figure “{figure}” compares nothing any more. Save the comparison again in the Compare room, and pick the number from it.',
    { figure: 'name' },
  ),
  refused: template(
    'field-refused',
    'the comparison of “{figure}” cannot be made ({reason}). Save the comparison again in the Compare room, and pick the number from it.',
    { figure: 'name', reason: 'given' },
  ),
} as const
const noRun = template(
  'field-no-run',
  'no run of this case of {campaign} counts, because none has finished or all were excluded. Include a run again in the Results room, or pick another number.',
  { campaign: 'name' },
)
const fewRuns = template(
  'field-few-runs',
  'this case of {campaign} has too few runs for the {statistic}. Pick the mean, or measure it again.',
  { campaign: 'name', statistic: statistics },
)
const notPrinted = template(
  'field-not-printed',
  'this case of {campaign} is from print, which does not give its {statistic}. Pick the mean.',
  { campaign: 'name', statistic: statistics },
)
const severalCases = template(
  'field-several',
  'several cases of {campaign} fit it by now. Pick the number again.',
  { campaign: 'name' },
)
const noCase = template('field-no-case', 'the comparison no longer has this case. Pick another number of it.')
const noStatistic = template(
  'field-no-statistic',
  'this case has no {statistic}. Pick another number of it.',
  {
    statistic: statistics,
  },
)
const verdictChanged = template(
  'field-verdict',
  'The verdict of “{text}” is now “{now}”; it was “{was}” when it was picked. Check the sentence, then pick the number again.',
  { text: 'given', now: 'given', was: 'given' },
)
const noNumber = template('field-missing', 'A number in the text cannot be found: {reason}', {
  reason: {
    of: [...Object.values(numberGone), noRun, fewRuns, notPrinted, severalCases, noCase, noStatistic],
  },
})

/** A field without a value is never dropped silently. `reason`: see `numberGone`. */
export function missing(reason: string): FieldValue {
  return { text: '[no number]', problem: noNumber({ reason }) }
}

export function sameLevels(
  one: Readonly<Record<string, LevelValue | undefined>>,
  other: Readonly<Record<string, LevelValue | undefined>>,
): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key])
}
