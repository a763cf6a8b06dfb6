import type { CampaignQuantity } from '../../../core/results/campaign'
import type { FigurePart } from '../../../core/figures/figure'
import { usualMetricOf } from '../../../core/engines/registry'
import { findMetric, metrics, usualMetrics } from '../../../core/results/metrics'
import type { CampaignChoices } from './use-campaign-choices'
import type { FigureSettings } from '../../../core/figures/figure-kinds'

/** One entry of the list of metrics. */
export interface MetricChoice {
  /** `latency_p99`, or with a direction `latency_p99/read`. */
  readonly value: string
  readonly label: string
  readonly metric: string
  /** Unset: the figure's default. */
  readonly directions?: readonly FigurePart[]
}

/**
 * The metrics that were measured or printed, in their usual order. One without a total, such as a percentile, is
 * listed once for reads and once for writes.
 */
export function metricChoices(quantities: readonly CampaignQuantity[]): readonly MetricChoice[] {
  const order = metrics.map(({ id }) => id)
  const found = [...new Set(quantities.map(({ metric }) => metric))].sort(
    (a, b) => (order.indexOf(a) + 1 || Infinity) - (order.indexOf(b) + 1 || Infinity),
  )
  return found.flatMap((metric): readonly MetricChoice[] => {
    const label = findMetric(metric)?.label ?? metric
    const directions = new Set(
      quantities.filter((one) => one.metric === metric).map(({ direction }) => direction),
    )
    const [read, write] = [directions.has('read'), directions.has('write')]
    if (directions.has('total') || (!read && !write)) return [{ value: metric, label, metric }]
    return [
      ...(read && write ? [{ value: metric, label: `${label}, reads and writes`, metric }] : []),
      ...(read ? [onlyOf(metric, 'read', `${label}, reads`)] : []),
      ...(write ? [onlyOf(metric, 'write', `${label}, writes`)] : []),
    ]
  })
}

function onlyOf(metric: string, part: FigurePart, label: string): MetricChoice {
  return { value: `${metric}/${part}`, label, metric, directions: [part] }
}

/** The entry that these settings show; a separate one if the metric was not measured. */
export function chosenMetric(
  choices: readonly MetricChoice[],
  { metric: name, directions }: Pick<FigureSettings, 'metric' | 'directions'>,
): MetricChoice {
  const known = findMetric(name)
  const metric = known?.id ?? name
  const own = choices.filter((choice) => choice.metric === metric)
  const exact = own.find((choice) => choice.directions?.join() === directions?.join())
  return (
    exact ??
    own.find((choice) => choice.directions === undefined) ??
    own[0] ?? { value: metric, label: known?.label ?? metric, metric }
  )
}

/**
 * The default metric of a figure: the best headline metric of the engines present, else any; bandwidth if there is
 * none.
 */
export function firstMetric({
  engines,
  quantities,
}: Pick<CampaignChoices, 'engines' | 'quantities'>): string {
  const known = new Set(quantities.map(({ metric }) => metric))
  return usualMetricOf(engines, known) ?? metricChoices(quantities)[0]?.metric ?? usualMetrics[0]
}
