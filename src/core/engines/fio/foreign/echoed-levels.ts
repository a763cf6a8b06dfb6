import type { LevelValue, Workload } from '../../../plan/plan'
import { findExtraOption } from '../workload/extra-options'
import { fieldForOption } from '../workload/fields'
import type { PatternId } from '../workload/pattern'
import { parseDuration } from '../../../units/durations'
import { present } from '../../../iterables'
import type { FieldKind } from '../../engine'

const patterns: ReadonlyMap<string, PatternId> = new Map([
  ['read', 'sequential-read'],
  ['write', 'sequential-write'],
  ['rw', 'sequential-mix'],
  ['readwrite', 'sequential-mix'],
  ['randread', 'random-read'],
  ['randwrite', 'random-write'],
  ['randrw', 'random-mix'],
])

/** Names that old job files still use. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['blocksize', 'bs'],
  ['io_limit', 'io_size'],
])

/** Options about where, for whom and how to report, not about what is measured; and seeds, which distinguish repetitions. */
const notMeasured =
  /^(name|filename|directory|filename_format|description|group_reporting|new_group|stonewall|wait_for(_previous)?|\w*percentiles?|percentile_list|write_\w+_log|log_\w+|per_job_logs|bwavgtime|iopsavgtime|disk_util|randseed|allow_\w+|create_\w+|unlink\w*|file_append|startdelay|exec_\w+|eta\w*|output\w*|status_interval|significant_figures|unit_base|kb_base|stats|gtod_\w+|clocksource|uid|gid|cgroup\w*|buffer_compress_chunk|refill_buffers|zero_buffers|buffer_compress_percentage|scramble_buffers|rw|readwrite|rwmixread|rwmixwrite|rate_iops|buffered|readonly|continue_on_error|ignore_error|error_dump|replay_\w+|verify_state_\w+|experimental_verify)$/

const longestLevel = 1000

/**
 * The parameters of a foreign job as fields and options of a plan. Options that fio does not echo have fio's own
 * default: 4 KiB blocks, one request in flight, one job, page cache on. The I/O engine is then left out, because its
 * default differs by system. What a job that replays a log requests is in the log.
 */
export function echoedLevels(options: ReadonlyMap<string, string>): Workload {
  const levels: Record<string, LevelValue> = {
    ...patternLevels(options),
    block_size: 4096,
    queue_depth: 1,
    jobs: 1,
    direct: options.get('buffered') === '0',
  }
  const isReplay = options.has('read_iolog')
  if (options.has('bsrange') || options.has('bssplit') || isReplay) delete levels.block_size
  if (isReplay) delete levels.pattern
  for (const [given, text] of options) {
    const name = synonyms.get(given) ?? given
    if (text.length > longestLevel || notMeasured.test(given) || !/^[a-z][a-z0-9_.]{0,63}$/.test(name))
      continue
    const field = fieldForOption(name)
    levels[field?.id ?? name] = optionValue(text, field?.kind ?? findExtraOption(name)?.kind)
  }
  const limits = limitLevels(options)
  if (limits.offered_iops !== undefined) delete levels.rate_process
  return { ...levels, ...contentLevels(options), ...limits }
}

function patternLevels(options: ReadonlyMap<string, string>): Record<string, LevelValue> {
  const rw = (options.get('rw') ?? options.get('readwrite') ?? 'read').toLowerCase()
  const pattern: LevelValue = patterns.get(rw.split(':')[0] ?? rw) ?? rw
  if (pattern !== 'random-mix' && pattern !== 'sequential-mix') return { pattern }
  const reads = options.get('rwmixread')
  const writes = options.get('rwmixwrite')
  const percent = reads !== undefined ? Number(reads) : writes !== undefined ? 100 - Number(writes) : 50
  return Number.isFinite(percent) ? { pattern, read_percent: percent } : { pattern }
}

/** The same meaning as in the fields: 0 % is new random data all the time, 100 % is zeros (fio's init.c). */
function contentLevels(options: ReadonlyMap<string, string>): Record<string, LevelValue> {
  const on = (name: string) => options.has(name) && options.get(name) !== '0'
  if (on('zero_buffers')) return { compress_percent: 100 }
  const percent = options.get('buffer_compress_percentage')
  if (percent !== undefined && Number.isFinite(Number(percent))) return { compress_percent: Number(percent) }
  return on('refill_buffers') ? { compress_percent: 0 } : {}
}

/**
 * fio limits each direction on its own, all alike by a single rate; the field is for both together. With random arrivals it
 * is the load offered by all jobs.
 */
function limitLevels(options: ReadonlyMap<string, string>): Record<string, LevelValue> {
  const text = options.get('rate_iops')
  if (text === undefined) return {}
  const [read = '', write = read] = text.replace(/,+$/, '').split(',')
  const pattern = String(patternLevels(options).pattern)
  const limits = pattern.endsWith('-mix') ? [read, write] : pattern.endsWith('-write') ? [write] : [read]
  const rates = present(...limits.map((limit) => fioBytes(limit)))
  const isKnown = rates.length === limits.length
  if (!isKnown) return { rate_iops: text }
  const rate = rates.reduce((sum, one) => sum + one, 0)
  if (options.get('rate_process') !== 'poisson') return { rate_iops: rate }
  return { offered_iops: rate * (Number(options.get('numjobs') ?? 1) || 1) }
}

/** An option as echoed by fio, in base units; as text if it is not a single number. */
function optionValue(text: string, kind: FieldKind | undefined): LevelValue {
  switch (kind?.type) {
    case 'bytes':
      return fioBytes(text) ?? text
    case 'seconds':
      return fioSeconds(text) ?? text
    case 'boolean':
      return fioSwitch(text) ?? text
    case 'integer':
    case 'percent':
      return plainNumber(text) ?? fioBytes(text) ?? text
    case 'choice':
    case 'text':
      return text
    default:
      return text === '' ? true : (plainNumber(text) ?? text)
  }
}

/**
 * fio's own sizes (fio.readthedocs.io, "Parameter types"): with its default `kb_base=1024` a `k` counts in 1024 and
 * `ki` in 1000, the reverse of the usual meaning, and a trailing `b` changes nothing.
 */
export function fioBytes(text: string): number | undefined {
  const match = /^(\d+)([kmgtp]?)(i?)b?$/i.exec(text.trim())
  if (!match) return undefined
  const power = match[2] === '' ? 0 : 'kmgtp'.indexOf((match[2] ?? '').toLowerCase()) + 1
  const bytes = Number(match[1]) * (match[3] === '' ? 1024 : 1000) ** power
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Seconds unless a unit follows the number; `us` and `usec` are fio's own. */
export function fioSeconds(text: string): number | undefined {
  const micro = /^(\d+)\s*us(?:ec)?$/i.exec(text.trim())
  if (micro) return Number(micro[1]) / 1e6
  const read = parseDuration(text)
  return read.ok ? read.value : undefined
}

/** A switch without a value is on. */
function fioSwitch(text: string): boolean | undefined {
  if (text === '' || text === '1') return true
  return text === '0' ? false : undefined
}

function plainNumber(text: string): number | undefined {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? value
    : undefined
}
