import { parseBytes } from './bytes'
import { formatNumber } from './number-format'
import { parsed, quoted, unreadable, type Parsed } from './parsed'
import { decimalRateUnits, formatScaled } from './unit-scale'

/** Bytes per second in units of 1000, as figures and print have them: "1.34 GB/s". */
export function formatRate(bytesPerSecond: number | undefined, significantDigits = 3): string {
  return formatScaled(bytesPerSecond, decimalRateUnits, significantDigits)
}

/** Reads "200 MiB/s", "1.5GB/s" or "300k" into bytes per second; sizes read as `parseBytes` does. */
export function parseRate(text: string): Parsed<number> {
  const size = text.trim().replace(/\/\s*s(ec)?$/i, '')
  const bytes = parseBytes(size)
  return bytes.ok
    ? parsed(bytes.value)
    : unreadable(`${quoted(text.trim())} is not a rate. Write it like 200 MiB/s.`)
}

/** Operations per second as a plain number: "12,346", "87.3". The word IOPS stands in the column head or label. */
export function formatIops(iops: number | undefined, significantDigits = 3): string {
  return formatNumber(iops, significantDigits)
}
