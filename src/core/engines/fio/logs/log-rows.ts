import { platIndexToValue } from '../output/read-latency'

/** The kinds of fio logs: `write_bw_log`, `write_iops_log`, the three of `write_lat_log`, `write_hist_log`. */
const logKinds = ['bw', 'iops', 'lat', 'clat', 'slat', 'clat_hist'] as const
export type LogKind = (typeof logKinds)[number]

export interface LogName {
  /** The value of `write_…_log=`. */
  readonly prefix: string
  readonly kind: LogKind
  /** Number of the job in the order of the job file, clones counted, from 1; 0 if all write the same one (`per_job_logs=0`). */
  readonly job: number
  /** The server of a client whose job wrote it, if its name says so. */
  readonly host?: string
}

/**
 * `randread_clat_hist.3.log`, and `randread_clat_hist.3.log.HOST` as fio's client names the log of a server; undefined
 * for a name that is not fio's.
 */
export function parseLogName(name: string): LogName | undefined {
  const found =
    /^(?:.*[/\\])?(.*)_(bw|iops|lat|clat|slat|clat_hist)(?:\.(\d{1,6}))?\.log(?:\.(?!(?:txt|json|csv|html?|xml|out|md|gz|zip|fz)$)([\w.:-]{1,255}))?$/.exec(
      name,
    )
  const kind = logKinds.find((one) => one === found?.[2])
  const [, prefix = '', , job = 0, host] = found ?? []
  return kind && { prefix, kind, job: Number(job), ...(host !== undefined && { host }) }
}

/** A row of a log of averages, or of single requests. */
export interface ValueRow {
  /** Milliseconds since the job started. */
  readonly ms: number
  readonly value: number
  /** Largest of the interval, if the log has both. */
  readonly largest: number | undefined
  /** 0 read, 1 write, 2 trim. */
  readonly direction: number
  /** 0 in a row that covers an interval. */
  readonly blockBytes: number
}

/** A row of a histogram log: completions since the previous row. */
export interface HistogramRow {
  readonly ms: number
  readonly direction: number
  /** Indexes of the non-zero columns, ascending. */
  readonly places: readonly number[]
  readonly counts: readonly number[]
}

export interface ReadRows<Row> {
  readonly rows: readonly Row[]
  /** Number of bin columns of a histogram log; 0 for others. */
  readonly binColumns: number
  /** Why the rest of the file is ignored; undefined if all was read. */
  readonly problem: string | undefined
}

/**
 * Rows of a log of values. The columns are `time, value, direction, block size` and, by version and options, then an
 * offset, a priority and the time of issue; with `log_window_value=both` (3.37) a maximum follows the value.
 */
export function readValueRows(text: string, hasBoth: boolean): ReadRows<ValueRow> {
  const rows: ValueRow[] = []
  const shift = hasBoth ? 1 : 0
  let columns = 0
  const problem = eachLine(text, (numbers) => {
    // All rows of a log have the same columns; others, such as empty ones behind its end, are not of it.
    if (columns === 0) columns = numbers.length
    if (numbers.length !== columns) return false
    const [ms = NaN, value = NaN] = numbers
    const direction = numbers[2 + shift]
    const blockBytes = numbers[3 + shift]
    if (direction === undefined || blockBytes === undefined || direction > 2 || numbers.length > 8 + shift)
      return false
    rows.push({ ms, value, largest: hasBoth ? numbers[2] : undefined, direction, blockBytes })
    return true
  })
  return { rows, binColumns: 0, problem }
}

/** Groups of 64 bins in fio's table (FIO_IO_U_PLAT_GROUP_NR in stat.h): 29 since 3.0, 19 before. */
const groupCounts = [29, 19] as const
const binsPerGroup = 64
const groupBits = 6
const mostCoarseness = 6

/** Rows of `time, direction, block size, bin 0, bin 1 …`, with an offset before the bins if `log_offset` is set. */
export function readHistogramRows(text: string): ReadRows<HistogramRow> {
  const rows: HistogramRow[] = []
  let columns = 0
  let binColumns = 0
  const problem = eachLine(text, (numbers) => {
    if (columns === 0) {
      columns = numbers.length
      binColumns = [columns - 3, columns - 4].find(isBinCount) ?? 0
    }
    const [ms = NaN, direction = NaN] = numbers
    if (binColumns === 0 || numbers.length !== columns || direction > 2) return false
    const places: number[] = []
    const counts: number[] = []
    const first = columns - binColumns
    for (let at = first; at < columns; at += 1) {
      const count = numbers[at] ?? 0
      if (count === 0) continue
      places.push(at - first)
      counts.push(count)
    }
    rows.push({ ms, direction, places, counts })
    return true
  })
  return { rows, binColumns, problem }
}

function isBinCount(columns: number): boolean {
  return groupCounts.some((groups) => {
    const coarseness = Math.log2((groups * binsPerGroup) / columns)
    return Number.isInteger(coarseness) && coarseness >= 0 && coarseness <= mostCoarseness
  })
}

/**
 * Representative latency of a column, in the unit of the log: the middle of the bin as fio reports it, or of the bins
 * merged by `log_hist_coarseness`.
 */
export function columnValue(place: number, binColumns: number): number {
  const all = groupCounts.find((groups) => Number.isInteger((groups * binsPerGroup) / binColumns)) ?? 29
  const merged = (all * binsPerGroup) / binColumns
  const first = place * merged
  const last = first + merged - 1
  return (
    (platIndexToValue(first, groupBits, binsPerGroup) + platIndexToValue(last, groupBits, binsPerGroup)) / 2
  )
}

/** Passes on the numbers of every line until one is rejected. Returns what is wrong, with the line. */
function eachLine(text: string, take: (numbers: readonly number[]) => boolean): string | undefined {
  let line = 0
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    line += 1
    // A line without its end was cut off; its last number may be half of one.
    if (end < 0) return `Line ${line} is cut off; it is left out.`
    const numbers = numbersOf(text, start, end)
    if (numbers === undefined || (numbers.length > 0 && !take(numbers)))
      return `Line ${line} is not as fio writes it; it and the lines behind it are left out.`
    start = end + 1
  }
  return undefined
}

const [tab, newline, space, comma, zero, letterX] = [0x09, 0x0d, 0x20, 0x2c, 0x30, 0x78]

/** Whole numbers of at least 0 with commas between them, also as `0x2004`; none for an empty line, undefined for anything else. */
function numbersOf(text: string, start: number, end: number): readonly number[] | undefined {
  const numbers: number[] = []
  let value = -1
  let base = 10
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === comma) {
      if (!isSound(value)) return undefined
      numbers.push(value)
      value = -1
      base = 10
    } else if (code === space || code === tab || code === newline) {
      continue
    } else if (code === letterX && value === 0 && base === 10) {
      base = 16
    } else {
      const digit = code <= zero + 9 ? code - zero : base === 16 ? (code | 0x20) - 0x61 + 10 : NaN
      if (!(digit >= 0 && digit < base)) return undefined
      value = Math.max(value, 0) * base + digit
    }
  }
  if (value < 0 && numbers.length === 0) return []
  if (!isSound(value)) return undefined
  numbers.push(value)
  return numbers
}

function isSound(value: number): boolean {
  return value >= 0 && Number.isSafeInteger(value)
}
