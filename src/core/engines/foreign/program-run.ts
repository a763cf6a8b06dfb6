import type { LevelValue } from '../../plan/plan'
import { directions, type Direction, type Scalar, type Series } from '../../results/observation'
import type { Reservation } from '../../results/reservation'
import { scalarOf } from '../observations'
import type { ForeignOutput, ForeignRun, SkippedPart } from './foreign-output'

/** Numbers that another program printed, in base units, by metric id. Unset, negative and non-finite ones are left out. */
export type PrintedNumbers = Readonly<Record<string, number | undefined>>

/** The data of one line, row or element of another program's output. */
export interface PrintedRun {
  readonly label: string
  /** Parameters by field id; unset ones are left out. */
  readonly levels: Readonly<Record<string, LevelValue | undefined>>
  /** Name of the test; the level `pattern` if unset. */
  readonly test?: string
  readonly numbers: Readonly<Partial<Record<Direction, PrintedNumbers>>>
  readonly version?: string | undefined
  /** Milliseconds since 1970. */
  readonly finishedAtMs?: number | undefined
  readonly device?: string | undefined
  /** As in `ForeignRun`. */
  readonly where?: string | undefined
  readonly warnings?: readonly Reservation[]
  /** Its numbers over time, of the same test. */
  readonly series?: readonly Series[]
}

/** Metrics that add up over directions. */
const added: ReadonlySet<string> = new Set(['bandwidth', 'iops', 'io_count', 'io_bytes'])

/**
 * A run as stored by this program. The numbers of a one-way run are also its total; otherwise rates and counts of
 * reads and writes are added up if the output has no total.
 */
export function programRun(printed: PrintedRun): ForeignRun {
  const { label, version, finishedAtMs, device, where } = printed
  const levels = Object.fromEntries(
    Object.entries(printed.levels).flatMap(([key, level]) => (level === undefined ? [] : [[key, level]])),
  )
  const test = printed.test ?? (typeof levels.pattern === 'string' ? levels.pattern : label)
  const scalars = directions.flatMap((direction) =>
    Object.entries(printed.numbers[direction] ?? {}).flatMap(([metric, value]) =>
      scalarOf(test, direction, metric, isMeasured(metric, value) ? value : undefined),
    ),
  )
  return {
    label,
    levels,
    engineVersion: version,
    startedAtMs: undefined,
    finishedAtMs,
    device,
    ...(where !== undefined && { where }),
    command: undefined,
    observations: [...scalars, ...totalsOf(scalars), ...(printed.series ?? [])],
    warnings: printed.warnings ?? [],
  }
}

/** No request takes no time: a latency of 0 is the empty column of a program that did not measure it. */
function isMeasured(metric: string, value: number | undefined): boolean {
  return value !== undefined && (metric.includes('latency') ? value > 0 : value >= 0)
}

function totalsOf(scalars: readonly Scalar[]): readonly Scalar[] {
  const sides = new Set(scalars.flatMap(({ direction }) => (direction === 'total' ? [] : [direction])))
  const said = new Set(scalars.flatMap(({ direction, metric }) => (direction === 'total' ? [metric] : [])))
  const totals = new Map<string, Scalar>()
  for (const one of scalars) {
    if (one.direction === 'total' || said.has(one.metric) || (sides.size > 1 && !added.has(one.metric)))
      continue
    const value = one.value + (totals.get(one.metric)?.value ?? 0)
    totals.set(one.metric, { ...one, direction: 'total', value })
  }
  return [...totals.values()]
}

/**
 * What a text in several parts holds: the runs of each, and the parts without a run that should have one, as `left`
 * names them.
 */
export function readParts<Part>(
  engine: string,
  parts: readonly Part[],
  read: (part: Part, at: number) => readonly PrintedRun[],
  left: (part: Part, at: number) => SkippedPart | undefined,
): ForeignOutput {
  const found = parts.map(read)
  return {
    engine,
    runs: found.flat().map(programRun),
    skipped: parts.flatMap((part, at) => (found[at]?.length === 0 ? (left(part, at) ?? []) : [])),
  }
}

/** `result 2 of 3`; empty for the only part of a file. */
export function partName(what: string, at: number, count: number): string {
  return count > 1 ? `${what} ${at + 1} of ${count}` : ''
}

/** A file of this program that cannot be read. */
export function nothingRead(engine: string, reason: string): ForeignOutput {
  return { engine, runs: [], skipped: [{ part: '', reason }] }
}

export function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}

/** The first group of the pattern as a number; undefined if there is none. Commas between digits are dropped. */
export function numberIn(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1]
  const value = found === undefined ? Number.NaN : Number(found.replaceAll(',', ''))
  return Number.isFinite(value) ? value : undefined
}

/**
 * A number that a system prints in its own language, with either decimal mark and perhaps groups of three digits.
 * `decimals`: how many the program prints, which tell `1.234` from `1,234`. Undefined if it is not such a number.
 */
export function localNumber(text: string | undefined, decimals: number): number | undefined {
  const [, whole = '', mark, fraction = ''] = /^(\d[\d.,' ]*?)(?:([.,])(\d+))?$/.exec(text ?? '') ?? []
  const isGroup = mark !== undefined && fraction.length === 3 && decimals !== 3
  const digits = isGroup ? `${whole}${mark}${fraction}` : whole
  const groups = /^\d{1,3}(?:([.,' ])\d{3}(?:\1\d{3})*)?$/.exec(digits)
  if (!/^\d+$/.test(digits) && (!groups || (!isGroup && groups[1] === mark))) return undefined
  return Number(`${digits.replace(/\D/g, '')}.${isGroup ? '' : fraction}`)
}

/** The parts of a text that start where the pattern matches at the start of a line, without the text before the first. */
export function partsAt(text: string, pattern: RegExp): readonly string[] {
  const starts = [...text.matchAll(new RegExp(pattern.source, 'gm'))].map(({ index }) => index)
  return starts.map((start, at) => text.slice(start, starts[at + 1]))
}

/**
 * A local date and time of the machine that ran the test, whose time zone is unknown: this machine's is assumed.
 * Undefined if it is not a date.
 */
export function localTime(parts: readonly (string | undefined)[]): number | undefined {
  const [year, month, day, hour = '0', minute = '0', second = '0'] = parts
  if (year === undefined || month === undefined || day === undefined) return undefined
  const at = new Date(+year, +month - 1, +day, +hour, +minute, +second).getTime()
  return Number.isFinite(at) && at > 0 ? at : undefined
}

/** Lines of a table, from 1, with fewer cells than its header line: they end where the text was cut. */
export function cutLines(table: string): ReadonlySet<number> {
  const counts = table.split('\n').map((row) => (row === '' ? 0 : row.split(',').length))
  const whole = counts.find((count) => count > 0) ?? 0
  return new Set(counts.flatMap((count, at) => (count > 0 && count < whole ? [at + 1] : [])))
}

export const cutLine = 'It is cut off. Copy the file again.'
