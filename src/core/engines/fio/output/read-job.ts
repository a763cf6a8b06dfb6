import { mean, mergeDirections, mergeLatency, sum, type DirectionResult } from './merge-results'
import { isObject, listAt, numberAt, objectAt, textAt, type JsonObject } from './json-members'
import { findDisagreement, findImpossible, type NumberFault } from './number-fault'
import { latencyFamilies, readLatency, type Latency, type LatencyFamily } from './read-latency'

/** `mixed` means all directions, if fio was told to merge them. */
const reportedDirections = ['read', 'write', 'trim', 'mixed'] as const
export type ReportedDirection = (typeof reportedDirections)[number]

/** One entry of `jobs` or `client_stats`. */
export interface JobEntry {
  readonly name: string
  /** Client and server: how the client reached the server, a socket or an address; empty for a job of this machine. */
  readonly hostName: string
  /** Options as fio echoes them, global and own. Options that were not set are not in it. */
  readonly options: ReadonlyMap<string, string>
  readonly section: JsonObject
}

/** A job with all its entries. */
export interface JobResult extends Pick<JobEntry, 'name' | 'options'> {
  /** errno of the first failure; 0 if there was none. */
  readonly error: number
  readonly jobRuntimeMs: number | undefined
  readonly cpuUserPercent: number | undefined
  readonly cpuSystemPercent: number | undefined
  /** Percent of the time by number of requests in flight: "1", "2", "4" … ">=64". */
  readonly depthLevels: ReadonlyMap<string, number>
  /** Directions with at least one I/O. */
  readonly directions: ReadonlyMap<ReportedDirection, DirectionResult>
  /** Of its calls of fsync, fdatasync and sync_file_range, if it made some; fio counts them apart from requests. */
  readonly sync?: Latency
  /** If it was to end once steady (`steadystate`, fio's `ss`). */
  readonly steadyState?: SteadyState
  /** Why its numbers cannot be trusted. */
  readonly fault?: NumberFault
}

/** fio's result for the requested steady state, over the last window it evaluated. */
export interface SteadyState {
  readonly isAttained: boolean
  /** The criterion, as `iops_slope:10.000000%`, and its value, as `-2.363915%`. */
  readonly asked: string
  readonly reached: string
  /** Length of the window. */
  readonly seconds: number
  readonly iops: number | undefined
  readonly bytesPerSecond: number | undefined
}

export interface FioDocument {
  /** `3.33`; empty if the document does not say. */
  readonly version: string
  /** When it was written, by the host's clock, in ms since 1970; fio 2.x does not record it. */
  readonly writtenAtMs: number | undefined
  /** Every entry; for several clients also the one for all of them together, see `togetherName`. */
  readonly entries: readonly JobEntry[]
}

/** Name of the entry that fio's client writes for all servers together. */
export const togetherName = 'All clients'

/** fio cuts the names of jobs in its results, not in its options and banners (FIO_JOBNAME_SIZE). */
export const longestJobName = 127

/** Whether a result of this name can be of the job that has the whole name. */
export function isNameOf(whole: string, reported: string): boolean {
  return whole === reported || (reported.length === longestJobName && whole.startsWith(reported))
}

/** Reads a document of any version from 2.0 on. A document without jobs has an empty list. */
export function readFioDocument(document: JsonObject): FioDocument {
  const globalOptions = readOptions(document, 'global options')
  const version = (textAt(document, 'fio version') ?? '').replace(/^fio-/, '')
  const sections = (listAt(document, 'jobs') ?? listAt(document, 'client_stats') ?? []).filter(isObject)
  const entries = sections.map((section) => ({
    name: textAt(section, 'jobname') ?? '',
    hostName: textAt(section, 'hostname') ?? '',
    options: new Map([...globalOptions, ...readOptions(section, 'job options')]),
    section,
  }))
  return { version, writtenAtMs: numberAt(document, 'timestamp_ms'), entries }
}

/** The entries that count: for several clients fio adds one for all of them together, and only that one is used. */
export function countedEntries(entries: readonly JobEntry[]): readonly JobEntry[] {
  const together = entries.filter(({ name }) => name === togetherName)
  return together.length > 0 ? together : entries
}

/**
 * The result of a job from its entries: without `group_reporting` fio writes one per clone, and a client one per
 * server. Undefined if there are none.
 */
export function readJob(entries: readonly JobEntry[]): JobResult | undefined {
  const [first] = entries
  if (!first) return undefined
  const sections = entries.map(({ section }) => section)
  const results = sections.map((section) => {
    const directions = new Map<ReportedDirection, DirectionResult>()
    for (const name of reportedDirections) {
      const result = readDirection(objectAt(section, name))
      if (result && result.ioCount > 0) directions.set(name, result)
    }
    const fault = findImpossible(section, reportedDirections) ?? findDisagreement(directions)
    return { directions, fault }
  })
  const names = new Set(results.flatMap(({ directions }) => [...directions.keys()]))
  const directions = new Map<ReportedDirection, DirectionResult>()
  for (const name of names)
    directions.set(name, mergeDirections(results.flatMap((one) => one.directions.get(name) ?? [])))
  const fault = results.find((one) => one.fault)?.fault
  const numbers = (key: string) => sections.map((section) => numberAt(section, key))
  return {
    ...(fault && { fault }),
    name: first.name,
    options: first.options,
    error: numbers('error').find((error) => error !== undefined && error !== 0) ?? 0,
    jobRuntimeMs: sum(numbers('job_runtime')),
    cpuUserPercent: mean(numbers('usr_cpu')),
    cpuSystemPercent: mean(numbers('sys_cpu')),
    depthLevels: readNumbers(first.section, 'iodepth_level'),
    directions,
    ...readSync(sections),
    ...readSteadyState(first.section),
  }
}

/** A clone without such calls adds none. */
function readSync(sections: readonly JsonObject[]): Pick<JobResult, 'sync'> {
  const parts = sections.flatMap((section) => readLatency(objectAt(section, 'sync') ?? {}, 'total') ?? [])
  const sync = parts.length > 1 ? mergeLatency(parts) : parts[0]
  return sync ? { sync } : {}
}

/** Bandwidth is in bytes per second here, unlike elsewhere in the document. */
function readSteadyState(entry: JsonObject): Pick<JobResult, 'steadyState'> {
  const found = objectAt(entry, 'steadystate')
  const attained = found && numberAt(found, 'attained')
  if (!found || attained === undefined) return {}
  const data = objectAt(found, 'data') ?? {}
  return {
    steadyState: {
      isAttained: attained === 1,
      asked: textAt(found, 'ss') ?? '',
      reached: textAt(found, 'criterion') ?? '',
      seconds: numberAt(found, 'duration') ?? 0,
      iops: numberAt(data, 'iops_mean'),
      bytesPerSecond: numberAt(data, 'bw_mean'),
    },
  }
}

function readDirection(section: JsonObject | undefined): DirectionResult | undefined {
  if (!section) return undefined
  const latency = new Map<LatencyFamily, Latency>()
  for (const family of latencyFamilies) {
    const read = readLatency(section, family)
    if (read) latency.set(family, read)
  }
  const kibPerSecond = numberAt(section, 'bw')
  const counted = numberAt(section, 'total_ios')
  const derived = ((numberAt(section, 'iops') ?? 0) * (numberAt(section, 'runtime') ?? 0)) / 1000
  return {
    ioCount: counted ?? Math.round(derived),
    isCountDerived: counted === undefined,
    ioBytes: readBytes(section),
    bytesPerSecond:
      numberAt(section, 'bw_bytes') ?? (kibPerSecond === undefined ? undefined : kibPerSecond * 1024),
    iops: numberAt(section, 'iops'),
    runtimeMs: numberAt(section, 'runtime'),
    latency,
  }
}

/** Until `io_kbytes` came (2.21), `io_bytes` held KiB. */
function readBytes(section: JsonObject): number | undefined {
  const amount = numberAt(section, 'io_bytes')
  const isBytes = numberAt(section, 'io_kbytes') !== undefined
  return amount === undefined || isBytes ? amount : amount * 1024
}

function readOptions(source: JsonObject, key: string): ReadonlyMap<string, string> {
  const section = objectAt(source, key) ?? {}
  return new Map(Object.keys(section).map((name) => [name, textAt(section, name) ?? '']))
}

function readNumbers(source: JsonObject, key: string): ReadonlyMap<string, number> {
  const section = objectAt(source, key) ?? {}
  return new Map(
    Object.keys(section).flatMap((name) => {
      const value = numberAt(section, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
