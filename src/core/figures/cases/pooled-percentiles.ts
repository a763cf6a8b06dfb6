import type { Quantity } from '../../results/observation'
import { isLatencyMetric, percentileOfMetric } from '../../results/percentiles'
import { isChosen, type UsualSettings } from '../figure/usual-settings'
import { matches, type FigureColumns, type MeasuredCase } from './measured-cases'

/** Percentiles of latency of all I/Os of the runs of a case together, in ns, by `pooledKey`. */
export type PooledPercentiles = ReadonlyMap<string, number>

/** Where the percentile of all I/Os of these runs is in `PooledPercentiles`. */
export function pooledKey({ test, direction, metric }: Quantity, runIds: readonly number[]): string {
  return JSON.stringify([test, direction, metric, ...[...runIds].sort((a, b) => a - b)])
}

/** The cases of several runs whose percentile of all I/Os a figure of these metrics sets against the mean of the runs'. */
export function casesToPool(
  columns: FigureColumns,
  metrics: readonly string[],
  settings: UsualSettings,
): readonly MeasuredCase[] {
  const wanted = metrics.filter((id) => isLatencyMetric(id) && percentileOfMetric(id) !== undefined)
  if (wanted.length === 0) return []
  return columns.cases.filter(
    (one) =>
      wanted.includes(one.metric) &&
      one.runIds.length > 1 &&
      matches(one, settings.fixed ?? {}) &&
      isChosen(one.campaignId, settings),
  )
}
