import type { Direction } from '../../../results/observation'
import { isPercentileMeaningful } from '../../../statistics/latency/histogram'
import { parseBytes } from '../../../units/bytes'
import { largestOf, present } from '../../../iterables'
import { numberIn, type PrintedNumbers } from '../../foreign/program-run'

/** One job's part of fio's human-readable output. */
export interface PrintedJob {
  readonly name: string
  readonly group: number
  /** Of its first process; 0 if the text does not say, and for the sum of a client's servers. */
  readonly pid: number
  /** Clones added up by `group_reporting`. */
  readonly jobs: number
  /** errno of the first failure; 0 if there was none. */
  readonly error: number
  readonly finishedAtMs: number | undefined
  /** Requests in flight that it was to keep; undefined before 2.2, which does not say. */
  readonly depth: number | undefined
  readonly numbers: Readonly<Partial<Record<Direction, PrintedNumbers>>>
  /** Its text ends before its last lines. */
  readonly isCut: boolean
  readonly didNothing: boolean
}

export const jobHead = /^.{1,1000}: \(groupid=\d+, jobs=\d+\): err= *\d+/

/** The suffix of the metric of a percentile: `p50`, `p05`, `p999`. */
export function percentileSuffix(percent: number): string | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(String(percent)) ?? []
  return whole === '' || percent === 0 ? undefined : `p${whole.padStart(2, '0')}${decimals}`
}

/** `whole`: the text from the line of a job on; what follows the job is ignored. */
export function readPrintedJob(whole: string): PrintedJob {
  const part = whole.split(/^Run status group/m)[0] ?? whole
  const syncs = part.search(/^ +fsync\/fdatasync\/sync_file_range:$/m)
  const requests = syncs < 0 ? part : part.slice(0, syncs)
  const [, name = '', group = '0', jobs = '1', error = '0', pid, date] =
    /^(?:<[^>\n]+> )?(.+): \(groupid=(\d+), jobs=(\d+)\): err= *(\d+)(?:.*?pid=(\d+)(?:: (.+))?)?$/m.exec(
      part,
    ) ?? []
  const at = date === undefined ? Number.NaN : Date.parse(date.trim())
  const heads = [...part.matchAll(/^ +(read|write|trim|mixed) ?: *(?:IOPS|io)=.*\d+msec/gm)]
  const counts = issuedRequests(part)
  const sides = heads.map(({ 1: side = 'mixed', index }, order) => ({
    side,
    numbers: sideNumbers(requests.slice(index, heads[order + 1]?.index), counts[side]),
  }))
  const isUnified = sides.every(({ side }) => side === 'mixed')
  // Reported beside the single directions, `mixed` is their sum, and 0 in some versions.
  const own = sides.filter(({ side }) => isUnified || side !== 'mixed')
  const numbers: Partial<Record<Direction, PrintedNumbers>> = Object.fromEntries(
    own.map(({ side, numbers: found }) => [isUnified ? 'total' : side, found]),
  )
  const runtimes = [...part.matchAll(/runt= *(\d+)msec|\/(\d+)msec\)/g)].map(([, old, late]) =>
    Number(old ?? late),
  )
  return {
    name,
    group: Number(group),
    pid: Number(pid ?? 0),
    jobs: Number(jobs),
    error: Number(error),
    finishedAtMs: Number.isFinite(at) && at > 0 ? at : undefined,
    // With a latency to keep, the depth is what fio found for it.
    depth: numberIn(part, /^ +latency +: target=0, .*depth=(\d+)$/m),
    numbers: {
      ...numbers,
      total: {
        ...numbers.total,
        runtime: runtimes.length === 0 ? undefined : largestOf(runtimes) / 1000,
        cpu_user: numberIn(part, /^ +cpu +: usr=([\d.]+)%/m),
        cpu_system: numberIn(part, /^ +cpu +: .*sys=([\d.]+)%/m),
        ...(syncs >= 0 && syncNumbers(part.slice(syncs))),
      },
    },
    // Every job has the lines of its directions, then one of the processor.
    isCut: !/^ +cpu +:.*%/m.test(part),
    didNothing: heads.length === 0,
  }
}

/** `issued rwts: total=500,100,0,0 short=…`; before version 3 `total=r=500/w=100/d=0`, and before 2 `total=500/100/0`. */
function issuedRequests(part: string): Readonly<Record<string, number>> {
  const line = /^ +issued\b[^\n]*?total=(?:r=)?(\d+)[,/](?:w=)?(\d+)(?:[,/](?:d=)?(\d+))?\b.*\n/m.exec(part)
  if (!line) return {}
  const [, reads, writes, trims] = line
  const [read, write, trim] = [Number(reads), Number(writes), Number(trims ?? 0)]
  return { read, write, trim, mixed: read + write + trim }
}

/** One direction, with the text up to the next. */
function sideNumbers(part: string, count: number | undefined): PrintedNumbers {
  const first = part.split('\n')[0] ?? ''
  // Version 3 names units of 1024 with an i and units of 1000 without; before, KB and MB were of 1024.
  const counts = first.includes('IOPS=') ? 'decimal' : 'binary'
  const rate = /\b(?:BW|bw)=([\d.]+ ?[kKMGT]?i?(?:B|bit))\/s/.exec(first)?.[1]
  const iops = /\b(?:IOPS|iops)=([\d.]+)([kM]?)/.exec(first)
  const moved =
    /\bio=([\d.]+ ?[kKMGT]?i?B)/.exec(first)?.[1] ?? /\(([\d.]+ ?[kKMGT]?i?B)\/\d+msec\)/.exec(first)?.[1]
  const factor = iops?.[2] === 'M' ? 1e6 : iops?.[2] === 'k' ? 1000 : 1
  const perSecond = iops ? Number(iops[1]) * factor : undefined
  const about = ((perSecond ?? Number.NaN) * (numberIn(first, /(\d+)msec/) ?? Number.NaN)) / 1000
  return {
    bandwidth: amountOf(rate, counts),
    iops: perSecond,
    io_count: count,
    io_bytes: amountOf(moved, counts),
    completion_latency_mean: latencyOf(part, 'clat', 'avg'),
    completion_latency_max: latencyOf(part, 'clat', 'max'),
    latency_mean: latencyOf(part, 'lat', 'avg'),
    latency_max: latencyOf(part, 'lat', 'max'),
    ...percentilesOf(part, count ?? about),
  }
}

/** Calls of fsync and the like, after the directions; fio does not print how many. */
function syncNumbers(part: string): PrintedNumbers {
  return {
    fsync_latency_mean: latencyOf(part, 'sync', 'avg'),
    fsync_latency_max: latencyOf(part, 'sync', 'max'),
    ...percentilesOf(part, Number.NaN),
  }
}

const nanoseconds: Readonly<Record<string, number>> = { nsec: 1, usec: 1000, msec: 1e6, sec: 1e9 }

/** `    clat (usec): min=2, max=13985, avg=2858.40, stdev=4347.47`; numbers may end in `k`. */
function latencyOf(part: string, family: 'clat' | 'lat' | 'sync', which: 'avg' | 'max'): number | undefined {
  const line = new RegExp(String.raw`^ +${family} \((\w+)\) ?: *(min=.*stdev=.*)$`, 'm').exec(part)
  const value = new RegExp(String.raw`\b${which}= *([\d.]+)([kKM]?)`).exec(line?.[2] ?? '')
  const unit = nanoseconds[line?.[1] ?? '']
  if (!value || unit === undefined) return undefined
  return Number(value[1]) * unit * (value[2] === 'M' ? 1e6 : value[2] === '' ? 1 : 1000)
}

const prefixes: Readonly<Record<string, string>> = { clat: 'completion_latency', sync: 'fsync_latency' }

/** Without those that `count` I/Os cannot tell; all if the text does not say how many there were. */
function percentilesOf(part: string, count: number): PrintedNumbers {
  const tables = [...part.matchAll(/^ +(clat|lat|sync) percentiles \((\w+)\):\n((?: +\|.*\n?)+)/gm)]
  return Object.fromEntries(
    tables.flatMap(([, family, of = '', table = '']) => {
      const unit = nanoseconds[of]
      if (unit === undefined) return []
      const prefix = prefixes[family ?? ''] ?? 'latency'
      return [...table.matchAll(/([\d.]+)th=\[ *(\d+)\]/g)].flatMap(([, percent, value]) => {
        const name = percentileSuffix(Number(percent))
        const isKnown = Number.isNaN(count) || isPercentileMeaningful(count, Number(percent))
        return name === undefined || !isKnown ? [] : [[`${prefix}_${name}`, Number(value) * unit] as const]
      })
    }),
  )
}

/** `unit_base=1` asks for rates in bits. */
function amountOf(text: string | undefined, counts: 'decimal' | 'binary'): number | undefined {
  const [, number = '', prefix = '', suffix = '', unit] =
    /^([\d.]+) ?([kKMGT]?)(i?)(B|bit)$/.exec(text ?? '') ?? []
  const one = parseBytes(`1${prefix}${suffix}B`, counts)
  return unit !== undefined && one.ok ? (Number(number) * one.value) / (unit === 'bit' ? 8 : 1) : undefined
}

/**
 * Counts and rates of several clones add up, means are weighted by `weight`; percentiles cannot be put together.
 */
export function addedUp(
  clones: readonly Pick<PrintedJob, 'numbers'>[],
  weight: 'io_count' | 'io_bytes',
): PrintedJob['numbers'] {
  const [first] = clones
  if (first && clones.length === 1) return first.numbers
  const sides = new Set(clones.flatMap(({ numbers }) => Object.keys(numbers) as Direction[]))
  return Object.fromEntries(
    [...sides].map((side) => [side, sideOf(present(...clones.map(({ numbers }) => numbers[side])), weight)]),
  )
}

function sideOf(parts: readonly PrintedNumbers[], weight: 'io_count' | 'io_bytes'): PrintedNumbers {
  const all = (metric: string) => {
    const values = parts.flatMap((part) => part[metric] ?? [])
    return values.length === parts.length ? values : []
  }
  const of = (metric: string, combine: (values: readonly number[]) => number) => {
    const values = all(metric)
    return values.length === 0 ? undefined : combine(values)
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const weights = all(weight)
  const weighted = (values: readonly number[]) =>
    sum(values.map((value, at) => value * (weights[at] ?? Number.NaN))) / sum(weights)
  return {
    bandwidth: of('bandwidth', sum),
    iops: of('iops', sum),
    io_count: of('io_count', sum),
    io_bytes: of('io_bytes', sum),
    completion_latency_mean: of('completion_latency_mean', weighted),
    completion_latency_max: of('completion_latency_max', largestOf),
    latency_mean: of('latency_mean', weighted),
    latency_max: of('latency_max', largestOf),
    fsync_latency_max: of('fsync_latency_max', largestOf),
    runtime: of('runtime', largestOf),
    cpu_user: of('cpu_user', (values) => sum(values) / values.length),
    cpu_system: of('cpu_system', (values) => sum(values) / values.length),
  }
}
