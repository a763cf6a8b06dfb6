import { findMetric } from '../../results/metrics'
import type { Direction, Histogram, Scalar, Series } from '../../results/observation'
import type { SysbenchInterval, SysbenchReport } from './report'

/** One number; the unit is that of its metric. Throws for a metric that does not exist. */
export function scalarOf(test: string, direction: Direction, metric: string, value: number): Scalar {
  return { kind: 'scalar', source: 'engine', test, direction, metric, unit: unitOf(metric), value }
}

/** Latencies over all events; the percentile is the one the run was asked for. */
export function latencyScalars({ latency }: SysbenchReport, test: string): readonly Scalar[] {
  const { meanNs, maxNs, percentile } = latency
  const name = percentile && `latency_p${String(percentile.percent).replace('.', '')}`
  return [
    ...(meanNs === undefined ? [] : [scalarOf(test, 'total', 'latency_mean', meanNs)]),
    ...(percentile && name !== undefined && findMetric(name)
      ? [scalarOf(test, 'total', name, percentile.ns)]
      : []),
    ...(maxNs === undefined ? [] : [scalarOf(test, 'total', 'latency_max', maxNs)]),
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

/** What the interval lines say of one quantity; none where no line does. */
export function seriesOf(
  intervals: readonly SysbenchInterval[],
  test: string,
  direction: Direction,
  metric: string,
  startedAtMs: number,
  valueOf: (interval: SysbenchInterval) => number | undefined,
): readonly Series[] {
  const points = intervals.flatMap((one) => {
    const value = valueOf(one)
    return value === undefined ? [] : [{ seconds: one.seconds, value }]
  })
  const [first, second] = points
  if (!first || !findMetric(metric)) return []
  return [
    {
      ...{ kind: 'series', source: 'engine', test, direction, metric, unit: unitOf(metric) },
      startedAtMs,
      intervalSeconds: second ? second.seconds - first.seconds : first.seconds,
      seconds: Float64Array.from(points, (point) => point.seconds),
      values: Float64Array.from(points, (point) => point.value),
    },
  ]
}

/** Output with the seconds since 1970 at which the measured part was started. */
export const startedFile = 'started.txt'

/** When the run began, from the note its script left; 0 where there is none, for sysbench prints no time of day. */
export function startedAt(note: string | undefined): number {
  const seconds = /^\d+(?:\.\d+)?/.exec(note ?? '')?.[0]
  return seconds === undefined ? 0 : Math.round(Number(seconds) * 1000)
}

function unitOf(metric: string) {
  const found = findMetric(metric)
  if (!found) throw new RangeError(`There is no metric ${metric}.`)
  return found.unit
}
