import { absentText, formatShort, thinSpace, withUnit } from './number-format'
import { parsed, quoted, unreadable, type Parsed } from './parsed'

const secondsPerUnit: ReadonlyMap<string, number> = new Map([
  ['ms', 0.001],
  ['s', 1],
  ['sec', 1],
  ['second', 1],
  ['seconds', 1],
  ['m', 60],
  ['min', 60],
  ['minute', 60],
  ['minutes', 60],
  ['h', 3600],
  ['hour', 3600],
  ['hours', 3600],
  ['d', 86_400],
  ['day', 86_400],
  ['days', 86_400],
])

/** Reads a duration into seconds: "90", "90s", "1h 30m", "2 min", "1.5 h", "250ms". A bare number is seconds. */
export function parseDuration(text: string): Parsed<number> {
  const trimmed = text
    .trim()
    .toLowerCase()
    .replace(/[\u2009\u202f]/g, ' ')
  if (/^(\d+(\.\d+)?|\.\d+)$/.test(trimmed)) return parsed(Number(trimmed))
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?|\.\d+)\s*([a-z]+)/g)]
  const rest = trimmed.replace(/(\d+(?:\.\d+)?|\.\d+)\s*[a-z]+/g, '').trim()
  if (parts.length === 0 || rest !== '') {
    return unreadable(`${quoted(text.trim())} is not a duration. Write it like 90s, 2m or 1h 30m.`)
  }
  let seconds = 0
  for (const [, amount, unit = ''] of parts) {
    const factor = secondsPerUnit.get(unit)
    if (factor === undefined)
      return unreadable(`${quoted(unit)} in ${quoted(text.trim())} is not a unit of time. Use s, m, h or d.`)
    seconds += Number(amount) * factor
  }
  return parsed(Number(seconds.toPrecision(15)))
}

/** A duration rounded for reading: "45 s", "1 min 30 s", "1 h 12 min", "2 d 3 h", "250 ms". */
export function formatDuration(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return absentText
  if (seconds < 0) return `-${formatDuration(-seconds)}`
  if (seconds === 0) return withUnit('0', 's')
  if (seconds < 0.9995) return withUnit(formatShort(seconds * 1000), 'ms')
  if (seconds < 9.95) return withUnit(formatShort(seconds, 2), 's')
  if (seconds < 3599.5) return pair(Math.round(seconds), 60, 'min', 1, 's')
  if (seconds < 86_370) return pair(Math.round(seconds / 60) * 60, 3600, 'h', 60, 'min')
  return pair(Math.round(seconds / 3600) * 3600, 86_400, 'd', 3600, 'h')
}

/** Two roughly known durations, to two digits of one unit: "0.57–6.5 h", "3–45 min", "under 1 s". */
export function formatDurationRange(from: number, to: number): string {
  if (to < 1) return `under ${withUnit('1', 's')}`
  const units = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
  ] as const
  const [unit, factor] = units.find(([, size]) => to >= 1.5 * size) ?? ['s', 1]
  const [low, high] = [from, to].map((seconds) => formatShort(seconds / factor, 2))
  return withUnit(low === high ? (high ?? '') : `${low ?? ''}–${high ?? ''}`, unit)
}

/** A duration without rounding, so that it reads back as the same number: "90 s" stays 90 seconds. */
export function formatExactDuration(seconds: number): string {
  for (const [unit, factor] of [
    ['h', 3600],
    ['min', 60],
  ] as const) {
    if (seconds >= factor && Number.isInteger(seconds / factor))
      return withUnit(String(seconds / factor), unit)
  }
  return withUnit(String(seconds), 's')
}

/** Time as a stopwatch shows it, for columns and progress: "0:45", "12:03", "1:02:03". */
export function formatClock(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return absentText
  const whole = Math.max(0, Math.round(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

function pair(seconds: number, large: number, largeUnit: string, small: number, smallUnit: string): string {
  const whole = Math.floor(seconds / large)
  const rest = Math.round((seconds - whole * large) / small)
  if (whole === 0) return withUnit(String(rest), smallUnit)
  const head = withUnit(String(whole), largeUnit)
  return rest === 0 ? head : `${head} ${rest}${thinSpace}${smallUnit}`
}
