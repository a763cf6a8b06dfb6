import { parseBytes } from '../../../units/bytes'
import { largestOf } from '../../../units/iterables'
import type { LevelValue } from '../../../plan/plan'
import type { ResultWarning } from '../../../results/run'
import { askAgain, type ForeignOutput, type ForeignRun, type SkippedPart } from '../../foreign/foreign-output'
import { numberIn, partsAt, programRun, type PrintedNumbers } from '../../foreign/program-run'
import type { Direction } from '../../../results/observation'
import { failureOfErrno } from '../failures'
import { echoedLevels } from './echoed-levels'

/**
 * Reads fio's human-readable output, and its terse lines of version 3 to 5 (`--minimal`). Undefined if the text has
 * neither. A job's parameters are taken from the banner if there is one; terse lines alone have only its name.
 * Formats: fio's HOWTO, "Interpreting the output" and "Terse output", and output captured from fio 2.1 to 3.33.
 */
export function readPrintedFio(text: string): ForeignOutput | undefined {
  const terse = text.split('\n').filter((line) => /^\s*[345];fio-\d/.test(line))
  const jobHead = /^.+: \(groupid=\d+, jobs=\d+\): err= *\d+/
  if (terse.length === 0 && !new RegExp(jobHead.source, 'm').test(text)) return undefined
  const banners = bannersOf(text)
  const skipped: SkippedPart[] = []
  const runs = [
    ...terse.flatMap((line) => readTerse(line, banners, skipped)),
    ...partsAt(text, jobHead).flatMap((part) => readJob(part, text, banners, skipped)),
  ]
  return { engine: 'fio', runs, skipped }
}

type Levels = Readonly<Record<string, LevelValue>>

/** `NAME: (g=0): rw=randrw, bs=(R) 4096B-4096B, …, ioengine=psync, iodepth=1`; before version 3 `bs=4K-4K/4K-4K/4K-4K`. */
function bannersOf(text: string): ReadonlyMap<string, Levels> {
  const banner =
    /^(.+): \(g=\d+\): rw=(\w+), bs=(?:\(R\) )?([\d.]+[KMGiB]*)-.*?(?:ioengine=([\w./-]+))?, iodepth=(\d+)/gm
  return new Map(
    [...text.matchAll(banner)].map(([, name = '', rw = '', block = '', ioengine, depth = '1']) => {
      const options = new Map([
        ['rw', rw],
        ['bs', block.replace(/iB$|B$/, '')],
        ['iodepth', depth],
        ...(ioengine === undefined ? [] : ([['ioengine', ioengine]] as const)),
      ])
      // Neither the page cache nor the share of reads is in the banner.
      const { direct: _direct, read_percent: _share, ...levels } = echoedLevels(options)
      return [name, levels]
    }),
  )
}

/** Fields of a direction: KiB, KiB/s, IOPS, ms, then latencies in µs and bandwidth; version 5 has 6 more. */
const fieldsOf = { 3: 41, 4: 41, 5: 47 } as const

function readTerse(
  line: string,
  banners: ReadonlyMap<string, Levels>,
  skipped: SkippedPart[],
): readonly ForeignRun[] {
  const fields = line.trim().split(';')
  const [version = '', program = '', name = '', , error = ''] = fields
  const length = version === '5' ? fieldsOf[5] : fieldsOf[3]
  const sides = version === '3' ? (['read', 'write'] as const) : (['read', 'write', 'trim'] as const)
  if (fields.length < 5 + sides.length * length + 3) {
    skipped.push({ part: name, reason: 'The line is cut off. Copy the file again.' })
    return []
  }
  if (Number(error) !== 0) {
    skipped.push({ part: name, reason: failureOfErrno(Number(error)).text })
    return []
  }
  const numbers = sides.map((direction, at): readonly [string, PrintedNumbers] => {
    const part = fields.slice(5 + at * length, 5 + (at + 1) * length)
    const value = (index: number, factor: number) => Number(part[index]) * factor
    if (!(value(0, 1) > 0)) return [direction, {}]
    const own = {
      io_bytes: value(0, 1024),
      bandwidth: value(1, 1024),
      iops: value(2, 1),
      completion_latency_mean: value(10, 1000),
      ...Object.fromEntries(part.slice(12, 32).flatMap(terseP)),
      latency_max: value(33, 1000),
      latency_mean: value(34, 1000),
    }
    return [direction, own]
  })
  const after = 5 + sides.length * length
  const runtime = largestOf(
    sides.map((_, at) => Number(fields[5 + at * length + 3])),
    0,
  )
  return [
    programRun({
      label: name,
      levels: banners.get(name) ?? { job: name },
      numbers: {
        ...Object.fromEntries(numbers),
        total: {
          cpu_user: percent(fields[after]),
          cpu_system: percent(fields[after + 1]),
          runtime: runtime / 1000,
        },
      },
      version: program.replace(/^fio-/, ''),
    }),
  ]
}

const kept: ReadonlyMap<number, string> = new Map([
  [50, 'p50'],
  [95, 'p95'],
  [99, 'p99'],
  [99.9, 'p999'],
])

/** `99.000000%=2375`, in µs; `0%=0` fills unused places. */
function terseP(cell: string): readonly (readonly [metric: string, ns: number])[] {
  const [, at, value] = /^([\d.]+)%=(\d+)$/.exec(cell) ?? []
  const name = kept.get(Number(at))
  return name === undefined ? [] : [[`completion_latency_${name}`, Number(value) * 1000]]
}

function percent(text: string | undefined): number {
  return Number((text ?? '').replace('%', ''))
}

/** A job's part of fio's human-readable output: up to the next job or `Run status`. */
function readJob(
  whole: string,
  text: string,
  banners: ReadonlyMap<string, Levels>,
  skipped: SkippedPart[],
): readonly ForeignRun[] {
  const part = whole.split(/^Run status group/m)[0] ?? whole
  const [, name = '', jobs = '1', error = '0', date] =
    /^(.+): \(groupid=\d+, jobs=(\d+)\): err= *(\d+).*?(?:pid=\d+: (.+))?$/m.exec(part) ?? []
  if (error !== '0') {
    skipped.push({ part: name, reason: failureOfErrno(Number(error)).text })
    return []
  }
  const heads = [...part.matchAll(/^ +(read|write|trim) ?: *(?:IOPS|io)=.*\d+msec/gm)]
  const numbers: Partial<Record<Direction, PrintedNumbers>> = Object.fromEntries(
    heads.map(({ 1: side = 'total', index }, at) => [
      side,
      sideNumbers(part.slice(index, heads[at + 1]?.index)),
    ]),
  )
  // Every job has the lines of its directions, then one of the processor.
  const isCut = !/^ +cpu +:.*%/m.test(part)
  const levels = banners.get(name)
  const isOneWay = typeof levels?.pattern === 'string' && /-(?:read|write)$/.test(levels.pattern)
  if (heads.length === 0 || (isCut && !isOneWay)) {
    skipped.push({ part: name, reason: isCut ? cutJob : 'The job did no I/O.' })
    return []
  }
  const runtimes = [...part.matchAll(/runt= *(\d+)msec|\/(\d+)msec\)/g)].map(([, old, late]) =>
    Number(old ?? late),
  )
  const at = date === undefined ? Number.NaN : Date.parse(date.trim())
  return [
    programRun({
      label: name,
      levels: { ...(levels ?? { job: name }), ...(levels && { jobs: Number(jobs) }) },
      numbers: {
        ...numbers,
        total: {
          ...numbers.total,
          runtime: runtimes.length === 0 ? undefined : largestOf(runtimes) / 1000,
          cpu_user: numberIn(part, /^ +cpu +: usr=([\d.]+)%/m),
          cpu_system: numberIn(part, /^ +cpu +: .*sys=([\d.]+)%/m),
        },
      },
      version: /^(?:fio[- ])?(\d[\w.-]+)$/m.exec(text)?.[1],
      finishedAtMs: Number.isFinite(at) && at > 0 ? at : undefined,
      warnings: [rounded, ...(isCut ? [cut] : [])],
    }),
  ]
}

const rounded: ResultWarning = {
  id: 'rounded-output',
  text: 'fio prints its numbers for people with three or four digits; its JSON has all of them.',
}

const cut: ResultWarning = {
  id: 'cut-output',
  text: 'The text of this job ends before its last lines, so latencies may be missing.',
}

/** What there is could be one direction of two. */
const cutJob = `Its text ends before its last lines. ${askAgain}`

/** One direction, with the text up to the next. */
function sideNumbers(part: string): PrintedNumbers {
  const first = part.split('\n')[0] ?? ''
  // Version 3 names units of 1024 with an i and units of 1000 without; before, KB and MB were of 1024.
  const counts = first.includes('IOPS=') ? 'decimal' : 'binary'
  const rate = /\b(?:BW|bw)=([\d.]+ ?[kKMGT]?i?(?:B|bit))\/s/.exec(first)?.[1]
  const iops = /\b(?:IOPS|iops)=([\d.]+)([kM]?)/.exec(first)
  const moved =
    /\bio=([\d.]+ ?[kKMGT]?i?B)/.exec(first)?.[1] ?? /\(([\d.]+ ?[kKMGT]?i?B)\/\d+msec\)/.exec(first)?.[1]
  const factor = iops?.[2] === 'M' ? 1e6 : iops?.[2] === 'k' ? 1000 : 1
  return {
    bandwidth: amountOf(rate, counts),
    iops: iops ? Number(iops[1]) * factor : undefined,
    io_bytes: amountOf(moved, counts),
    completion_latency_mean: latencyOf(part, 'clat', 'avg'),
    latency_mean: latencyOf(part, 'lat', 'avg'),
    latency_max: latencyOf(part, 'lat', 'max'),
    ...percentilesOf(part),
  }
}

const nanoseconds: Readonly<Record<string, number>> = { nsec: 1, usec: 1000, msec: 1e6, sec: 1e9 }

/** `    clat (usec): min=2, max=13985, avg=2858.40, stdev=4347.47`; numbers may end in `k`. */
function latencyOf(part: string, family: 'clat' | 'lat', which: 'avg' | 'max'): number | undefined {
  const line = new RegExp(String.raw`^ +${family} \((\w+)\) ?: *(min=.*stdev=.*)$`, 'm').exec(part)
  const value = new RegExp(String.raw`\b${which}= *([\d.]+)([kKM]?)`).exec(line?.[2] ?? '')
  const unit = nanoseconds[line?.[1] ?? '']
  if (!value || unit === undefined) return undefined
  return Number(value[1]) * unit * (value[2] === 'M' ? 1e6 : value[2] === '' ? 1 : 1000)
}

function percentilesOf(part: string): PrintedNumbers {
  const found = /^ +(clat|lat) percentiles \((\w+)\):\n((?: +\|.*\n?)+)/m.exec(part)
  const unit = nanoseconds[found?.[2] ?? '']
  if (!found || unit === undefined) return {}
  const family = found[1] === 'clat' ? 'completion_latency' : 'latency'
  return Object.fromEntries(
    [...(found[3] ?? '').matchAll(/([\d.]+)th=\[ *(\d+)\]/g)].flatMap(([, at, value]) => {
      const name = kept.get(Number(at))
      return name === undefined ? [] : [[`${family}_${name}`, Number(value) * unit]]
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
