import { histogramPercentile, isPercentileMeaningful } from '../../statistics/latency/histogram'
import type { Direction, Histogram, Observation, Scalar } from '../../results/observation'
import type { CommandRequest } from '../engine'
import { scalarOf } from '../observations'
import type { OfferedLoad } from '../offered-load'
import { cutOffShare, exhaustedShare } from '../../results/metrics'
import { numberOf, textOf } from './workload/fields'
import { isAsynchronous } from './workload/io-engines'
import { offeredRate } from './job-options'
import { mergeDirections, type DirectionResult } from './output/merge-results'
import type { JobResult, ReportedDirection } from './output/read-job'
import type { Latency } from './output/read-latency'

/** Percentiles that become scalars, with the suffix of their metric's id. */
const percentiles = [
  [50, 'p50'],
  [95, 'p95'],
  [99, 'p99'],
  [99.9, 'p999'],
] as const

/**
 * A job's directions and their total, in the terms of the results. Directions without I/O are absent. Merging their
 * bins takes a tenth of the time of reading a result, and observations and warnings both need it: it is done once.
 */
export function directionsOf(job: JobResult): ReadonlyMap<Direction, DirectionResult> {
  const known = knownDirections.get(job)
  if (known) return known
  const directions = new Map<Direction, DirectionResult>()
  const parts: DirectionResult[] = []
  for (const [name, result] of job.directions) {
    if (name === 'mixed') continue
    directions.set(name, result)
    parts.push(result)
  }
  const total = totalOf(job, parts)
  if (total) directions.set('total', total)
  knownDirections.set(job, directions)
  return directions
}

const knownDirections = new WeakMap<JobResult, ReadonlyMap<Direction, DirectionResult>>()

/** If fio only reports all directions merged (`unified_rw_reporting`), that is the total. */
function totalOf(job: JobResult, parts: readonly DirectionResult[]): DirectionResult | undefined {
  return parts.length > 0 ? mergeDirections(parts) : job.directions.get('mixed' satisfies ReportedDirection)
}

/** Every number of a run and its latency bins. */
export function observationsOf(test: string, job: JobResult): readonly Observation[] {
  const directions = directionsOf(job)
  const scalars: Scalar[] = []
  const add = (direction: Direction, metric: string, value: number | undefined) => {
    for (const scalar of scalarOf(test, direction, metric, value)) scalars.push(scalar)
  }
  for (const [direction, result] of directions) {
    add(direction, 'bandwidth', result.bytesPerSecond)
    add(direction, 'iops', result.iops)
    add(direction, 'io_count', result.isCountDerived ? undefined : result.ioCount)
    add(direction, 'io_bytes', result.ioBytes)
    for (const [metric, value] of [
      ...latencyValues('latency', result.latency.get('total'), result.ioCount),
      ...latencyValues('completion_latency', result.latency.get('completion'), result.ioCount),
    ])
      add(direction, metric, value)
  }
  // Without a count, percentiles of few calls would be those of their longest.
  for (const [metric, value] of latencyValues('fsync_latency', job.sync, 0)) add('total', metric, value)
  const read = directions.get('read')?.ioCount ?? 0
  const total = directions.get('total')
  if (total?.runtimeMs !== undefined) add('total', 'runtime', total.runtimeMs / 1000)
  // Merged only, reads cannot be told from writes.
  if (total && directions.size > 1) add('total', 'achieved_read_percent', (100 * read) / total.ioCount)
  add('total', 'cpu_user', job.cpuUserPercent)
  add('total', 'cpu_system', job.cpuSystemPercent)
  // Means of the window in which fio found the job steady.
  const { steadyState } = job
  if (steadyState?.isAttained === true) {
    add('total', 'steady_iops', steadyState.iops)
    add('total', 'steady_bandwidth', steadyState.bytesPerSecond)
    add('total', 'steady_window', steadyState.seconds)
  }
  return [...scalars, ...histogramsOf(test, job)]
}

/** The load offered to a job and served; undefined if its requests had no rate. */
export function offeredLoad(job: JobResult, request: CommandRequest): OfferedLoad | undefined {
  const offered = offeredRate(request)
  if (offered === undefined) return undefined
  const total = directionsOf(job).get('total')
  const depth = isAsynchronous(textOf(request.workload, 'io_engine'))
    ? (numberOf(request.workload, 'queue_depth') ?? 1)
    : 1
  return {
    ...{ metric: 'offered_iops', offered, reached: total?.iops, count: total?.ioCount },
    ...{ depth, fullShare: fullDepthShare(job, request, depth) },
  }
}

/** fio counts depths in powers of two, 64 and more together. */
const largestLevel = 64

/**
 * Share of a job's requests at which its depth was full, 0 to 1. fio counts the depth at every request in powers of
 * two, which tells it for the depths 2, 4 … 64. At depth 1 it is the time during which a request is in flight (arrivals
 * are random, so as many find it taken). Of other depths the count gives an upper limit: too little to matter, or, where
 * requests in flight come to half of the depth on average, that; undefined between the two.
 */
function fullDepthShare(job: JobResult, { workload }: CommandRequest, depth: number): number | undefined {
  const total = directionsOf(job).get('total')
  const meanNs = total?.latency.get('total')?.meanNs
  const jobs = numberOf(workload, 'jobs') ?? 1
  const used =
    total?.iops === undefined || meanNs === undefined
      ? undefined
      : Math.min(1, (total.iops * meanNs) / (1e9 * jobs * depth))
  if (depth === 1) return used
  const exponent = Math.floor(Math.log2(Math.min(depth, largestLevel)))
  const counted = job.depthLevels.get(2 ** exponent === largestLevel ? '>=64' : String(2 ** exponent))
  if (counted === undefined) return used !== undefined && used >= exhaustedShare ? used : undefined
  const share = counted / 100
  if (depth === 2 ** exponent || share <= cutOffShare) return share
  return used !== undefined && used >= exhaustedShare ? used : undefined
}

/** Latency bins of every direction except the total, which is their sum. */
function histogramsOf(test: string, job: JobResult): readonly Histogram[] {
  const histograms: Histogram[] = []
  for (const [direction, result] of job.directions) {
    // Reported on top of the single directions, `mixed` is their sum.
    if (direction === 'mixed' && job.directions.size > 1) continue
    for (const [metric, latency] of result.latency) {
      if (!latency.bins) continue
      histograms.push({
        kind: 'histogram',
        source: 'engine',
        test,
        direction: direction === 'mixed' ? 'total' : direction,
        metric,
        unit: 'ns',
        ...latency.bins,
      })
    }
  }
  return histograms
}

function latencyValues(
  prefix: string,
  latency: Latency | undefined,
  ioCount: number,
): readonly (readonly [string, number | undefined])[] {
  if (!latency) return []
  const count = latency.count ?? ioCount
  const ranked = percentiles.map(([percent, suffix]) => {
    const isKnown = isPercentileMeaningful(count, percent)
    return [`${prefix}_${suffix}`, isKnown ? percentileOf(latency, percent) : undefined] as const
  })
  return [[`${prefix}_mean`, latency.meanNs], ...ranked, [`${prefix}_max`, latency.maxNs]]
}

function percentileOf(latency: Latency, percent: number): number | undefined {
  return latency.bins
    ? histogramPercentile(latency.bins, percent)?.valueNs
    : latency.percentilesNs.get(percent)
}
