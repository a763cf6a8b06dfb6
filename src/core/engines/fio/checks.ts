import type { CommandRequest } from '../engine'
import type { Workload } from '../../plan/plan'
import type { RunFailure } from '../../results/run'
import { invalidates, note, qualifies, type Reservation } from '../../results/reservation'
import { formatDuration } from '../../units/durations'
import { formatLatency } from '../../units/unit-scale'
import { formatBytes } from '../../units/bytes'
import { formatPercent } from '../../units/number-format'
import { requestedOptions } from './command'
import { failure, untrusted } from '../failures'
import { failureOfErrno } from './failures'
import { offeredWarnings } from '../offered-load'
import { directionsOf, offeredLoad } from './observations'
import type { FoundJson } from './output/find-json'
import type { JobResult } from './output/read-job'
import { fillBytes } from './preparation'
import { usedLevels } from './workload/used-levels'
import { accessPattern } from './workload/pattern'
import { isOn, numberOf, textOf } from './workload/fields'
import { largestOf, present } from '../../iterables'

/** Why a complete document is still not a result; undefined if it is one. */
export function findFailure(job: JobResult, request: CommandRequest): RunFailure | undefined {
  if (job.error !== 0) return failureOfErrno(job.error)
  if (job.fault) return untrusted(job.fault.id, job.fault.text)
  return (
    missingDirection(job, request) ??
    differentOption(job, request) ??
    tooShort(job, request) ??
    unfinishedLayout(job, request)
  )
}

/** What a reader of the numbers should know, although they are valid. */
export function findWarnings(job: JobResult, request: CommandRequest): readonly Reservation[] {
  if (request.phase !== 'measure') return []
  return present(
    readShareWarning(job, request),
    runtimeWarning(job, request),
    standstillWarning(job, request),
    depthWarning(job, request),
    blockingWarning(job, request),
    ...offeredWarnings(offeredLoad(job, request)),
    steadyWarning(job, request),
  )
}

/** What a reader should know about the file itself. */
export function documentWarnings({ documents, hadNonFinite }: FoundJson): readonly Reservation[] {
  const several = `fio wrote ${documents.length} results into one file; the last one counts.`
  const missing = 'fio wrote a value that is not a number; it is left out.'
  return present(
    documents.length > 1 ? note('several-documents', several) : undefined,
    hadNonFinite ? note('non-finite-number', missing) : undefined,
  )
}

/** Steady state was requested but not reached within the run time. */
function steadyWarning({ steadyState }: JobResult, { workload }: CommandRequest): Reservation | undefined {
  if (!Object.hasOwn(workload, 'steadystate') || steadyState?.isAttained === true) return undefined
  const last = steadyState
    ? `: asked ${steadyState.asked} over ${formatDuration(steadyState.seconds)}, last ${steadyState.reached}`
    : ''
  const text = `The run never became steady${last}. Its numbers describe a drive that was still changing.`
  return invalidates('not-steady', text)
}

function wantedDirections(request: CommandRequest): readonly ('read' | 'write')[] {
  return request.phase === 'layout' || isFill(request)
    ? ['write']
    : accessPattern(request.workload).directions
}

/** Writes an amount of data in one direction, regardless of the workload. */
function isFill(request: CommandRequest): boolean {
  return fillBytes(request) !== undefined
}

/** fio reports success with zero I/Os when, for example, it refuses to write to a mounted device. */
function missingDirection(job: JobResult, request: CommandRequest): RunFailure | undefined {
  if (job.directions.has('mixed')) return undefined
  const wanted = wantedDirections(request)
  const missing = wanted.find((direction) => !job.directions.has(direction))
  if (missing !== undefined) {
    return failure(
      'zero-ios',
      `fio did not ${missing} anything, although the case asks for it.`,
      'Look at the raw output for the reason; a longer run time helps where one direction is rare.',
    )
  }
  const extra = (['read', 'write'] as const).find(
    (direction) => !wanted.includes(direction) && job.directions.has(direction),
  )
  return extra === undefined
    ? undefined
    : failure(
        'unasked-ios',
        `fio did ${extra} I/O that the case does not ask for.`,
        'Check the options of the case.',
      )
}

/** The echo must match the job file exactly; a missing option means that fio ran with its own default. */
function differentOption(job: JobResult, request: CommandRequest): RunFailure | undefined {
  if (job.options.size === 0) return undefined
  const asked = new Map(requestedOptions(request))
  for (const [name, value] of asked) {
    const ran = job.options.get(name)
    if (ran === value || (ran === '' && value === '1')) continue
    const told = ran === undefined ? 'did not take it' : `ran with ${ran}`
    return optionsDiffer(`The case asks for ${name}=${value}, but fio ${told}.`)
  }
  const extra = [...job.options.keys()].find((name) => name !== 'name' && !asked.has(name))
  return extra === undefined
    ? undefined
    : optionsDiffer(`fio ran with ${extra}, which the case does not ask for.`)
}

function optionsDiffer(text: string): RunFailure {
  return failure('options-differ', text, 'Check the version of fio and the options of the case.')
}

const leastShare = 0.9

function tooShort(job: JobResult, request: CommandRequest): RunFailure | undefined {
  const { asked, measured } = runtimeSeconds(job, request)
  if (asked === undefined) return undefined
  if (measured === undefined)
    return failure('short-runtime', 'fio did not say how long it measured.', 'Run it again.')
  if (measured >= asked * leastShare) return undefined
  return failure(
    'short-runtime',
    `fio measured ${formatDuration(measured)} of the ${formatDuration(asked)} asked for.`,
    'Find out what ended it early, then run again.',
  )
}

function runtimeWarning(job: JobResult, request: CommandRequest): Reservation | undefined {
  const { asked, measured } = runtimeSeconds(job, request)
  if (asked === undefined || measured === undefined || measured >= asked * 0.95) return undefined
  return qualifies(
    'short-runtime',
    `fio measured ${formatDuration(measured)} of the ${formatDuration(asked)} asked for.`,
  )
}

/** Shorter waits are usual on a busy machine, however short the run. */
const leastStandstillSeconds = 1

/**
 * A request that took a quarter of the run or more: the engine was stopped, or the drive did not answer. Where load is
 * offered at a rate, requests wait for the ones before them as well.
 */
function standstillWarning(job: JobResult, request: CommandRequest): Reservation | undefined {
  const { measured } = runtimeSeconds(job, request)
  const isOffered = ['offered_iops', 'offered_percent', 'rate', 'rate_iops'].some((key) =>
    Object.hasOwn(request.workload, key),
  )
  if (measured === undefined || isOffered) return undefined
  const longest = largestOf(
    [...job.directions.values()].map(
      ({ latency }) => latency.get('total')?.maxNs ?? latency.get('completion')?.maxNs ?? 0,
    ),
    0,
  )
  if (longest / 1e9 < Math.max(leastStandstillSeconds, measured / 4)) return undefined
  return qualifies(
    'standstill',
    `The longest request took ${formatLatency(longest)}; the run measured ${formatDuration(measured)}.`,
  )
}

/** Options that may end a run before its time on purpose. */
export const earlyEnds = ['steadystate', 'number_ios', 'io_size', 'latency_target'] as const

/** Both undefined if the run time is not fixed. */
function runtimeSeconds(
  job: JobResult,
  request: CommandRequest,
): { readonly asked?: number; readonly measured?: number } {
  const { workload } = request
  const mayEndEarly = earlyEnds.some((key) => Object.hasOwn(workload, key)) || !isOn(workload, 'time_based')
  const asked = numberOf(workload, 'runtime')
  if (request.phase === 'layout' || isFill(request) || mayEndEarly || asked === undefined) return {}
  const total = directionsOf(job).get('total')?.runtimeMs
  return { asked, measured: total === undefined ? undefined : total / 1000 }
}

function unfinishedLayout(job: JobResult, request: CommandRequest): RunFailure | undefined {
  const fill = fillBytes(request)
  if (request.phase !== 'layout' && fill === undefined) return undefined
  const asked = fill ?? numberOf(request.workload, 'file_size') ?? 0
  const written = job.directions.get('write')?.ioBytes ?? 0
  if (written >= asked) return undefined
  return failure(
    'layout-incomplete',
    `${fill === undefined ? 'The data file' : 'The target'} got ${formatBytes(written)} of ${formatBytes(asked)}.`,
    'Check the free space, then run again.',
  )
}

/** One point, or four standard deviations of the random choice if the run was small. */
function readShareWarning(job: JobResult, request: CommandRequest): Reservation | undefined {
  const asked = accessPattern(request.workload).readPercent
  const read = job.directions.get('read')?.ioCount ?? 0
  const all = read + (job.directions.get('write')?.ioCount ?? 0)
  if (asked === undefined || all === 0) return undefined
  const reached = (100 * read) / all
  const chance = 4 * Math.sqrt((asked * (100 - asked)) / all)
  if (Math.abs(reached - asked) <= Math.max(1, chance)) return undefined
  return qualifies(
    'read-share-differs',
    `${formatPercent(reached)} of the requests were reads; ${formatPercent(asked)} were asked for.`,
  )
}

/** Requests that a job keeps in flight; 1 for the engine that moves no data. */
function askedDepth(workload: Workload): number {
  const isNull = textOf(workload, 'io_engine') === 'null'
  return isNull ? 1 : (numberOf(usedLevels(workload), 'queue_depth') ?? 1)
}

/** From this share of its time in submission on, a job has no time left to keep requests in flight. */
const blockedShare = 0.9

/**
 * A job that spends its time in submission waits for each request there, whatever depth fio keeps books of: the share
 * is the mean time of a submission times the submissions of a job a second.
 */
function blockingWarning(job: JobResult, { workload }: CommandRequest): Reservation | undefined {
  const asked = askedDepth(workload)
  if (asked < 2) return undefined
  const total = directionsOf(job).get('total')
  const meanNs = total?.latency.get('submission')?.meanNs
  if (total?.iops === undefined || meanNs === undefined) return undefined
  const share = (meanNs * total.iops) / (1e9 * (numberOf(workload, 'jobs') ?? 1))
  if (share < blockedShare) return undefined
  return qualifies(
    'submission-blocks',
    `Submitting a request took ${formatLatency(meanNs)} on average, ${formatPercent(Math.min(100, 100 * share))} of the time: each waited for the one before, so the queue depth was about 1, not ${String(asked)}.`,
  )
}

/** fio counts how many requests were in flight, in powers of two up to 64. */
function depthWarning(job: JobResult, request: CommandRequest): Reservation | undefined {
  const asked = askedDepth(request.workload)
  const isLimited = [
    'rate',
    'rate_iops',
    'offered_iops',
    'offered_percent',
    'thinktime',
    'latency_target',
    'iodepth_low',
  ].some((key) => Object.hasOwn(request.workload, key))
  if (asked < 2 || isLimited || job.depthLevels.size === 0) return undefined
  const level = asked >= 64 ? '>=64' : String(2 ** Math.floor(Math.log2(asked)))
  const share = job.depthLevels.get(level)
  if (share === undefined || share >= 50) return undefined
  return qualifies(
    'queue-depth-not-reached',
    `The queue held the ${asked} requests asked for only ${formatPercent(share)} of the time.`,
  )
}
