import { noData } from '../figure/no-data'
import { betterSentence, type Metric, metricInSentence } from '../../results/metrics'
import {
  fixedDepthSentence,
  latencyName,
  isLatencyMetric,
  percentileOfMetric,
  middleWords,
} from '../../results/percentiles'
import type { PublishedSummary } from '../../results/published-result'
import { reachesZero } from '../../statistics/summary/summarize'
import type { Figure, FigurePoint, FigureSeries, FigureStatistic } from '../figure/figure'
import { printedSentence } from './printed-point'
import type { FigureProvenance } from '../figure/provenance'
import { largestOf, smallestOf } from '../../iterables'
import { sentences } from '../../text/plain-text'
import { template } from '../../words/template'
import type { UsualSettings } from '../figure/usual-settings'

const middles = ['Mean', 'Median', 'Harmonic mean'] as const
/** Why nothing is drawn over an axis. */
export const noRunHas = template('sweep-no-run', 'No finished run has {metric} and a level of {axis}.', {
  metric: 'metric',
  axis: 'level',
})
const idealMix = template(
  'caption-ideal-mix',
  'Dashed: ideal mix, the harmonic mean of the pure read and pure write rates weighted by the read share.',
)
export const dotsSaid = template('caption-dots', '; dots are single runs')
const noHarmonicInterval = template('caption-no-harmonic-interval', '; the harmonic mean has no interval')
const meanBars = template('caption-mean-bars', '; bars are 95 % confidence intervals of the mean (Student t)')
export const percentileBars = template(
  'caption-percentile-bars',
  '; bars are 95 % confidence intervals of the mean (Student t, on the log scale where that would reach 0)',
)
const noMedianInterval = template(
  'caption-no-median-interval',
  '; too few runs for an interval of the median',
)
const medianBars = template(
  'caption-median-bars',
  '; bars are order-statistic intervals that hold the median with at least 95 %',
)
const someMedianBars = template(
  'caption-some-median-bars',
  '; bars are order-statistic intervals that hold the median with at least 95 %, from 6 runs on',
)
/** Where the marks themselves may be bars. */
const meanIntervals = template(
  'caption-mean-intervals',
  '; intervals are 95 % confidence intervals of the mean (Student t)',
)
const medianIntervals = template(
  'caption-median-intervals',
  '; intervals are order-statistic intervals of the median, from 6 runs on',
)
const markParts = {
  of: [
    meanIntervals,
    medianIntervals,
    dotsSaid,
    noHarmonicInterval,
    meanBars,
    percentileBars,
    noMedianInterval,
    medianBars,
    someMedianBars,
  ],
  between: '',
}
const middleOfRuns = template('caption-middle', '{middle} of {runs} runs{marks}.', {
  middle: middles,
  runs: 'range',
  marks: markParts,
})
const middleOfPercentiles = template(
  'caption-middle-percentile',
  '{middle} of the runs\u2019 {metric}, {runs} runs{marks}.',
  { middle: middles, metric: 'metric', runs: 'range', marks: markParts },
)
const singleRuns = template('caption-single-runs', 'Single runs; one run gives no interval.')
const aCase = template('caption-a-case', ' a case')
const orderBars = template('caption-order-bars', '; bars are order-statistic intervals of the median')
const plainBars = template('caption-plain-bars', '; bars are 95 % intervals')

/** What may follow the runs of an average. */
export const afterRuns = { aCase, dots: dotsSaid, meanBars, percentileBars, orderBars, plainBars }
const averagesOfRuns = template('caption-averages', '{middle} of {runs} runs{rest}.', {
  middle: ['Means', 'Medians'],
  runs: 'range',
  rest: { of: Object.values(afterRuns), between: '' },
})
const failedOf = template(
  'caption-failed-of',
  '{failed} of {runs|# run|# runs} failed and {failed|is|are} not shown.',
  { failed: 'count', runs: 'count' },
)
const failedAlone = template(
  'caption-failed',
  '{failed|# run failed and is|# runs failed and are} not shown.',
  {
    failed: 'count',
  },
)
const serverConfigurations = template('caption-configurations', 'Server configurations: {names}.', {
  names: 'given',
})

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
  if (counts.length + facts.printed.length === 0) return noData()
  const hasIdeal = facts.series.some((series) => series.role === 'reference' && series.visible)
  return sentences([
    counts.length === 0 ? '' : marks(facts, counts),
    printedSentence(facts.printed, facts.show.intervals),
    failedSentence(failedRuns, doneRuns + failedRuns),
    hasIdeal ? idealMix() : '',
    facts.fixedDepth && isLatencyMetric(metric.id) && counts.length > 0
      ? fixedDepthSentence(latencyName([metric.id]))
      : '',
    metric.meaning ?? '',
    betterSentence(metric),
  ])
}

function marks(facts: CaptionFacts, counts: readonly number[]): string {
  if (largestOf(counts) === 1) return runsSentence(counts, undefined, [])
  const { show, metric, statistic } = facts
  const said = {
    middle: middleWords[statistic],
    runs: counts,
    marks: [...(show.dots ? [dotsSaid()] : []), ...(show.intervals ? bars(facts, smallestOf(counts)) : [])],
  }
  return percentileOfMetric(metric.id) === undefined
    ? middleOfRuns(said)
    : middleOfPercentiles({ ...said, metric: metricInSentence(metric.id) })
}

/** What the dots and the intervals of an average are. */
export const markWords = { dots: dotsSaid, meanIntervals, medianIntervals, noHarmonicInterval }

/** What an average is of: "Mean of 3 to 5 runs; dots are single runs." `marks`: of `markWords`. */
export function averageSentence(
  statistic: FigureStatistic,
  runs: readonly number[],
  marks: readonly string[],
): string {
  return middleOfRuns({ middle: middleWords[statistic], runs, marks })
}

/** What the bars are; nothing where runs that are all the same leave none to draw. */
function bars({ series, statistic, metric }: CaptionFacts, fewest: number): readonly string[] {
  if (statistic === 'harmonic') return [noHarmonicInterval()]
  const hasSome = series.some(({ points }) => points.some(({ low }) => low !== undefined))
  if (statistic === 'mean') {
    if (!hasSome) return []
    const isOnLogScale = ({ n = 0, mean, sd }: FigurePoint) =>
      mean !== undefined && sd !== undefined && reachesZero({ n, mean, sd })
    const isAny = series.some(({ points }) => points.some(isOnLogScale))
    return [percentileOfMetric(metric.id) !== undefined && isAny ? percentileBars() : meanBars()]
  }
  if (!hasSome) return [noMedianInterval()]
  return [fewest < 6 ? someMedianBars() : medianBars()]
}

/** What averages are of: "Means of 3 to 5 runs; bars are 95 % intervals." `rest`: what follows the runs if there are several, of `afterRuns`. */
export function runsSentence(
  counts: readonly number[],
  statistic: UsualSettings['statistic'],
  rest: readonly string[],
): string {
  if (counts.length === 0) return ''
  if (largestOf(counts) === 1) return singleRuns()
  return averagesOfRuns({ middle: statistic === 'median' ? 'Medians' : 'Means', runs: counts, rest })
}

/** How many runs failed, of how many if given; empty if none did. */
export function failedSentence(failed: number, of?: number): string {
  if (failed === 0) return ''
  return of === undefined ? failedAlone({ failed }) : failedOf({ failed, runs: of })
}

/** The options behind the names of server configurations, which marks and rows omit; empty if there are none. */
export function configurationSentence({ campaigns }: FigureProvenance): string {
  const texts = new Set(campaigns.flatMap(({ configurations = [] }) => configurations))
  return texts.size === 0 ? '' : serverConfigurations({ names: [...texts].join('; ') })
}
