import { mergeHistograms, type Histogram } from '../../../statistics/latency/histogram'
import type { DirectionResult, JobResult, ReportedDirection } from './read-job'
import { latencyFamilies, type Latency, type LatencyFamily } from './read-latency'
import { largestOf } from '../../../units/iterables'

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

/** All jobs of a document as one job: without `group_reporting` fio writes an entry per clone. */
export function mergeJobs(jobs: readonly JobResult[]): JobResult | undefined {
  const [first] = jobs
  if (!first || jobs.length === 1) return first
  const names = new Set(jobs.flatMap((job) => [...job.directions.keys()]))
  const directions = new Map<ReportedDirection, DirectionResult>()
  for (const name of names) {
    const parts = jobs.flatMap((job) => job.directions.get(name) ?? [])
    directions.set(name, mergeDirections(parts))
  }
  const fault = jobs.find((job) => job.fault)?.fault
  return {
    ...first,
    ...(fault && { fault }),
    error: jobs.find((job) => job.error !== 0)?.error ?? 0,
    jobRuntimeMs: sum(jobs.map((job) => job.jobRuntimeMs)),
    cpuUserPercent: mean(jobs.map((job) => job.cpuUserPercent)),
    cpuSystemPercent: mean(jobs.map((job) => job.cpuSystemPercent)),
    directions,
  }
}

/** Undefined if one part lacks the family: a mean over the rest would mean something else. */
function mergeLatency(parts: readonly (Latency | undefined)[]): Latency | undefined {
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

function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return values.length > 0 ? total : undefined
}

function mean(values: readonly (number | undefined)[]): number | undefined {
  const total = sum(values)
  return total === undefined ? undefined : total / values.length
}

function largest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? largestOf(known) : undefined
}
