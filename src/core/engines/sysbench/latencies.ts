import type { Histogram, Scalar, Series } from '../../results/observation'
import { scalarOf, seriesOf } from '../observations'
import type { SysbenchReport } from './report'

/** Latencies over all events; the percentile is the requested one. */
export function latencyScalars({ latency }: SysbenchReport, test: string): readonly Scalar[] {
  const { meanNs, maxNs, percentile } = latency
  return [
    ...scalarOf(test, 'total', 'latency_mean', meanNs),
    ...(percentile ? scalarOf(test, 'total', metricOf(percentile.percent), percentile.ns) : []),
    ...scalarOf(test, 'total', 'latency_max', maxNs),
  ]
}

export function latencyHistogram({ histogram }: SysbenchReport, test: string): Histogram | undefined {
  if (!histogram) return undefined
  return {
    kind: 'histogram',
    source: 'engine',
    test,
    direction: 'total',
    metric: 'total',
    unit: 'ns',
    ...histogram,
  }
}

/** The percentile of every interval. */
export function latencySeries(
  { intervals }: SysbenchReport,
  test: string,
  startedAtMs: number,
): readonly Series[] {
  const percent = intervals.find(({ latency }) => latency)?.latency?.percent
  if (percent === undefined) return []
  return seriesOf(intervals, test, 'total', metricOf(percent), startedAtMs, (one) => one.latency?.ns)
}

function metricOf(percent: number): string {
  return `latency_p${String(percent).replace('.', '')}`
}
