import { sentences } from '../../text/plain-text'
import { withUnit } from '../../units/number-format'
import { betterSentence } from '../../results/metrics'
import { averageSentence, failedSentence, markWords, runsSentence } from '../sweep/caption'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import type { Metric } from '../../results/metrics'
import { testLabel } from '../../plan/levels/level-words'
import { cleanText, textLimits } from '../figure/clean-text'
import type { CompressibilityData } from './compressibility-data'
import type { ContentCell } from './compressibility-points'
import type { Figure, FigureStatistic } from '../figure/figure'
import { printedSentence } from '../sweep/printed-point'
import type { FigureProvenance } from '../figure/provenance'
import { largestOf, smallestOf } from '../../iterables'

const randomSaid = template('content-random', '"random", at the right, is {what}.', {
  what: ['the diagnostic mode of IOzone (-+d)', 'no percentage'],
})
const dedupeSaid = template(
  'content-dedupe',
  'Dedupe % is the share of repeated data; the articles call it compressibility.',
)
const dedupeAsked = template(
  'content-dedupe-asked',
  'Dedupe % is what IOzone was asked to repeat; the articles call it compressibility.',
)
const dedupeSampled = template(
  'content-dedupe-sampled',
  'Of the data it wrote, {repeated} of the 4 KiB blocks repeat another, and distinct blocks compress by {compressed} (zlib level 1).',
  { repeated: 'given', compressed: 'given' },
)

/** The name of a test as a heading: "Random write". */
export function testName(test: string): string {
  return testLabel(cleanText(test, textLimits.label))
}

/** "Bandwidth by share of repeated data": words, where the axis names the option. */
export function contentTitle({ choice }: CompressibilityData, metric: Metric): string {
  return `${metric.label} by ${choice.xKey === 'compress_percent' ? 'compressibility' : 'share of repeated data'}`
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
  readonly provenance: FigureProvenance
}): string {
  const { cells, show, statistic, failedRuns, metric, data, provenance } = facts
  const counts = cells.map((cell) => cell.runs.values.length).filter((n) => n > 0)
  const printed = cells.flatMap((cell) => cell.printed ?? [])
  if (counts.length + printed.length === 0) return noData()
  const found: string[] = []
  if (counts.length > 0) {
    const intervals = { mean: markWords.meanIntervals, median: markWords.medianIntervals }
    const bars = statistic === 'harmonic' ? markWords.noHarmonicInterval : intervals[statistic]
    found.push(
      largestOf(counts) === 1
        ? runsSentence(counts, undefined, [])
        : averageSentence(statistic, counts, [
            ...(show.dots ? [markWords.dots()] : []),
            ...(show.intervals ? [bars()] : []),
          ]),
    )
  }
  if (printed.length > 0) found.push(printedSentence(printed, show.intervals))
  const engines = new Set(data.drawn.map(({ engine }) => engine))
  if (data.choice.xKey === 'dedupe_percent' && engines.has('iozone')) found.push(dedupeSentence(provenance))
  if (data.levels.includes('random') && !facts.isTrueScale) {
    found.push(
      randomSaid({ what: engines.has('iozone') ? 'the diagnostic mode of IOzone (-+d)' : 'no percentage' }),
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

/** What dedupe % of IOzone stands for: what was sampled of its data speaks, not the name of the option. */
function dedupeSentence({ campaigns }: FigureProvenance): string {
  const sampled = campaigns
    .flatMap(({ calibrations = [] }) => calibrations)
    .filter(({ levels }) => typeof levels.dedupe_percent === 'number')
  if (sampled.length === 0) return dedupeSaid()
  const repeated = sampled.map(({ uniqueShare }) => 100 * (1 - uniqueShare))
  const compressed = sampled.map(({ uniqueCompressedShare }) => 100 * (1 - uniqueCompressedShare))
  return sentences([
    dedupeAsked(),
    dedupeSampled({ repeated: percentRange(repeated), compressed: percentRange(compressed) }),
  ])
}

/** "0 to 97 %" in whole percent; data that grow when compressed are 0 %. */
function percentRange(values: readonly number[]): string {
  const [low, high] = [smallestOf(values), largestOf(values)].map((value) => Math.max(0, Math.round(value)))
  return low === high ? withUnit(String(low), '%') : `${String(low)} to ${withUnit(String(high), '%')}`
}
