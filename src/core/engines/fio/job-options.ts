import type { CommandRequest } from '../engine'
import type { Workload } from '../../plan/plan'
import { dataContentKeys, dataContentOptions, optionText, type JobOption } from './workload/data-content'
import { findExtraOption } from './workload/extra-options'
import { escapeFileName } from './workload/file-name'
import { logOptions } from './logs/log-request'
import { isAsynchronous } from './workload/io-engines'
import { accessPattern } from './workload/pattern'
import { supports } from './workload/version-gates'
import { isOn, numberOf, textOf, valueOf } from './workload/fields'

/** Every option of a measured run, in the order of the job file. */
export function measureOptions(request: CommandRequest): readonly JobOption[] {
  const { workload } = request
  return [
    ...fileOptions(request),
    ...spaceOptions(workload),
    ...patternOptions(workload),
    ...loadOptions(workload),
    ...limitOptions(request),
    ...timeOptions(workload),
    ...seedOptions(request),
    ...dataContentOptions(workload),
    ...reportOptions(request),
    ...logOptions(request),
    ...extraOptions(workload),
  ]
}

/** Options of the run that writes the whole data file once, front to back, with the workload's data. */
export function layoutOptions(request: CommandRequest): readonly JobOption[] {
  const { workload } = request
  const engine = textOf(workload, 'io_engine')
  const asynchronous = isAsynchronous(engine) && engine !== 'null'
  // Whole blocks only: fio leaves out a last part that is smaller than a block.
  const size =
    Math.ceil((numberOf(workload, 'file_size') ?? layoutBlockBytes) / layoutBlockBytes) * layoutBlockBytes
  return [
    ...fileOptions(request),
    ['size', String(size)],
    ['rw', 'write'],
    ['bs', String(layoutBlockBytes)],
    ['ioengine', asynchronous ? engine : 'psync'],
    ['iodepth', asynchronous ? '8' : '1'],
    ['direct', optionText(isOn(workload, 'direct'))],
    ['end_fsync', '1'],
    ['thread', '1'],
    ['randrepeat', '0'],
    ['randseed', String(request.seed)],
    ...dataContentOptions(workload),
    ['group_reporting', '1'],
  ]
}

const layoutBlockBytes = 1024 ** 2

/** The target, which fio may create only when it lays out a file. */
export function fileOptions(request: CommandRequest): readonly JobOption[] {
  if (request.dataFile === undefined) return []
  // A measured run must find its file: otherwise fio would create folders and files, and report reads of data it
  // invented.
  const mayCreate = request.phase === 'layout' && request.isDevice !== true
  const create: JobOption = ['allow_file_create', mayCreate ? '1' : '0']
  return [['filename', escapeFileName(request.dataFile)], create]
}

/** Sequential jobs on one file would follow each other's tracks in the cache, so each gets its own part. */
function spaceOptions(workload: Workload): readonly JobOption[] {
  const size = numberOf(workload, 'file_size')
  if (size === undefined) return []
  const jobs = numberOf(workload, 'jobs') ?? 1
  const block = numberOf(workload, 'block_size') ?? 1
  if (jobs <= 1 || accessPattern(workload).random) return [['size', String(size)]]
  const part = Math.floor(size / jobs / block) * block
  return [
    ['size', String(part)],
    ['offset_increment', String(part)],
  ]
}

function patternOptions(workload: Workload): readonly JobOption[] {
  const pattern = accessPattern(workload)
  const options: JobOption[] = [['rw', pattern.rw]]
  if (pattern.readPercent !== undefined) options.push(['rwmixread', optionText(pattern.readPercent)])
  return options
}

function loadOptions(workload: Workload): readonly JobOption[] {
  return pick(workload, [
    ['bs', 'block_size'],
    ['iodepth', 'queue_depth'],
    ['numjobs', 'jobs'],
    ['ioengine', 'io_engine'],
    ['direct', 'direct'],
    ['fsync', 'fsync'],
    ['end_fsync', 'end_fsync'],
    ['invalidate', 'invalidate'],
    ['norandommap', 'norandommap'],
    ['thread', 'thread'],
  ])
}

/** A limit or an offered load. An offered share of a capacity that is not yet known has no rate. */
function limitOptions(request: CommandRequest): readonly JobOption[] {
  const { workload } = request
  const offered = jobRates(request)
  if (offered !== undefined)
    return [
      ['rate_iops', offered.join(',')],
      ['rate_process', 'poisson'],
    ]
  const limit = numberOf(workload, 'rate_iops')
  return limit === undefined ? [] : [['rate_iops', splitRate(workload, limit).join(',')]]
}

/** fio limits each direction on its own, so a total rate is split by the share of reads. */
function splitRate(workload: Workload, rate: number): readonly number[] {
  const { readPercent } = accessPattern(workload)
  if (readPercent === undefined) return [rate]
  const reads = Math.min(Math.max(1, Math.round((rate * readPercent) / 100)), Math.max(1, rate - 1))
  return [reads, Math.max(1, rate - reads)]
}

/** Requests per second for each job, in each direction; undefined if none are offered. */
function jobRates({ workload, offeredPerSecond }: CommandRequest): readonly number[] | undefined {
  const offered = offeredPerSecond ?? numberOf(workload, 'offered_iops')
  if (offered === undefined) return undefined
  // fio's rate is that of each job.
  return splitRate(workload, Math.max(1, Math.round(offered / (numberOf(workload, 'jobs') ?? 1))))
}

/** Requests per second for all jobs together: the requested rate, in whole requests per job. */
export function offeredRate(request: CommandRequest): number | undefined {
  const rates = jobRates(request)
  if (rates === undefined) return undefined
  return rates.reduce((sum, rate) => sum + rate, 0) * (numberOf(request.workload, 'jobs') ?? 1)
}

function timeOptions(workload: Workload): readonly JobOption[] {
  const options: JobOption[] = []
  const runtime = numberOf(workload, 'runtime')
  if (runtime !== undefined) {
    options.push(['runtime', seconds(runtime)])
    if (isOn(workload, 'time_based')) options.push(['time_based', '1'])
  }
  const ramp = numberOf(workload, 'ramp_time') ?? 0
  if (ramp > 0) options.push(['ramp_time', seconds(ramp)])
  return [...options, ...pick(workload, [['io_size', 'io_size']])]
}

function seedOptions(request: CommandRequest): readonly JobOption[] {
  if (isOn(request.workload, 'random_repeat')) return [['randrepeat', '1']]
  return [
    ['randrepeat', '0'],
    ['randseed', String(request.seed)],
  ]
}

/** Both latency families if the version supports both at once; older versions give the one that counts from submission. */
function reportOptions(request: CommandRequest): readonly JobOption[] {
  const both = supports(request.engineVersion, 'several_percentiles')
  return [
    ['group_reporting', '1'],
    ['clat_percentiles', both ? '1' : '0'],
    ['lat_percentiles', '1'],
    ...pick(request.workload, [['percentile_list', 'percentiles']]),
  ]
}

function extraOptions(workload: Workload): readonly JobOption[] {
  const placed: ReadonlySet<string> = new Set(dataContentKeys)
  const names = Object.keys(workload).filter((key) => findExtraOption(key) && !placed.has(key))
  return pick(
    workload,
    names.sort().map((name) => [name, name]),
  )
}

function pick(
  workload: Workload,
  pairs: readonly (readonly [option: string, key: string])[],
): readonly JobOption[] {
  return pairs.flatMap(([option, key]) => {
    const value = valueOf(workload, key)
    return value === undefined ? [] : [[option, optionText(value)] as const]
  })
}

/** fio takes whole numbers with a unit; fractions of a second are given in milliseconds. */
function seconds(value: number): string {
  return Number.isInteger(value) ? String(value) : `${Math.round(value * 1000)}ms`
}
