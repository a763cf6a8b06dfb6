import { findMetric } from '../../../../core/results/metrics'
import type { CampaignQuantity } from '../../../../core/results/campaign/campaign'
import { percentileOfMetric } from '../../../../core/results/percentiles'
import type { Histogram, Quantity } from '../../../../core/results/observation'
import type { MeasuredColumns } from '../../../../core/comparison/comparison-data'
import { histogramPercentile, mergeHistograms } from '../../../../core/statistics/latency/histogram'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { listRunsWithHistograms, readHistograms } from '../runs/histograms'
import { listQuantities, readQuantity, quantityColumns } from '../runs/quantities'

/** Percentiles that a menu offers if a campaign has histograms; any other can be requested by name. */
const offered = ['p90', 'p9999'] as const

/** The histogram that a percentile metric is read from. */
function familyOf(metricId: string): 'completion' | 'total' {
  return metricId.startsWith('completion_') ? 'completion' : 'total'
}

/**
 * A percentile that no run of the campaign stored, read from the histograms of its finished runs: one column
 * for each test and direction, and for the total of directions, whose bins are added. A run with fewer than
 * ten I/Os beyond the percentile has none. Nothing for a metric that is not a percentile or was stored.
 */
export function readPercentileColumns(
  connection: Reads,
  campaignId: number,
  metricId: string,
): readonly MeasuredColumns[] {
  const percent = percentileOfMetric(metricId)
  const metric = findMetric(metricId)
  if (percent === undefined || metric === undefined) return []
  if (listQuantities(connection, campaignId, [metric.id]).length > 0) return []
  const columns = new Map<string, MutableColumn>()
  for (const { id, caseIndex, repetition } of listRunsWithHistograms(connection, campaignId)) {
    for (const { test, direction, histogram } of withTotals(histogramsOf(connection, id, metric.id))) {
      const found = histogramPercentile(histogram, percent)
      if (found?.printable !== true) continue
      const key = JSON.stringify([test, direction])
      const column = columns.get(key) ?? { test, direction, ids: [], cases: [], repetitions: [], values: [] }
      columns.set(key, column)
      column.ids.push(id)
      column.cases.push(caseIndex)
      column.repetitions.push(repetition)
      column.values.push(found.valueNs)
    }
  }
  return [...columns.values()].map(({ test, direction, ids, cases, repetitions, values }) => ({
    ...{ campaignId, test, direction, metric: metric.id, unit: metric.unit },
    runIds: Float64Array.from(ids),
    cases: Uint32Array.from(cases),
    repetitions: Uint32Array.from(repetitions),
    values: Float64Array.from(values),
  }))
}

interface MutableColumn extends Pick<MeasuredColumns, 'test' | 'direction'> {
  readonly ids: number[]
  readonly cases: number[]
  readonly repetitions: number[]
  readonly values: number[]
}

/**
 * A percentile of latency of all I/Os of runs together, in ns, from their histograms. Undefined if one of them has none, or
 * if fewer than ten I/Os are beyond.
 */
export function pooledPercentile(
  connection: Reads,
  { test, direction, metric }: Quantity,
  runIds: ArrayLike<number>,
): number | undefined {
  const percent = percentileOfMetric(metric)
  if (percent === undefined) return undefined
  const own: Pick<Histogram, 'binsNs' | 'counts'>[] = []
  for (const runId of Array.from(runIds)) {
    const found = withTotals(histogramsOf(connection, runId, metric)).find(
      (one) => one.test === test && one.direction === direction,
    )
    if (found === undefined) return undefined
    own.push(found.histogram)
  }
  const pooled = histogramPercentile(mergeHistograms(own), percent)
  return pooled?.printable === true ? pooled.valueNs : undefined
}

/** The engine's histograms of a run that a percentile metric is read from. */
function histogramsOf(connection: Reads, runId: number, metric: string): readonly Histogram[] {
  const family = familyOf(metric)
  return (readHistograms(connection, [runId]).get(runId) ?? []).filter(
    (one) => one.metric === family && one.source === 'engine' && one.levels === undefined,
  )
}

/** Percentiles for which the finished runs of a campaign have histograms but no stored number. */
export function listOfferedPercentiles(connection: Reads, campaignId: number): readonly CampaignQuantity[] {
  const quantities = connection
    .all(
      `SELECT ${quantityColumns} FROM quantity AS q WHERE EXISTS (
         SELECT 1 FROM run AS r JOIN histogram AS h ON h.run_id = r.id
         WHERE r.campaign_id = ? AND r.phase = 'measure' AND r.state = 'done' AND h.quantity_id = q.id)`,
      integer(campaignId, 'A campaign id'),
    )
    .map(readQuantity)
  return quantities.flatMap(({ test, direction, metric, levels }) => {
    if (levels !== undefined || (metric !== 'completion' && metric !== 'total')) return []
    const family = metric === 'completion' ? 'completion_latency' : 'latency'
    const directions = direction === 'total' ? [direction] : [direction, 'total' as const]
    return directions.flatMap((one) =>
      offered.map((suffix) => ({ test, direction: one, metric: `${family}_${suffix}` })),
    )
  })
}

/** Histograms of one run by test and direction, with the total of each test. */
function withTotals(histograms: readonly Histogram[]) {
  const tests = [...new Set(histograms.map(({ test }) => test))]
  return tests.flatMap((test) => {
    const own = histograms.filter((one) => one.test === test)
    const parts = own.map((histogram) => ({ test, direction: histogram.direction, histogram }))
    if (own.some(({ direction }) => direction === 'total')) return parts
    return [...parts, { test, direction: 'total' as const, histogram: mergeHistograms(own) }]
  })
}
