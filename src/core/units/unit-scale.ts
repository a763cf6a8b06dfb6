import { parseBytes } from './bytes'
import { absentText, formatNumber, withUnit } from './number-format'
import { parsed, quoted, unreadable, type Parsed } from './parsed'

/** One display unit: a value in base units divided by `factor` is a number in `label`. */
export interface ScaledUnit {
  readonly label: string
  readonly factor: number
}

/** Bytes per second in units of 1024. */
export const binaryRateUnits: readonly ScaledUnit[] = powers(1024, [
  'B/s',
  'KiB/s',
  'MiB/s',
  'GiB/s',
  'TiB/s',
])

/** Bytes per second in units of 1000. */
export const decimalRateUnits: readonly ScaledUnit[] = powers(1000, ['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s'])

/** Operations per second. */
export const iopsUnits: readonly ScaledUnit[] = powers(1000, ['IOPS', 'k IOPS', 'M IOPS'])

/** Nanoseconds. */
export const latencyUnits: readonly ScaledUnit[] = powers(1000, ['ns', 'µs', 'ms', 's'])

/** The largest unit that keeps `magnitude` at 1 or more; pass the largest of several values so that they share one unit. */
export function pickUnit(units: readonly ScaledUnit[], magnitude: number): ScaledUnit {
  const base = units[0]
  if (!base) throw new RangeError('A list of display units must not be empty.')
  // 999.7 with three digits reads "1,000": the next unit starts just before that.
  return units.filter((unit) => Math.abs(magnitude) >= unit.factor * 0.9995).at(-1) ?? base
}

/** A value in base units, shown in the unit that fits it. */
function formatScaled(
  value: number | undefined,
  units: readonly ScaledUnit[],
  significantDigits = 3,
): string {
  if (value === undefined || !Number.isFinite(value)) return absentText
  const unit = pickUnit(units, value)
  return withUnit(formatNumber(value / unit.factor, significantDigits), unit.label)
}

function powers(base: number, labels: readonly string[]): readonly ScaledUnit[] {
  return labels.map((label, power) => ({ label, factor: base ** power }))
}

/** A latency in nanoseconds, in the unit that fits: "812 ns", "12.3 µs", "4.56 ms", "1.20 s". */
export function formatLatency(latencyNs: number | undefined, significantDigits = 3): string {
  return formatScaled(latencyNs, latencyUnits, significantDigits)
}

/** Bytes per second in units of 1000, as in figures and publications: "1.34 GB/s". */
export function formatRate(bytesPerSecond: number | undefined, significantDigits = 3): string {
  return formatScaled(bytesPerSecond, decimalRateUnits, significantDigits)
}

/** Reads "200 MiB/s", "1.5GB/s" or "300k" into bytes per second; sizes are read as in `parseBytes`. */
export function parseRate(text: string): Parsed<number> {
  const size = text.trim().replace(/\/\s*s(ec)?$/i, '')
  const bytes = parseBytes(size)
  return bytes.ok
    ? parsed(bytes.value)
    : unreadable(`${quoted(text.trim())} is not a rate. Write it like 200 MiB/s.`)
}

/** Operations per second as a plain number: "12,346", "87.3". The word IOPS is in the column heading or label. */
export function formatIops(iops: number | undefined, significantDigits = 3): string {
  return formatNumber(iops, significantDigits)
}
