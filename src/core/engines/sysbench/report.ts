/** One line of `--report-interval`. */
export interface SysbenchInterval {
  /** Since the threads started; the end of the interval. */
  readonly seconds: number
  readonly readBytesPerSecond?: number
  readonly writeBytesPerSecond?: number
  readonly fsyncs?: number
  readonly transactions?: number
  readonly queries?: number
  readonly sqlReads?: number
  readonly sqlWrites?: number
  readonly errors?: number
  readonly latency?: { readonly percent: number; readonly ns: number }
}

const mebibyte = 1024 ** 2
const millisecond = 1e6

/** What sysbench prints at the end of a run, in base units: bytes, seconds, nanoseconds, events a second. */
export type SysbenchReport = NonNullable<ReturnType<typeof readReport>>

/**
 * Reads an output of sysbench 0.4, 0.5, 1.0 or 1.1 (`fileio` and the database tests); undefined if it has no totals. Formats: sysbench's `sb_fileio.c`, `sb_timer.c` and `sysbench.c` of those versions,
 * as captured in tests/fixtures.
 */
export function readReport(text: string) {
  const version = /^sysbench v?(\d+\.\d+(?:\.\d+)?)/m.exec(text)?.[1]
  const seconds =
    number(text, /^ *total time: +([\d.]+)s *$/m) ?? number(text, /^ *time elapsed: +([\d.]+)s *$/m)
  if (seconds === undefined || !(seconds > 0)) return undefined
  return {
    version,
    threads: number(text, /^Number of threads: (\d+)/m),
    targetRate: number(text, /^Target transaction rate: (\d+(?:\.\d+)?)\/sec/m),
    blockBytes: sizeIn(text, /^Block size ([\d.]+)([KMGT]?)i?[bB]/m),
    fileCount: number(text, /^(\d+) files, /m),
    fileBytes: sizeIn(text, /^([\d.]+)([KMGT]?)i?[bB] total file size/m),
    ...fileRates(text, seconds),
    ...sqlRates(text, seconds),
    seconds,
    events: number(text, /^ *total number of events: +(\d+)/m),
    latency: readLatency(text),
    histogram: readHistogram(text),
    intervals: readIntervals(text),
  }
}

function fileRates(text: string, seconds: number) {
  // 1.0 prints rates, 1.1 prints them in one line with the throughput, 0.4 and 0.5 print counts.
  const modern = (direction: string, of: string) => {
    const line = new RegExp(`^ *${direction}: +IOPS=([\\d.]+)(?: +([\\d.]+) MiB/s)?`, 'm').exec(text)
    return {
      rate: line ? Number(line[1]) : number(text, new RegExp(`^ *${of}/s: +([\\d.]+)`, 'm')),
      mebibytes: line?.[2] === undefined ? undefined : Number(line[2]),
    }
  }
  const [read, write, fsync] = [modern('read', 'reads'), modern('write', 'writes'), modern('fsync', 'fsyncs')]
  if (read.rate !== undefined) {
    const printed = (name: string) => number(text, new RegExp(`^ *${name}, MiB/s: +([\\d.]+)`, 'm'))
    return {
      reads: read.rate,
      writes: write.rate,
      fsyncs: fsync.rate,
      readBytesPerSecond: bytes(read.mebibytes ?? printed('read')),
      writeBytesPerSecond: bytes(write.mebibytes ?? printed('written')),
    }
  }
  const old = /^Operations performed: +(\d+) reads?, (\d+) writes?, (\d+) Other/im.exec(text)
  const moved = /^Read ([\d.]+)([KMGT]?)b +Written ([\d.]+)([KMGT]?)b/m.exec(text)
  const [, readCount, writeCount, other] = old ?? []
  const each = (count: string | undefined) => (count === undefined ? undefined : Number(count) / seconds)
  return {
    reads: each(readCount),
    writes: each(writeCount),
    fsyncs: each(other),
    readBytesPerSecond: moved ? sizeOf(moved[1], moved[2]) / seconds : undefined,
    writeBytesPerSecond: moved ? sizeOf(moved[3], moved[4]) / seconds : undefined,
  }
}

function sqlRates(text: string, seconds: number) {
  const rate = (name: string) =>
    number(text, new RegExp(`^ *${name}: +\\d+ +\\(([\\d.]+) per sec\\.?\\)`, 'm'))
  const performed =
    /^ *queries performed:\s+read: +(\d+)\s+write: +(\d+)\s+other: +(\d+)\s+total: +(\d+)/m.exec(text)
  const [read, write, other, total] = (performed ?? []).slice(1).map((count) => Number(count) / seconds)
  return {
    transactions: rate('transactions'),
    queries: rate('queries') ?? total,
    sqlReads: read,
    sqlWrites: write,
    sqlOther: other,
    errors: rate('ignored errors') ?? rate('deadlocks'),
    reconnects: rate('reconnects'),
  }
}

/** Over all events, fsyncs included; milliseconds with two decimals are all that is printed. `sumNs`: of all events together. */
function readLatency(text: string) {
  const at = text.search(/^ *(?:Latency \(ms\)|per-request statistics|response time):/m)
  const part = at < 0 ? '' : text.slice(at, at + 2000)
  const ms = (name: string) => {
    const value = number(part, new RegExp(`^ *${name}: +([\\d.]+)`, 'm'))
    // Zeros are what was not measured, and a minimum without events is the largest integer.
    return value === undefined || value <= 0 || value > 1e12 ? undefined : value * millisecond
  }
  const percentile = /^ *(?:approx\. +)?(\d+(?:\.\d+)?)(?:st|nd|rd|th)? percentile: +([\d.]+)/m.exec(part)
  const seconds = number(text, /^ *total time taken by event execution: +([\d.]+)s?/m)
  return {
    minNs: ms('min'),
    meanNs: ms('avg'),
    maxNs: ms('max'),
    percentile:
      percentile && Number(percentile[2]) > 0
        ? { percent: Number(percentile[1]), ns: Number(percentile[2]) * millisecond }
        : undefined,
    sumNs: ms('sum') ?? (seconds === undefined ? undefined : seconds * 1e9),
  }
}

/** Values are printed with three decimals, so that small bins have the same name: their counts are added. */
function readHistogram(text: string) {
  const start = text.indexOf('Latency histogram (values are in milliseconds)')
  if (start < 0) return undefined
  const counts = new Map<number, number>()
  for (const line of text.slice(start).split('\n').slice(2)) {
    const [, value, count] = /^ *([\d.]+) \|\** +(\d+)\s*$/.exec(line) ?? []
    if (value === undefined) break
    const ns = Math.round(Number(value) * millisecond)
    counts.set(ns, (counts.get(ns) ?? 0) + Number(count))
  }
  const bins = [...counts.entries()].filter(([ns]) => ns > 0).sort(([one], [other]) => one - other)
  if (bins.length === 0) return undefined
  return { binsNs: bins.map(([ns]) => ns), counts: bins.map(([, count]) => count) }
}

const intervalStart = /^\[ *(\d+(?:\.\d+)?)s *\] /

/** All interval lines of a text. Incomplete lines are left out. */
function readIntervals(text: string): readonly SysbenchInterval[] {
  return text.split('\n').flatMap((line) => readInterval(line) ?? [])
}

/** One line of `--report-interval` of any version; undefined if it is not one. */
export function readInterval(line: string): SysbenchInterval | undefined {
  const seconds = intervalStart.exec(line)?.[1]
  if (seconds === undefined) return undefined
  const found = {
    readBytesPerSecond: bytes(number(line, /\breads: ([\d.]+) Mi?B\/s/)),
    writeBytesPerSecond: bytes(number(line, /\bwrites: ([\d.]+) Mi?B\/s/)),
    fsyncs: number(line, /\bfsyncs: ([\d.]+)\/s/),
    transactions: number(line, /\btps: ([\d.]+)/),
    queries: number(line, /\bqps: ([\d.]+)/),
    sqlReads: number(line, /\(r\/w\/o: ([\d.]+)\//) ?? number(line, /\breads: ([\d.]+),/),
    sqlWrites: number(line, /\(r\/w\/o: [\d.]+\/([\d.]+)\//) ?? number(line, /\bwrites: ([\d.]+),/),
    errors: number(line, /\berr\/s: ([\d.]+)/) ?? number(line, /\berrors: ([\d.]+)/),
    latency: intervalLatency(line),
  }
  const known = Object.entries(found).filter(([, value]) => value !== undefined)
  return known.length === 0 ? undefined : { seconds: Number(seconds), ...Object.fromEntries(known) }
}

function intervalLatency(line: string): SysbenchInterval['latency'] | undefined {
  const modern = /\blat(?:ency)? \(ms, ?(\d+(?:\.\d+)?)%\): ([\d.]+)/.exec(line)
  const isZero = Number(modern?.[2] ?? 1) === 0
  if (modern) return isZero ? undefined : { percent: Number(modern[1]), ns: Number(modern[2]) * millisecond }
  const old = /\bresponse time: ([\d.]+)ms \((\d+(?:\.\d+)?)%\)/.exec(line)
  return old ? { percent: Number(old[2]), ns: Number(old[1]) * millisecond } : undefined
}

function number(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1]
  const value = found === undefined ? Number.NaN : Number(found)
  return Number.isFinite(value) ? value : undefined
}

function bytes(mebibytes: number | undefined): number | undefined {
  return mebibytes === undefined ? undefined : mebibytes * mebibyte
}

function sizeIn(text: string, pattern: RegExp): number | undefined {
  const [, value, unit] = pattern.exec(text) ?? []
  return value === undefined ? undefined : sizeOf(value, unit)
}

function sizeOf(value: string | undefined, unit: string | undefined): number {
  return Number(value) * 1024 ** ['', 'K', 'M', 'G', 'T'].indexOf(unit ?? '')
}
