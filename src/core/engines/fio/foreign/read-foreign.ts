import { note, qualifies, type Reservation } from '../../../results/reservation'
import type { LevelValue, Workload } from '../../../plan/plan'
import type { ForeignLogs, ForeignOutput, ForeignRun, SkippedPart } from '../../foreign/foreign-output'
import { nothingRead } from '../../foreign/program-run'
import { documentWarnings, findWarnings } from '../checks'
import { failureOfErrno, failureOfText } from '../failures'
import { offeredScalars } from '../../offered-load'
import { observationsOf, offeredLoad } from '../observations'
import { findJson, findJsonList, type FoundJson } from '../output/find-json'
import { isObject, type JsonObject, listAt, numberAt, objectAt, textAt } from '../output/json-members'
import { isNameOf, readFioDocument, togetherName, type JobEntry, type JobResult } from '../output/read-job'
import { judgeTextAround } from '../text-around'
import { echoedLevels } from './echoed-levels'
import { foreignLogsOf } from './foreign-logs'
import { groupJobs, type GroupedJob } from './group-jobs'
import { readPrintedFio } from './read-printed'
import { calendarTime, runtimeOf, separateResults, writtenAtMs } from './run-states'
import { largestOf, present, smallestOf } from '../../../iterables'

/**
 * Reads an output file of any fio, without a plan: what was measured follows from the options fio echoes. Every job
 * of a document is a separate run; a failed job or a truncated file is skipped with the reason. In a list of results,
 * or in a file that several runs of fio wrote to, all of them count; of the documents of `status-interval`, which fio
 * writes during one run, the last one does. Without JSON, fio's human-readable output and its terse lines are read.
 */
export function readForeignFio(text: string): ForeignOutput | undefined {
  const list = findJsonList(text)
  if (list && !('byteOffset' in list)) return readList(list)
  const found = list ?? findJson(text)
  if ('byteOffset' in found) {
    const printed = readPrintedFio(text)
    if (printed) return printed
    if (!looksLikeFio(text)) return undefined
    const reason = found.id === 'no-json' ? (failureOfText(text)?.text ?? noJson) : found.text
    return nothingRead('fio', reason)
  }
  const results = separateResults(found)
  return results.length > 1 ? readList(results) : readFound(found)
}

function readFound(found: FoundJson): ForeignOutput | undefined {
  const document = found.documents.at(-1) ?? {}
  const isFio = textAt(document, 'fio version') !== undefined || hasFioJobs(document)
  return isFio ? readDocument(found, document) : undefined
}

/** Undefined for a list without a result of fio. */
function readList(list: readonly FoundJson[]): ForeignOutput | undefined {
  const outputs = list.map((found) => readFound(found))
  if (outputs.every((output) => output === undefined)) return undefined
  const skipped = outputs.flatMap((output, at): readonly SkippedPart[] => {
    const place = `result ${at + 1} of ${list.length}`
    if (!output) return [{ part: place, reason: 'It is not a result of fio.' }]
    return output.skipped.map(({ part, reason }) => ({
      part: part === '' ? place : `${place}, ${part}`,
      reason,
    }))
  })
  return { engine: 'fio', runs: outputs.flatMap((output) => output?.runs ?? []), skipped }
}

/** JSON of another program has neither; fio's own text instead of a result begins its lines with its name. */
function looksLikeFio(text: string): boolean {
  return /"fio version"|^fio[-:]/m.test(text.slice(0, 100_000))
}

/** fio 2.0 wrote no version. */
function hasFioJobs(document: JsonObject): boolean {
  const [first] = listAt(document, 'jobs') ?? listAt(document, 'client_stats') ?? []
  return isObject(first) && textAt(first, 'jobname') !== undefined && objectAt(first, 'read') !== undefined
}

function readDocument(found: FoundJson, document: JsonObject): ForeignOutput {
  const around = judgeTextAround(found.textAround)
  if (around.interrupted) return nothingRead('fio', 'fio was ended before the run was over.')
  const known = around.failure && failureOfText(found.textAround)
  if (known) return nothingRead('fio', known.text)
  const warnings = [...around.warnings, ...documentWarnings(found)]
  if (around.failure) warnings.push(note('text-around-json', 'The file holds more text than the result.'))
  const { version, entries: all } = readFioDocument(document)
  const filled = all.filter((entry) => !isEmptied(entry))
  const entries = filled.length > 0 ? filled : all
  if (entries.length === 0) return nothingRead('fio', 'The file is JSON of fio, but holds no job.')
  const groups = groupJobs(entries)
  const runs: ForeignRun[] = []
  const skipped: SkippedPart[] = []
  for (const group of groups) {
    const reason = whyNoResult(group)
    if (reason !== undefined) skipped.push({ part: group.job.name, reason })
    else {
      const jobs = jobNumbers(groups, group)
      const own = [...warnings, ...togetherWarning(groups, group), ...hostsWarning(group)]
      runs.push(readRun(group, document, version, jobs, own))
    }
  }
  return { engine: 'fio', runs, skipped }
}

/** What `group_reporting` leaves of a job whose numbers it added to another: an entry without a name and without I/O. */
function isEmptied({ name, section }: JobEntry): boolean {
  const sides = ['read', 'write', 'trim', 'mixed'].map((side) => objectAt(section, side))
  return (
    name === '' &&
    (numberAt(section, 'error') ?? 0) === 0 &&
    sides.every((side) => (side === undefined ? 0 : (numberAt(side, 'total_ios') ?? 0)) === 0)
  )
}

function whyNoResult({ job }: GroupedJob): string | undefined {
  if (job.error !== 0) return failureOfErrno(job.error).text
  if (job.fault) return job.fault.text
  return job.directions.size === 0 ? 'The job did no I/O.' : undefined
}

function readRun(
  { job: reported, entries, hosts }: GroupedJob,
  document: JsonObject,
  version: string,
  jobs: ForeignLogs['jobs'],
  warnings: readonly Reservation[],
): ForeignRun {
  const merged = mergedJobs(reported, entries)
  // The sum over all servers has the global options alone.
  const isSum = entries.every(({ name }) => name === togetherName)
  const isEchoed = reported.options.size > 0 && merged === undefined && !isSum
  const levels: Workload = {
    ...(isEchoed ? echoedLevels(reported.options) : { job: reported.name }),
    ...(hosts !== undefined && { hosts }),
  }
  const job = isEchoed ? withoutVerification(reported, levels.pattern) : reported
  const verified = job === reported ? [] : [verification]
  const test = typeof levels.pattern === 'string' ? levels.pattern : job.name
  // Servers that a client reports on have clocks of their own.
  const starts = entries.flatMap(({ hostName, section }) =>
    hostName === '' ? (numberAt(section, 'job_start') ?? []) : [],
  )
  const startedAtMs = starts.length > 0 ? calendarTime(smallestOf(starts)) : undefined
  const ended = writtenAtMs(document)
  const runtimes = [...job.directions.values()].map(({ runtimeMs = 0 }) => runtimeMs)
  const latestStartMs = startedAtMs ?? (ended === undefined ? undefined : ended - largestOf(runtimes, 0))
  const device = deviceOf(job.options, document)
  const where = device === undefined ? whereOf(job.options, entries) : undefined
  const servers = [...new Set(entries.map(({ hostName }) => hostName))].filter((name) => name !== '')
  const request = { workload: levels, runName: job.name, phase: 'measure', seed: 0 } as const
  return {
    label: job.name,
    levels,
    engineVersion: version === '' ? undefined : version,
    startedAtMs,
    finishedAtMs: ended,
    device,
    ...(where !== undefined && { where }),
    command: undefined,
    observations: [...observationsOf(test, job), ...offeredScalars(test, offeredLoad(job, request))],
    warnings: [...warnings, ...(isEchoed ? findWarnings(job, request) : [merged ?? noEcho]), ...verified],
    logs: foreignLogsOf(job, jobs, {
      ...{ test, version, latestStartMs },
      ...(servers.length > 1 && { hosts: servers }),
    }),
  }
}

/** fio numbers the logs by job in the order of the job file, clones counted. */
function jobNumbers(groups: readonly GroupedJob[], group: GroupedJob): ForeignLogs['jobs'] {
  if (groups.length === 1) return undefined
  const clonesOf = ({ job, entries, hosts = 1 }: GroupedJob) =>
    Math.max(Math.ceil(entries.length / hosts), Number(job.options.get('numjobs') ?? 1) || 1)
  const before = groups.slice(0, groups.indexOf(group)).reduce((sum, one) => sum + clonesOf(one), 0)
  return { first: before + 1, last: before + clonesOf(group) }
}

const noJson =
  'It is text of fio without its JSON, which alone holds the exact numbers. Run fio with --output-format=json+.'

const noEcho = note(
  'options-unknown',
  'The file does not say how the job was set up (fio does since 2.3); its name is used instead.',
)

/** Writes are read back after they are over if they are to be verified, which is no part of the workload. */
function withoutVerification(job: JobResult, pattern: LevelValue | undefined): JobResult {
  const isVerified = job.options.has('verify') && typeof pattern === 'string' && pattern.endsWith('-write')
  if (!isVerified || !job.directions.has('write') || !job.directions.has('read')) return job
  return { ...job, directions: new Map([...job.directions].filter(([side]) => side !== 'read')) }
}

const verification = note('verification-left-out', 'The reads that verified what was written are left out.')

/**
 * With `group_reporting` fio adds up jobs with different options under the name of the first and the options of the
 * last. Names differ then, or more jobs than there are clones took the same time: `job_runtime` is the sum of it.
 */
function mergedJobs(job: JobResult, entries: readonly JobEntry[]): Reservation | undefined {
  const named = job.options.get('name')
  const isOther = named !== undefined && !isNameOf(named, job.name) && job.name !== togetherName
  const clones = entries.length * (Number(job.options.get('numjobs') ?? 1) || 1)
  const longest = largestOf(entries.map(runtimeOf), 0)
  const times = longest < 100 ? 0 : (job.jobRuntimeMs ?? 0) / longest
  const isMore = times > clones + 0.5 && Math.abs(times - Math.round(times)) < 0.1
  // Verifying and flushing take time of their own.
  const hasOwnTime = [...job.options.keys()].some((name) => /^verify|sync/.test(name))
  if (!isOther && (!isMore || hasOwnTime)) return undefined
  const text =
    'fio added up jobs with different options (group_reporting), and does not say which; the name of the first is used instead.'
  return qualifies('jobs-merged', text)
}

/**
 * The drives named as files (`/dev/sda`, `\\.\PhysicalDrive1`, an rbd image), several of them as a stripe; otherwise
 * the first drive whose use fio recorded.
 */
function deviceOf(options: ReadonlyMap<string, string>, document: JsonObject): string | undefined {
  const named = namedDrives(options)
  if (named.length > 1) return `stripe of ${named.join(' and ')}`
  if (named[0] !== undefined) return named[0]
  const [first] = listAt(document, 'disk_util') ?? []
  return isObject(first) ? textAt(first, 'name') : undefined
}

/** fio separates several files by colons, and a colon in a name is written `\:`. */
function filesOf(options: ReadonlyMap<string, string>): readonly string[] {
  const files = (options.get('filename') ?? '').split(/(?<!\\):/)
  return files.map((file) => file.replaceAll('\\:', ':')).filter((file) => file !== '')
}

function namedDrives(options: ReadonlyMap<string, string>): readonly string[] {
  if (options.get('ioengine') === 'rbd') {
    const [pool, image] = [options.get('pool'), options.get('rbdname')]
    return image === undefined ? [] : [pool === undefined ? `rbd ${image}` : `rbd ${pool}/${image}`]
  }
  const drive = /^(?:\/dev\/(?!shm\/|null$|zero$)([\w./-]+)|\\\\[.?]\\(PhysicalDrive\d+|[A-Z]:))$/i
  const found = filesOf(options).flatMap((file) => present(...(drive.exec(file)?.slice(1) ?? [])))
  return [...new Set(found)]
}

/** Servers of a client, and the folders of the files, which two drives of one machine do not share. */
function whereOf(options: ReadonlyMap<string, string>, entries: readonly JobEntry[]): string | undefined {
  const hosts = new Set(entries.flatMap(({ hostName }) => (hostName === '' ? [] : [hostName])))
  const folders = filesOf(options).map((file) => file.replace(/[^/\\]*$/, ''))
  const where = [...hosts, ...present(options.get('directory')), ...new Set(folders)]
  return where.filter((text) => text !== '').join(', ') || undefined
}

/** The numbers of a client's entry for all servers are of as many machines as there were. */
function hostsWarning({ lacksHosts }: GroupedJob): readonly Reservation[] {
  return lacksHosts === true ? [hostsUnknown] : []
}

const hostsUnknown = qualifies(
  'hosts-unknown',
  'fio added up the jobs of its servers, and the file does not say how many servers there were.',
)

/** Jobs of one file start together unless each waits for the one before. */
function togetherWarning(groups: readonly GroupedJob[], group: GroupedJob): readonly Reservation[] {
  const waits = ({ job }: GroupedJob) => job.options.has('stonewall') || job.options.has('wait_for_previous')
  if (groups.length === 1 || groups.slice(1).every(waits)) return []
  const others = groups.filter((other) => other !== group).map((other) => other.job.name)
  return [
    qualifies(
      'jobs-together',
      `The file has other jobs that may have run at the same time: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}.`,
    ),
  ]
}
