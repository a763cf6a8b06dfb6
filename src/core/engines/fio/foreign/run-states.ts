import { largestOf } from '../../../iterables'
import type { FoundJson } from '../output/find-json'
import { isObject, numberAt, objectAt, type JsonObject } from '../output/json-members'
import { readFioDocument, type JobEntry } from '../output/read-job'
import { fioSeconds } from './echoed-levels'
import { isSame } from './group-jobs'

/** The documents of each run of fio that wrote to a file, one after the other. */
export function separateResults(found: FoundJson): readonly FoundJson[] {
  const runs: JsonObject[][] = []
  for (const document of found.documents) {
    const last = runs.at(-1)
    const before = last?.at(-1)
    if (last && before && isContinued(before, document)) last.push(document)
    else runs.push([document])
  }
  return runs.map((documents) => ({ ...found, documents }))
}

/**
 * Whether a document is a later state of the same run (`status-interval`): the same jobs have gone on, for about as
 * long as the time between the two. A repetition takes its time anew, and its own counts and extremes.
 */
function isContinued(before: JsonObject, after: JsonObject): boolean {
  const [jobs, later] = [before, after].map((document) => readFioDocument(document).entries)
  if (!jobs || !later || jobs.length !== later.length) return false
  const pairs = jobs.flatMap((job, at) => (later[at] ? [[job, later[at]] as const] : []))
  if (!pairs.every(([job, next]) => isSame(next, job))) return false
  const [from, to] = [writtenAtMs(before), writtenAtMs(after)]
  const passed = from === undefined || to === undefined ? undefined : to - from
  const isExact = [before, after].every((one) => numberAt(one, 'timestamp_ms') !== undefined)
  const elapsed = largestOf(
    pairs.map(([job, next]) => elapsedSeconds(next) - elapsedSeconds(job)),
    0,
  )
  if (passed !== undefined && hasElapsed(pairs)) {
    // Both are cut to whole seconds, unless fio wrote milliseconds.
    if (Math.abs(1000 * elapsed - passed) >= (isExact ? 1300 : 2000)) return false
    // fio counts anew when its ramp time is over.
    if (elapsed >= 1 && pairs.every(([job]) => isRamping(job))) return true
  }
  if (!pairs.every(([job, next]) => hasGoneOn(job, next))) return false
  if (passed === undefined) return true
  const measured = (entries: readonly JobEntry[]) => entries.reduce((sum, one) => sum + runtimeOf(one), 0)
  const slack = isExact ? 300 : 1500
  return measured(jobs) === 0 || measured(later) - measured(jobs) + slack >= passed / 2
}

type Pair = readonly [before: JobEntry, after: JobEntry]

function hasElapsed(pairs: readonly Pair[]): boolean {
  return pairs.every((pair) => pair.every(({ section }) => numberAt(section, 'elapsed') !== undefined))
}

/** Since fio was started, rounded up. */
function elapsedSeconds({ section }: JobEntry): number {
  return numberAt(section, 'elapsed') ?? 0
}

/** It may not have left its ramp time. */
function isRamping(job: JobEntry): boolean {
  const seconds = fioSeconds(job.options.get('ramp_time') ?? '')
  return seconds !== undefined && elapsedSeconds(job) <= seconds + 1
}

const sections = ['read', 'write', 'trim', 'mixed'] as const
const latencies = ['lat_ns', 'clat_ns', 'slat_ns', 'lat', 'clat', 'slat'] as const

/** Whether nothing that only grows in a run has become less, and nothing has changed without a request. */
function hasGoneOn(job: JobEntry, next: JobEntry): boolean {
  const isGrown = ['ctx', 'majf', 'minf'].every(
    (name) => (numberAt(job.section, name) ?? 0) <= (numberAt(next.section, name) ?? Infinity),
  )
  // Of several jobs added up, the longest may be over.
  const isOne = !job.options.has('group_reporting')
  return isGrown && sections.every((name) => hasSideGoneOn(job.section[name], next.section[name], isOne))
}

function hasSideGoneOn(before: unknown, after: unknown, isOne: boolean): boolean {
  const [side, next] = [before, after].map((value) => (isObject(value) ? value : {}))
  if (!side || !next) return false
  const grown = (name: string) => (numberAt(next, name) ?? 0) - (numberAt(side, name) ?? 0)
  const requests = grown('total_ios')
  if (requests < 0 || grown('runtime') < 0) return false
  if (requests > 0 && isOne && grown('runtime') === 0) return false
  return latencies.every((name) =>
    hasLatencyGoneOn(objectAt(side, name) ?? {}, objectAt(next, name) ?? {}, requests),
  )
}

function hasLatencyGoneOn(before: JsonObject, after: JsonObject, requests: number): boolean {
  const [max, mean, min] = ['max', 'mean', 'min'].map((name) => numberAt(before, name))
  // Not measured, or not yet.
  if (max === undefined || !(max > 0)) return true
  const isUnchanged = numberAt(after, 'max') === max && numberAt(after, 'mean') === mean
  if (requests === 0) return isUnchanged
  return (numberAt(after, 'max') ?? 0) >= max && (numberAt(after, 'min') ?? 0) <= (min ?? Infinity)
}

export function runtimeOf({ section }: JobEntry): number {
  return largestOf(
    sections.map((name) => numberAt(objectAt(section, name) ?? {}, 'runtime') ?? 0),
    0,
  )
}

/** When a document was written; `timestamp_ms` came with 2.12. */
export function writtenAtMs(document: JsonObject): number | undefined {
  const seconds = numberAt(document, 'timestamp')
  const milliseconds =
    numberAt(document, 'timestamp_ms') ?? (seconds === undefined ? undefined : seconds * 1000)
  return milliseconds === undefined ? undefined : calendarTime(milliseconds)
}

/** Milliseconds since 1970; undefined beyond the year 9999, which is no clock's time. */
export function calendarTime(milliseconds: number): number | undefined {
  return milliseconds < 253_402_300_800_000 ? milliseconds : undefined
}
