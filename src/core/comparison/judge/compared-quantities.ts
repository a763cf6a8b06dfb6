import { findMetric, metrics, usualMetrics, type Metric } from '../../results/metrics'
import type { Quantity } from '../../results/observation'
import { ComparisonError } from '../comparison-error'
import type { ComparisonSettings } from '../comparison-settings'
import { largestOf } from '../../iterables'

/**
 * The metrics to compare a test by if none was chosen, and to summarise several by; best first: the engines' headline
 * metrics, the usual ones, then any that can be judged.
 */
export function preferredMetrics(headlines: readonly string[]): readonly string[] {
  const judged = metrics.filter(({ better }) => better !== 'neither').map(({ id }) => id)
  return [...new Set([...headlines, ...usualMetrics, ...judged])]
}

/** Means every metric with a better direction. */
export const allMetrics = 'all'

type Wanted = Pick<ComparisonSettings, 'metric' | 'direction' | 'tests'>

/**
 * Which of the quantities of the compared campaigns (each named once per campaign that has it) the settings compare:
 * the chosen metric, every metric that can be judged, or of each test the preferred one that most campaigns have; in
 * the chosen direction or the total (each direction if a test has no total). Throws a ComparisonError for a metric
 * that does not exist or has no better direction.
 */
export function comparedQuantities<Q extends Quantity>(
  all: readonly Q[],
  settings: Wanted,
  headlines: readonly string[] = [],
): readonly Q[] {
  const isAll = settings.metric === allMetrics
  const metric = settings.metric === undefined || isAll ? undefined : chosenMetric(settings.metric)
  const ofTests = all.filter(({ test }) => settings.tests?.includes(test) ?? true)
  const kept = [...new Set(ofTests.map(({ test }) => test))].flatMap((test) => {
    const own = ofTests.filter((one) => one.test === test)
    const ids = isAll ? judgedMetrics(own) : [metric?.id ?? commonest(own, headlines)]
    return ids.flatMap((id) => {
      const measured = own.filter((one) => one.metric === id)
      return measured.filter(({ direction }) => isWanted(direction, measured, settings.direction))
    })
  })
  return all.filter((one) => kept.includes(one))
}

/**
 * Which printed differences are compared. Publications do not print the same thing twice: if both bandwidth and IOPS
 * of a test are given, they were measured separately, and without a chosen metric both are kept.
 */
export function printedQuantities<Q extends Quantity>(all: readonly Q[], settings: Wanted): readonly Q[] {
  const rates = ['bandwidth', 'iops'].filter((id) => all.some(({ metric }) => metric === id))
  if (settings.metric !== undefined || rates.length < 2) return comparedQuantities(all, settings)
  const kept = rates.flatMap((metric) => comparedQuantities(all, { ...settings, metric }))
  return all.filter((one) => kept.includes(one))
}

/** The preferred metric that most campaigns have, each in a direction that they share. */
function commonest(quantities: readonly Quantity[], headlines: readonly string[]): string | undefined {
  const preferred = preferredMetrics(headlines)
  const count = (metric: string) => {
    const byDirection = new Map<string, number>()
    for (const one of quantities)
      if (one.metric === metric) byDirection.set(one.direction, (byDirection.get(one.direction) ?? 0) + 1)
    return largestOf(byDirection.values(), 0)
  }
  const most = largestOf(preferred.map(count), 1)
  return preferred.find((metric) => count(metric) === most)
}

function judgedMetrics(quantities: readonly Quantity[]): readonly string[] {
  const ids = new Set(quantities.map(({ metric }) => metric))
  return [...ids].filter((id) => (findMetric(id)?.better ?? 'neither') !== 'neither')
}

function isWanted(
  direction: Quantity['direction'],
  measured: readonly Quantity[],
  asked: ComparisonSettings['direction'],
): boolean {
  if (asked === 'all') return true
  if (asked !== undefined) return direction === asked
  return direction === 'total' || measured.every((one) => one.direction !== 'total')
}

/** The metric by id or alias; it must have a better direction. */
export function chosenMetric(name: string): Metric & { readonly better: 'higher' | 'lower' } {
  const metric = findMetric(name)
  if (!metric)
    throw new ComparisonError(
      `There is no metric "${name}".`,
      'Name one such as bandwidth, iops, latency_mean or p99, or all.',
    )
  const { better } = metric
  if (better !== 'neither') return { ...metric, better }
  throw new ComparisonError(
    `${metric.label} is neither good high nor good low, so it cannot be judged.`,
    'Choose a rate or a latency.',
  )
}
