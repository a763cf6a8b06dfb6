import { sentences } from '../units/plain-text'
import { countRange } from '../units/number-format'
import { betterSentence } from '../results/metrics'
import { failedSentence } from './caption'
import { middleWords } from '../results/percentiles'
import type { Metric } from '../results/metrics'
import { testLabel } from '../plan/level-words'
import { cleanText, textLimits } from './clean-text'
import type { CompressibilityData } from './compressibility-data'
import type { ContentCell } from './compressibility-points'
import type { Figure, FigureStatistic } from './figure'
import { printedSentence } from './printed-point'
import { largestOf } from '../units/iterables'

/** The name of a test as a heading: "Random write". */
export function testName(test: string): string {
  return testLabel(cleanText(test, textLimits.label))
}

/** "Random write: bandwidth by dedupe %"; the field is named for what it is. */
export function contentTitle({ tests, choice }: CompressibilityData, metric: Metric): string {
  const [only] = tests
  const measured = /^[A-Z][a-z]/.test(metric.label)
    ? metric.label.charAt(0).toLowerCase() + metric.label.slice(1)
    : metric.label
  const by = `by ${fieldName(choice.xKey)}`
  return only !== undefined && tests.length === 1
    ? `${testName(only.test)}: ${measured} ${by}`
    : `${metric.label} ${by}`
}

/** What x shows, which option set it, and how the levels are spaced. */
export function contentXLabel({ choice, drawn }: CompressibilityData, isTrueScale: boolean): string {
  const engines = new Set(drawn.map((one) => one.engine))
  const [engine] = engines.size === 1 ? engines : []
  const isAlike = drawn.every(({ levels }) => levels.dedupe_alike === true)
  const name = fieldName(choice.xKey)
  const options = optionOf(engine, choice.xKey, isAlike)
  const spacing = isTrueScale ? 'true scale' : 'levels evenly spaced'
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${options === undefined ? '' : ` (${options})`}, ${spacing}`
}

/** What the marks are, in words: runs and printed means separately, intervals, failures, which direction is better. */
export function contentCaption(facts: {
  readonly cells: readonly ContentCell[]
  readonly data: CompressibilityData
  readonly metric: Metric
  readonly statistic: FigureStatistic
  readonly show: Figure['show']
  readonly failedRuns: number
  readonly isTrueScale: boolean
}): string {
  const { cells, show, statistic, failedRuns, metric, data } = facts
  const counts = cells.map((cell) => cell.runs.values.length).filter((n) => n > 0)
  const printed = cells.flatMap((cell) => cell.printed ?? [])
  if (counts.length + printed.length === 0) return 'No data.'
  const found: string[] = []
  if (counts.length > 0) {
    const parts = [
      `${middleWords[statistic]} of ${countRange(counts)} ${largestOf(counts) === 1 ? 'run' : 'runs'}`,
    ]
    if (show.dots) parts.push('dots are single runs')
    if (show.intervals && largestOf(counts) > 1) {
      parts.push(
        statistic === 'mean'
          ? 'intervals are 95 % confidence intervals of the mean (Student t)'
          : statistic === 'median'
            ? 'intervals are order-statistic intervals of the median, from 6 runs on'
            : 'the harmonic mean has no interval',
      )
    }
    found.push(`${parts.join('; ')}.`)
  }
  if (printed.length > 0) found.push(printedSentence(printed, show.intervals))
  const engines = new Set(data.drawn.map(({ engine }) => engine))
  if (data.choice.xKey === 'dedupe_percent' && engines.has('iozone'))
    found.push('Dedupe % is the share of repeated data; the articles call it compressibility.')
  if (data.levels.includes('random') && !facts.isTrueScale) {
    found.push(
      `"random", at the right, is ${engines.has('iozone') ? 'the diagnostic mode of IOzone (-+d)' : 'no percentage'}.`,
    )
  }
  return sentences([...found, failedSentence(failedRuns), betterSentence(metric)])
}

function fieldName(key: string): string {
  return key === 'compress_percent' ? 'compress %' : 'dedupe %'
}

function optionOf(engine: string | undefined, key: string, isAlike: boolean): string | undefined {
  if (engine === 'fio')
    return key === 'compress_percent' ? 'fio buffer_compress_percentage' : 'fio dedupe_percentage'
  if (engine !== 'iozone') return undefined
  if (key === 'compress_percent') return 'IOzone -+a -+M'
  return `IOzone ${isAlike ? '-+w -+y -+C' : '-+w'}`
}
