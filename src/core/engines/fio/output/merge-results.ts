import { mergeHistograms, type Histogram } from '../../../statistics/latency/histogram'
import { latencyFamilies, type Latency, type LatencyFamily } from './read-latency'
import { largestOf } from '../../../iterables'

/** What a job did in one direction. */
export interface DirectionResult {
  readonly ioCount: number
  /** fio 2.1 and older wrote no count; it follows from rate and time then, and is not exact. */
  readonly isCountDerived: boolean
  readonly ioBytes: number | undefined
  readonly bytesPerSecond: number | undefined
  readonly iops: number | undefined
  readonly runtimeMs: number | undefined
  readonly latency: ReadonlyMap<LatencyFamily, Latency>
}

/** Results of several jobs, or of several directions, as one: counts and rates add up, times are the longest, means are weighted. */
export function mergeDirections(results: readonly DirectionResult[]): DirectionResult {
  const [only] = results
  if (only && results.length === 1) return only
  const latency = new Map<LatencyFamily, Latency>()
  for (const family of latencyFamilies) {
    const merged = mergeLatency(results.map((result) => weighted(result, family)))
    if (merged) latency.set(family, merged)
  }
  return {
    ioCount: results.reduce((sum, result) => sum + result.ioCount, 0),
    isCountDerived: results.some((result) => result.isCountDerived),
    ioBytes: sum(results.map((result) => result.ioBytes)),
    bytesPerSecond: sum(results.map((result) => result.bytesPerSecond)),
    iops: sum(results.map((result) => result.iops)),
    runtimeMs: largest(results.map((result) => result.runtimeMs)),
    latency,
  }
}

/** Undefined if one part lacks the family: a mean over the rest would mean something else. */
export function mergeLatency(parts: readonly (Latency | undefined)[]): Latency | undefined {
  const all = parts.flatMap((part) => part ?? [])
  if (all.length === 0 || all.length < parts.length) return undefined
  return {
    count: sum(all.map((part) => part.count)),
    maxNs: largest(all.map((part) => part.maxNs)),
    meanNs: weightedMean(all),
    percentilesNs: new Map(),
    bins: allBins(all.map((part) => part.bins)),
  }
}

/** If a version does not count a family's I/Os, the direction's count is used. */
function weighted(result: DirectionResult, family: LatencyFamily): Latency | undefined {
  const latency = result.latency.get(family)
  return latency && { ...latency, count: latency.count ?? result.ioCount }
}

function weightedMean(parts: readonly Latency[]): number | undefined {
  let total = 0
  let count = 0
  for (const part of parts) {
    if (part.meanNs === undefined || part.count === undefined) return undefined
    total += part.meanNs * part.count
    count += part.count
  }
  return count > 0 ? total / count : undefined
}

/** fio's bins are the same in every run; without those of one part the rest would mean something else. */
function allBins(parts: readonly (Histogram | undefined)[]): Histogram | undefined {
  const known = parts.flatMap((part) => part ?? [])
  return known.length === parts.length ? mergeHistograms(known) : undefined
}

/** Undefined if a value is. */
export function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return values.length > 0 ? total : undefined
}

export function mean(values: readonly (number | undefined)[]): number | undefined {
  const total = sum(values)
  return total === undefined ? undefined : total / values.length
}

function largest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? largestOf(known) : undefined
}
