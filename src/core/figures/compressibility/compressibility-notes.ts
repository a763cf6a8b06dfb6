import { averagesRatio } from '../../statistics/comparison/averages-ratio'
import { template } from '../../words/template'
import type { LevelValue } from '../../plan/plan'
import { formatNumber, formatPrinted, withUnit } from '../../units/number-format'
import { type Metric, metricInSentence } from '../../results/metrics'
import { hodgesLehmannRatio } from '../../statistics/comparison/hodges-lehmann'
import { meansRatio } from '../../statistics/comparison/log-ratio'
import { relativeDropPercent } from '../../statistics/sweep/ratios'
import type { CompressibilityData } from './compressibility-data'
import { type ContentCell, type ContentLine, contentMoments } from './compressibility-points'
import { testName } from './compressibility-titles'
import type { FigureNote, FigureStatistic } from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import { harmonicNotes, runNotes } from '../sweep/run-notes'
import type { SweepLine } from '../sweep/sweep-lines'

const noResult = template('content-no-result', 'No result has {metric} and a level of data content.', {
  metric: 'metric',
})
const onlyDifferences = template(
  'content-differences',
  '{differences|# printed difference has|# printed differences have} no mean to draw; the percent-difference figure of a comparison shows them.',
  { differences: 'count' },
)
const noPlace = template(
  'content-no-place',
  'No place on a true scale: {levels}. Evenly spaced levels show it.',
  { levels: 'level' },
)
const drawnAsMeans = template('content-means', 'Published results give means only; they are drawn as means.')
const noInterval = template('content-no-interval', 'no interval')
const intervalOf = template('content-interval', '95\u202f% interval {low} to {high}', {
  low: 'value',
  high: 'percent',
})
const dropSaid = template('content-drop', '{line}: {percent} {way} at {to} than at {from} ({interval}).', {
  line: 'name',
  percent: 'percent',
  way: ['lower', 'higher'],
  to: 'percent',
  from: 'percent',
  interval: { of: [noInterval, intervalOf] },
})

/** With more lines than this, each test names only its largest change. */
const mostDrops = 8

/** The notes of the compressibility figures: what is left out, how reliable the runs are, how far each line drops. */
export function contentNotes(
  lines: readonly ContentLine[],
  facts: {
    readonly data: CompressibilityData
    readonly metric: Metric
    readonly statistic: FigureStatistic
    readonly isTrueScale: boolean
    readonly provenance: FigureProvenance
  },
): readonly FigureNote[] {
  const { data, metric, statistic, isTrueScale, provenance } = facts
  const notes: FigureNote[] = [...data.choice.notes]
  if (lines.length === 0)
    notes.push({
      severity: 'warning',
      text: noResult({ metric: metricInSentence(metric.id) }),
    })
  if (data.differences > 0)
    notes.push({
      severity: 'warning',
      text: onlyDifferences({ differences: data.differences }),
    })
  const words = data.levels.filter((level) => typeof level !== 'number')
  if (isTrueScale && words.length > 0)
    notes.push({
      severity: 'note',
      text: noPlace({ levels: words.join(', ') }),
    })
  if (statistic === 'median' && data.printed.size > 0) notes.push({ severity: 'note', text: drawnAsMeans() })
  const measured = lines.filter(({ cells }) => cells.every(({ printed }) => printed === undefined))
  const name = (at: number) =>
    typeof data.levels[at] === 'number' ? `${data.levels[at]} %` : String(data.levels[at])
  const placedLines = measured.map((one) => placed(one, data))
  const ofRuns = [
    ...runNotes(placedLines, ['total'], name, provenance),
    ...harmonicNotes(placedLines, ['total'], name, { cases: data.drawn, metric, statistic }),
  ]
  return [...notes, ...ofRuns, ...dropNotes(lines, data, statistic)]
}

/** A line with the positions of its levels on x and its test in its name, for a sentence. */
function placed({ line, test, cells }: ContentLine, { tests }: CompressibilityData): SweepLine {
  const own = line.id === 'all' ? [] : [line.label]
  const names = tests.length > 1 ? [testName(test), ...own] : own
  return {
    ...line,
    id: names.length === 0 ? 'all' : line.id === 'all' ? 'test' : line.id,
    label: names.join(', '),
    cells: cells.map(({ cell }, x) => ({ ...cell, x })),
  }
}

function dropNotes(
  lines: readonly ContentLine[],
  data: CompressibilityData,
  statistic: FigureStatistic,
): readonly FigureNote[] {
  const drops = lines.flatMap((one) => {
    const drop = contentDrop(one.cells, statistic)
    const name = [testName(one.test), ...(one.line.id === 'all' ? [] : [one.line.label])].join(', ')
    return drop === undefined ? [] : [{ test: one.test, name, drop }]
  })
  if (drops.length <= mostDrops) return drops.map(({ name, drop }) => dropNote(name, drop))
  return data.tests.flatMap(({ test }) => {
    const [largest] = drops
      .filter((one) => one.test === test)
      .sort((a, b) => Math.abs(b.drop.percent) - Math.abs(a.drop.percent))
    return largest === undefined ? [] : [dropNote(`${largest.name} (largest change)`, largest.drop)]
  })
}

/** How far a line falls from its most to its least compressible level, in percent of the former; negative if it rises. */
export interface ContentDrop {
  readonly from: number
  readonly to: number
  readonly percent: number
  /** 95 % interval of the drop. */
  readonly low?: number
  readonly high?: number
}

/** The drop of a line; undefined with fewer than two percentages, and if the first is not above 0. */
export function contentDrop(
  cells: readonly ContentCell[],
  statistic: FigureStatistic,
): ContentDrop | undefined {
  const measured = cells.filter(isPercentage).filter((one) => contentMoments(one) !== undefined)
  const first = measured[0]
  const last = measured[measured.length - 1]
  const [a, b] = [first && contentMoments(first), last && contentMoments(last)]
  if (!first || !last || !a || !b || first === last) return undefined
  const places = { from: first.level, to: last.level }
  // Print has means only.
  const hasRuns = first.runs.values.length > 0 && last.runs.values.length > 0
  const drawn = hasRuns ? statistic : 'mean'
  const found =
    drawn === 'mean'
      ? meansRatio(a, b)
      : drawn === 'median'
        ? hodgesLehmannRatio(values(first), values(last))
        : averagesRatio(values(first), values(last), drawn)
  const percent = drawn !== 'mean' && found ? dropOf(found.ratio) : relativeDropPercent(a.mean, b.mean)
  if (percent === undefined || !Number.isFinite(percent)) return undefined
  if (found?.low === undefined || found.high === undefined) return { ...places, percent }
  return { ...places, percent, low: dropOf(found.high), high: dropOf(found.low) }
}

/** The drop in words: "63.0 % lower at 2 % than at 98 % (95 % interval 61.2 to 64.8 %)". */
function dropNote(name: string, { percent, low, high, from, to }: ContentDrop): FigureNote {
  const sign = percent < 0 ? -1 : 1
  const half = low === undefined || high === undefined ? undefined : (high - low) / 2
  const size = (value: number) =>
    half === undefined ? formatNumber(sign * value) : formatPrinted(sign * value, half)
  const [first, last] = sign < 0 ? [high, low] : [low, high]
  const interval =
    first === undefined || last === undefined
      ? noInterval()
      : intervalOf({ low: size(first), high: withUnit(size(last), '%') })
  const word = sign < 0 ? 'higher' : 'lower'
  return {
    severity: 'note',
    text: dropSaid({
      ...{ line: name, percent: withUnit(size(percent), '%'), way: word, interval },
      ...{ to: withUnit(String(to), '%'), from: withUnit(String(from), '%') },
    }),
  }
}

function dropOf(ratio: number): number {
  return 100 * (1 - ratio)
}

function values({ runs }: ContentCell): readonly number[] {
  return runs.values
}

function isPercentage(cell: ContentCell): cell is ContentCell & { readonly level: LevelValue & number } {
  return typeof cell.level === 'number'
}
