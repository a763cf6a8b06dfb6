import { afterRuns, failedSentence, noRunHas, runsSentence } from '../sweep/caption'
import { noData } from '../figure/no-data'
import { axisName } from '../../plan/levels/format-level'
import { sentences, withinSentence } from '../../text/plain-text'
import { metricInSentence } from '../../results/metrics'
import { percentileOfMetric } from '../../results/percentiles'
import { momentsOf } from '../../statistics/summary/moments'
import { meanHalfWidth, reachesZero } from '../../statistics/summary/summarize'
import type { FigureNote } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import { template } from '../../words/template'
import { printedSentence } from '../sweep/printed-point'
import { type LoadLines, runsAt } from './load-lines'

/** Why latency at a fixed depth looks better than what users of a busy drive see. */
export const omissionSentence = template(
  'load-omission',
  'A slow drive is asked less often, so waiting that users would see is left out (coordinated omission); an offered rate shows it.',
)

/** The meaning of points, dots and bars. */
export function loadCaption(
  { lines, printed }: Pick<LoadLines, 'lines' | 'printed'>,
  metrics: readonly string[],
  { statistic, showIntervals }: UsualSettings,
  hasDots: boolean,
): string {
  const counts = lines.flatMap(({ points }) =>
    points.flatMap((point) =>
      metrics.map((metric) => runsAt(point, metric).values.length).filter((n) => n > 0),
    ),
  )
  const shown = lines.flatMap(({ points }) =>
    points.flatMap(({ runs }) => metrics.flatMap((metric) => runs.get(metric)?.runIds ?? [])),
  )
  const means = shown.flatMap((runId) => printed.get(runId) ?? [])
  if (counts.length + means.length === 0) return noData()
  const isOnLogScale = metrics
    .filter((metric) => percentileOfMetric(metric) !== undefined)
    .some((metric) =>
      lines.some(({ points }) =>
        points.some((point) => {
          const moments = momentsOf(runsAt(point, metric).values)
          return moments !== undefined && reachesZero(moments)
        }),
      ),
    )
  const meanBars = isOnLogScale ? afterRuns.percentileBars() : afterRuns.meanBars()
  const bars = statistic === 'median' ? afterRuns.orderBars() : meanBars
  // Runs that are all the same leave none to draw.
  const hasBars =
    statistic === 'median' ||
    lines.some(({ points }) =>
      points.some((point) =>
        metrics.some((metric) => {
          const moments = momentsOf(runsAt(point, metric).values)
          return moments !== undefined && meanHalfWidth(moments) !== undefined
        }),
      ),
    )
  const rest = [...(hasDots ? [afterRuns.dots()] : []), ...(hasBars && showIntervals !== false ? [bars] : [])]
  return sentences([runsSentence(counts, statistic, rest), printedSentence(means, showIntervals !== false)])
}

/** What is missing, and failed runs. */
export function loadNotes({ lines, loadKey }: LoadLines, absent: readonly string[]): readonly FigureNote[] {
  const failed = lines.reduce(
    (sum, { points }) => sum + points.reduce((own, { cell }) => own + cell.failedRuns, 0),
    0,
  )
  const missing = absent.map((id) =>
    noRunHas({ metric: metricInSentence(id), axis: withinSentence(axisName(loadKey)) }),
  )
  const texts = [...missing, failedSentence(failed)].filter((text) => text !== '')
  return texts.map((text) => ({ severity: 'warning', text }))
}
