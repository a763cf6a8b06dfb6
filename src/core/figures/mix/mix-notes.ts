import { changeText as percentChangeText, differenceText } from '../../comparison/texts/percent-text'
import type { Metric } from '../../results/metrics'
import { hodgesLehmannRatio } from '../../statistics/comparison/hodges-lehmann'
import { averagesRatio } from '../../statistics/comparison/averages-ratio'
import { estimate } from '../../statistics/summary/summarize'
import { formatByInterval, thinSpace, withUnit } from '../../units/number-format'
import { template } from '../../words/template'
import type { FigureNote, FigureStatistic } from '../figure/figure'
import type { SweepCell, SweepLine } from '../sweep/sweep-lines'

const ofLine = template('mix-line', '{line}: ', { line: 'name' })
const line = { of: [ofLine] }
const extremeMix = template('mix-extreme', '{line}{way} at {mix}, {mean}.', {
  line,
  way: ['lowest', 'highest', 'Lowest', 'Highest'],
  mix: 'level',
  mean: 'mean',
})
const everyMix = template('mix-alike', '{line}{way} at every mix, {mean}.', {
  line,
  way: ['the same', 'The same'],
  mean: 'mean',
})
const noneWorse = template('mix-none-worse', '{line}{no} mix is worse than {mix}.', {
  line,
  no: ['no', 'No'],
  mix: 'level',
})
const againstWorse = template('mix-against-worse', '{line}{change} against the worse end, {mix}.', {
  line,
  change: 'change',
  mix: 'level',
})
const fromHalf = template('mix-from-half', '{line}{change} from 50/50 to {mix}.', {
  line,
  change: 'change',
  mix: 'level',
})

/** The findings of a mix sweep in words: the worst mix, how far it falls below the worse end, what pure writes regain. */
export function mixNotes(
  { id, label, cells }: SweepLine,
  metric: Metric,
  statistic: FigureStatistic,
  unit: { readonly label: string; readonly factor: number },
): readonly FigureNote[] {
  const middle = (cell: SweepCell) => estimate(cell.runs.total.values, statistic)
  const measured = cells.filter((cell) => cell.runs.total.values.length > 0)
  const at = (x: number) => measured.find((cell) => cell.x === x)
  const [reads, writes, half] = [at(100), at(0), at(50)]
  if (measured.length < 3 || metric.better === 'neither') return []
  const sign = metric.better === 'higher' ? 1 : -1
  const badness = (cell: SweepCell) => -sign * (middle(cell)?.value ?? 0)
  const worst = measured.reduce((a, b) => (badness(b) > badness(a) ? b : a))
  const found = middle(worst)
  if (!found) return []
  const isOnly = id === 'all'
  const name = isOnly ? '' : ofLine({ line: label })
  const { low, high } = found
  const width = low === undefined || high === undefined ? undefined : (high - low) / unit.factor
  const number = (value: number) => formatByInterval(value / unit.factor, width && width / 2)
  const interval =
    low === undefined || high === undefined || low === high
      ? ''
      : ` (95${thinSpace}% interval ${number(low)} to ${number(high)})`
  const word = sign > 0 ? (isOnly ? 'Lowest' : 'lowest') : isOnly ? 'Highest' : 'highest'
  const mean = `${withUnit(number(found.value), unit.label)}${interval}`
  if (measured.every((cell) => middle(cell)?.value === found.value))
    return [{ severity: 'note', text: everyMix({ line: name, way: isOnly ? 'The same' : 'the same', mean }) }]
  const notes = [extremeMix({ line: name, way: word, mix: mixName(worst.x), mean })]
  if (reads && writes) {
    const end = badness(reads) > badness(writes) ? reads : writes
    const mix = mixName(end.x)
    notes.push(
      worst === end
        ? noneWorse({ line: name, no: isOnly ? 'No' : 'no', mix })
        : againstWorse({ line: name, change: changeText(end, worst, statistic), mix }),
    )
  }
  if (half && writes)
    notes.push(fromHalf({ line: name, change: changeText(half, writes, statistic), mix: mixName(0) }))
  return notes.map((text) => ({ severity: 'note', text }))
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
