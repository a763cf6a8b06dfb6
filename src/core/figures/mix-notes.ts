import { changeText as percentChangeText, differenceText } from '../comparison/percent-text'
import type { Metric } from '../results/metrics'
import { hodgesLehmannRatio } from '../statistics/comparison/hodges-lehmann'
import { averagesRatio } from '../statistics/comparison/averages-ratio'
import { estimate } from '../statistics/summary/summarize'
import { formatByInterval, thinSpace, withUnit } from '../units/number-format'
import type { FigureNote, FigureStatistic } from './figure'
import type { SweepCell, SweepLine } from './sweep-lines'

/** The findings of a mix sweep in words: the worst mix, how far it falls below the worse end, what pure writes regain. */
export function mixNotes(
  line: SweepLine,
  metric: Metric,
  statistic: FigureStatistic,
  unit: { readonly label: string; readonly factor: number },
): readonly FigureNote[] {
  const middle = (cell: SweepCell) => estimate(cell.runs.total.values, statistic)
  const measured = line.cells.filter((cell) => cell.runs.total.values.length > 0)
  const at = (x: number) => measured.find((cell) => cell.x === x)
  const [reads, writes, half] = [at(100), at(0), at(50)]
  if (measured.length < 3 || metric.better === 'neither') return []
  const sign = metric.better === 'higher' ? 1 : -1
  const badness = (cell: SweepCell) => -sign * (middle(cell)?.value ?? 0)
  const worst = measured.reduce((a, b) => (badness(b) > badness(a) ? b : a))
  const found = middle(worst)
  if (!found) return []
  const name = line.id === 'all' ? '' : `${line.label}: `
  const { low, high } = found
  const width = low === undefined || high === undefined ? undefined : (high - low) / unit.factor
  const number = (value: number) => formatByInterval(value / unit.factor, width && width / 2)
  const interval =
    low === undefined || high === undefined
      ? ''
      : ` (95${thinSpace}% interval ${number(low)} to ${number(high)})`
  const word = sign > 0 ? 'lowest' : 'highest'
  const notes = [
    `${name}${word} at ${mixName(worst.x)}, ${withUnit(number(found.value), unit.label)}${interval}.`,
  ]
  if (reads && writes) {
    const end = badness(reads) > badness(writes) ? reads : writes
    notes.push(
      worst === end
        ? `${name}no mix is worse than ${mixName(end.x)}.`
        : `${name}${changeText(end, worst, statistic)} against the worse end, ${mixName(end.x)}.`,
    )
  }
  if (half && writes) notes.push(`${name}${changeText(half, writes, statistic)} from 50/50 to ${mixName(0)}.`)
  return notes.map((text) => ({
    severity: 'note',
    text: name === '' ? text.charAt(0).toUpperCase() + text.slice(1) : text,
  }))
}

/** Change of the total from one mix to another in percent, as 100 (R - 1) with the interval of the ratio R of what is drawn. */
function mixChange(from: SweepCell, to: SweepCell, statistic: FigureStatistic): MixChange | undefined {
  const [a, b] = [from.runs.total.values, to.runs.total.values]
  const found = statistic === 'median' ? hodgesLehmannRatio(a, b) : averagesRatio(a, b, statistic)
  const change = percent(found?.ratio ?? averagesRatio(a, b, 'mean')?.ratio ?? NaN)
  if (!Number.isFinite(change)) return undefined
  const [low, high] = [percent(found?.low ?? NaN), percent(found?.high ?? NaN)]
  return Number.isFinite(low) && Number.isFinite(high) ? { percent: change, low, high } : { percent: change }
}

export interface MixChange {
  readonly percent: number
  readonly low?: number
  readonly high?: number
}

function percent(ratio: number): number {
  return 100 * (ratio - 1)
}

function changeText(from: SweepCell, to: SweepCell, statistic: FigureStatistic): string {
  const change = mixChange(from, to, statistic)
  if (!change) return 'no percentage'
  const { percent: value, low, high } = change
  return low === undefined || high === undefined
    ? `${differenceText(value)} (no interval)`
    : percentChangeText({ percent: value, lowPercent: low, highPercent: high })
}

function mixName(readPercent: number): string {
  if (readPercent === 100) return '100 % reads'
  return readPercent === 0 ? '100 % writes' : `${readPercent} % reads`
}
