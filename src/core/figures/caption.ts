import { betterSentence, type Metric } from '../results/metrics'
import {
  fixedDepthSentence,
  latencyName,
  isLatencyMetric,
  middleLabel,
  percentileOfMetric,
  middleWords,
} from '../results/percentiles'
import type { PublishedSummary } from '../results/published-result'
import type { Figure, FigureSeries, FigureStatistic } from './figure'
import { printedSentence } from './printed-point'
import type { FigureProvenance } from './provenance'
import { largestOf, smallestOf } from '../units/iterables'
import { counted, countRange } from '../units/number-format'
import { sentences } from '../units/plain-text'
import type { UsualSettings } from './usual-settings'

/** What the caption has to explain. */
export interface CaptionFacts {
  readonly series: readonly FigureSeries[]
  readonly metric: Metric
  readonly statistic: FigureStatistic
  readonly show: Figure['show']
  readonly failedRuns: number
  readonly doneRuns: number
  /** Every run shown had a fixed queue depth; see `isAtFixedDepth`. */
  readonly fixedDepth: boolean
  /** Means taken from print. */
  readonly printed: readonly PublishedSummary[]
}

/** The caption: what a point, a dot, a bar and a dashed line are, how many runs failed, which direction is better. */
export function sweepCaption(facts: CaptionFacts): string {
  const { metric, failedRuns, doneRuns } = facts
  const measured = facts.series.filter((series) => series.role === 'measured' && series.visible)
  const points = measured.flatMap((series) => series.points)
  const counts = points.filter((point) => point.dots.length > 0).map((point) => point.dots.length)
  if (counts.length + facts.printed.length === 0) return 'No data.'
  const hasIdeal = facts.series.some((series) => series.role === 'reference' && series.visible)
  return sentences([
    counts.length === 0 ? '' : marks(facts, counts),
    printedSentence(facts.printed, facts.show.intervals),
    failedSentence(failedRuns, doneRuns + failedRuns),
    hasIdeal
      ? 'Dashed: ideal mix, the harmonic mean of the pure read and pure write rates weighted by the read share.'
      : '',
    facts.fixedDepth && isLatencyMetric(metric.id) && counts.length > 0
      ? fixedDepthSentence(latencyName([metric.id]))
      : '',
    metric.meaning ?? '',
    betterSentence(metric),
  ])
}

function marks(facts: CaptionFacts, counts: readonly number[]): string {
  if (largestOf(counts) === 1) return runsSentence(counts, undefined, '')
  const n = countRange(counts)
  const { id } = facts.metric
  const middle = middleWords[facts.statistic]
  const parts = [
    percentileOfMetric(id) === undefined
      ? `${middle} of ${n} runs`
      : `${middleLabel(id, facts.statistic)}, ${n} runs`,
  ]
  if (facts.show.dots) parts.push('dots are single runs')
  if (facts.show.intervals) parts.push(bars(facts, smallestOf(counts)))
  return `${parts.join('; ')}.`
}

function bars({ series, statistic }: CaptionFacts, fewest: number): string {
  if (statistic === 'harmonic') return 'the harmonic mean has no interval'
  if (statistic === 'mean') return 'bars are 95 % confidence intervals of the mean (Student t)'
  const some = series.some((one) => one.points.some((point) => point.low !== undefined))
  if (!some) return 'too few runs for an interval of the median'
  const limit = fewest < 6 ? ', from 6 runs on' : ''
  return `bars are order-statistic intervals that hold the median with at least 95 %${limit}`
}

/** What averages are of: "Means of 3 to 5 runs; bars are 95 % intervals." `rest` follows the runs if there are several. */
export function runsSentence(
  counts: readonly number[],
  statistic: UsualSettings['statistic'],
  rest: string,
): string {
  if (counts.length === 0) return ''
  if (largestOf(counts) === 1) return 'Single runs; one run gives no interval.'
  return `${statistic === 'median' ? 'Medians' : 'Means'} of ${countRange(counts)} runs${rest}.`
}

/** How many runs failed, of how many if given; empty if none did. */
export function failedSentence(failed: number, of?: number): string {
  if (failed === 0) return ''
  const count = of === undefined ? counted(failed, 'run') : `${failed} of ${counted(of, 'run')}`
  return `${count} failed and ${failed === 1 ? 'is' : 'are'} not shown.`
}

/** The options behind the names of server configurations, which marks and rows omit; empty if there are none. */
export function configurationSentence({ campaigns }: FigureProvenance): string {
  const texts = new Set(campaigns.flatMap(({ configurations = [] }) => configurations))
  return texts.size === 0 ? '' : `Server configurations: ${[...texts].join('; ')}.`
}
