import type { CampaignQuantity } from '../../../../core/results/campaign/campaign'
import type { FigurePart } from '../../../../core/figures/figure/figure'
import { usualMetricOf } from '../../../../core/engines/usual-metric'
import { addsUp, findMetric, metrics, usualMetrics } from '../../../../core/results/metrics'
import type { CampaignChoices } from './use-campaign-choices'
import type { AnyFigureDefinition, FigureSettings } from '../../../../core/figures/kinds/figure-kinds'
import { partLabelOf } from '../../../../core/figures/sweep/sweep-series'
import { secondMetricOf } from '../../../../core/figures/figure/usual-settings'

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
 * The metrics that were measured or printed, in their usual order. One whose reads and writes do not add up, such as a
 * percentile, is listed for reads and for writes, too, unless no test did both: pure reads and writes are their own
 * total. A kind of figure that shows no part alone has only metrics with a total or with one direction.
 */
export function metricChoices(
  quantities: readonly CampaignQuantity[],
  { takesPart = false }: Pick<AnyFigureDefinition, 'takesPart'> = { takesPart: true },
): readonly MetricChoice[] {
  const order = metrics.map(({ id }) => id)
  const found = [...new Set(quantities.map(({ metric }) => metric))].sort(
    (a, b) => (order.indexOf(a) + 1 || Infinity) - (order.indexOf(b) + 1 || Infinity),
  )
  return found.flatMap((metric): readonly MetricChoice[] => {
    const known = findMetric(metric)
    const label = known?.label ?? metric
    const own = quantities.filter((one) => one.metric === metric)
    const testsOf = (part: FigurePart) => own.filter((one) => one.direction === part).map(({ test }) => test)
    const [total, read, write] = [testsOf('total'), testsOf('read'), testsOf('write')]
    const areApart = !known || !addsUp(known)
    const isMixed = read.some((test) => write.includes(test))
    const hasTotal = own.some(
      ({ test }) => total.includes(test) || !(read.includes(test) && write.includes(test)),
    )
    if (!takesPart) return hasTotal ? [{ value: metric, label, metric }] : []
    if (read.length + write.length === 0 || (total.length > 0 && !(areApart && isMixed)))
      return [{ value: metric, label, metric }]
    return [
      ...(read.length > 0 && write.length > 0
        ? [{ value: metric, label: `${label}, reads and writes`, metric }]
        : []),
      ...(read.length > 0 ? [onlyOf(metric, 'read', `${label}, reads`)] : []),
      ...(write.length > 0 ? [onlyOf(metric, 'write', `${label}, writes`)] : []),
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

/** The entry of a second metric, see `secondMetricOf`; a separate one if it is not in the list. */
export function chosenSecondMetric(choices: readonly MetricChoice[], asked: string): MetricChoice {
  const { name, part } = secondMetricOf(asked)
  const known = findMetric(name)
  const metric = known?.id ?? name
  const own = choices.filter((choice) => choice.metric === metric)
  const exact = own.find(({ directions }) => directions?.join() === part)
  const label = `${known?.label ?? name}${part === undefined ? '' : `, ${partLabelOf(part, false)}`}`
  return exact ?? (part === undefined ? own[0] : undefined) ?? { value: asked, label, metric }
}

/** The default metric of a figure: the usual one of the campaigns, else any; bandwidth if there is none. */
export function firstMetric({
  measured,
  quantities,
}: Pick<CampaignChoices, 'measured' | 'quantities'>): string {
  const known = new Set(quantities.map(({ metric }) => metric))
  return usualMetricOf(measured, known) ?? metricChoices(quantities)[0]?.metric ?? usualMetrics[0]
}
