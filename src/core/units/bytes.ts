import { absentText, formatNumber, formatShort, withUnit } from './number-format'
import { parsed, quoted, unreadable, type Parsed } from './parsed'

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const
const decimalUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
const prefixes = 'kmgtp'

/**
 * Reads an amount of bytes. A bare letter counts in 1024, as fio does ("4k", "64K", "2g"), so do "KiB", "MiB" …;
 * "kB", "MB" … count in 1000, or with `counts` as `binary`, in 1024 too. A bare number is bytes. Case is ignored; `_`
 * and spaces are ignored.
 */
export function parseBytes(text: string, counts: 'decimal' | 'binary' = 'decimal'): Parsed<number> {
  const compact = text.replace(/[\s\u2009\u202f_]/g, '')
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:([kmgtp])(i?b?)|b|bytes?)?$/i.exec(compact)
  if (!match) return unreadable(`${quoted(text.trim())} is not a size. Write it like 4k, 64 KiB or 1.5G.`)
  const power = match[2] === undefined ? 0 : prefixes.indexOf(match[2].toLowerCase()) + 1
  const factor = match[3]?.toLowerCase() === 'b' && counts === 'decimal' ? 1000 : 1024
  const bytes = Number(match[1]) * factor ** power
  const whole = Math.round(bytes)
  if (!Number.isSafeInteger(whole))
    return unreadable(`${quoted(text.trim())} is more than can be counted exactly.`)
  if (Math.abs(bytes - whole) > 1e-6 * Math.max(1, bytes)) {
    return unreadable(`${quoted(text.trim())} is not a whole number of bytes.`)
  }
  return parsed(whole)
}

/** An amount of bytes rounded for reading, in units of 1024: "64 KiB", "1.95 GiB". */
export function formatBytes(bytes: number | undefined, significantDigits = 3): string {
  return format(bytes, significantDigits, 1024, binaryUnits)
}

/** The same in units of 1000, as drives are sold: "2 TB". */
export function formatDecimalBytes(bytes: number | undefined, significantDigits = 3): string {
  return format(bytes, significantDigits, 1000, decimalUnits)
}

/**
 * An amount of bytes without any rounding, so that it reads back as the same number: "64 KiB", "1.5 MiB", "130 GB",
 * "1000 B". Units of 1000 start at a megabyte: drives and publications count that way, but nobody counts blocks so.
 */
export function formatExactBytes(bytes: number, counts: 'decimal' | 'binary' = 'decimal'): string {
  const binary = exactly(bytes, 1024, binaryUnits, 1)
  const decimal = counts === 'decimal' ? exactly(bytes, 1000, decimalUnits, 2) : undefined
  const shortest =
    binary && decimal && decimal.amount.length < binary.amount.length ? decimal : (binary ?? decimal)
  return withUnit(shortest?.amount ?? String(bytes), shortest?.unit ?? 'B')
}

/** In the largest unit, at least `least`, that leaves whole quarters. */
function exactly(bytes: number, base: number, units: readonly string[], least: number) {
  for (let power = units.length - 1; power >= least; power -= 1) {
    const amount = bytes / base ** power
    if (amount >= 1 && Number.isInteger(amount * 4))
      return { amount: String(amount), unit: units[power] ?? 'B' }
  }
  return undefined
}

function format(bytes: number | undefined, digits: number, base: number, units: readonly string[]): string {
  if (bytes === undefined || !Number.isFinite(bytes)) return absentText
  let amount = bytes
  let power = 0
  // 1023.7 KiB would read "1,024 KiB"; it is shown as 1 MiB.
  while (shownMagnitude(amount, digits) >= base && power < units.length - 1) {
    amount /= base
    power += 1
  }
  return withUnit(formatShort(amount, digits), units[power] ?? 'B')
}

function shownMagnitude(amount: number, digits: number): number {
  return Number(formatNumber(Math.abs(amount), digits).replaceAll(',', ''))
}
