import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { cacheAdvice } from './advice/cache-advice'
import { contentAdvice } from './advice/content-advice'
import { optionAdvice } from './advice/option-advice'
import { queueAdvice } from './advice/queue-advice'
import { timeAdvice } from './advice/time-advice'
import { seriesRequestOf } from '../../plan/recording'
import { formatBytes } from '../../units/bytes'
import { largestOf } from '../../units/iterables'
import { mostLogBytes } from './logs/gathered-logs'
import { numbersIn } from './plan-values'

/** What fio's own ways mean for a plan. Target, space and levels are looked at for all engines alike. */
export function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return [
    ...optionAdvice(plan, environment),
    ...cacheAdvice(plan, environment),
    ...queueAdvice(plan),
    ...contentAdvice(plan, environment),
    ...timeAdvice(plan),
    ...logAdvice(plan),
  ]
}

/** A row of each of the five logs of averages, and one of a histogram log: 1,856 columns, nearly all of them `0, `. */
const bytesPerInterval = { averages: 5 * 24, histograms: 1856 * 3 }

/** Logs that are larger than what is collected of a run. */
export function logAdvice(plan: Plan): readonly Advice[] {
  const series = seriesRequestOf(plan)
  if (!series) return []
  const runtime = largestOf(numbersIn(plan, 'runtime'), 0)
  const jobs = largestOf(numbersIn(plan, 'jobs'), 1)
  // Reads and writes have a row each.
  const bytes = (2 * jobs * bytesPerInterval[series.detail] * runtime) / series.seconds
  if (bytes <= mostLogBytes) return []
  return [
    {
      id: 'large-logs',
      severity: 'warning',
      text: `fio's logs of one run may reach ${formatBytes(bytes)}; ${formatBytes(mostLogBytes)} of them are kept, and the series end there.`,
      reason:
        series.detail === 'histograms'
          ? 'Histograms take fifty times the room of averages; a longer interval takes less.'
          : 'A longer interval takes less.',
      about: 'repetitions',
    },
  ]
}
