import type { PlanEstimate } from './advice'
import { formatDuration, formatDurationRange } from '../units/durations'
import { formatBytes, formatDecimalBytes } from '../units/bytes'
import {
  absentText,
  counted,
  formatCount,
  formatPercent,
  formatShort,
  withUnit,
} from '../units/number-format'

/** How long a plan takes, or the limits if that depends on the drive. */
export function timeText({ seconds, atRates }: Pick<PlanEstimate, 'seconds' | 'atRates'>): string {
  if (seconds !== undefined) return formatDuration(seconds)
  if (atRates === undefined) return absentText
  return formatDurationRange(atRates.fast.seconds, atRates.slow.seconds)
}

/** "24 runs, about 2 h, 1.2 TB written", as far as known; "more than 2 h" if it fills a target of unknown size. Of `hosts` at once, each writes so much. */
export function costText(estimate: PlanEstimate, hosts = 1): string {
  const { runCount, seconds, atRates, bytesWritten = 0, bytesWrittenBasis, lacksTargetSize } = estimate
  const least = lacksTargetSize ? 'more than ' : ''
  const parts = [counted(runCount, 'run')]
  if (seconds !== undefined) parts.push(`${least === '' ? 'about ' : least}${timeText(estimate)}`)
  else if (atRates) parts.push(`${least}${timeText(estimate)} ${rateText(estimate)}`)
  const most = bytesWrittenBasis === 'assumed-rate' ? ` ${bytesBasisTexts[bytesWrittenBasis]}` : ''
  const each = hosts > 1 ? ` on each of ${formatCount(hosts)} hosts` : ''
  if (bytesWritten > 0) parts.push(`${least}${writtenBytesText(bytesWritten)} written${each}${most}`)
  return parts.join(', ')
}

/** What is missing in the estimate of a plan that fills a target of unknown size. */
export const lacksTargetSizeText =
  'The data and the time that filling the target takes are not included: the target\u2019s size is not known here.'

/** An amount written to a drive, in units of 1000 as its rated endurance is stated: "1.2 TB". */
export function writtenBytesText(bytes: number): string {
  return formatDecimalBytes(bytes)
}

/** "Up to 8 GiB of the 12 GiB", or "All 64 MiB": how much of a file fits in memory. */
export function cachedText(fileBytes: number, memoryBytes: number): string {
  return fileBytes <= memoryBytes
    ? `All ${formatBytes(fileBytes)}`
    : `Up to ${formatBytes(memoryBytes)} of the ${formatBytes(fileBytes)}`
}

/** "up to 50 % of the random reads can": what the page cache answers although the file is larger than the memory. */
export function cachedRandomText(fileBytes: number, memoryBytes: number): string {
  return `up to ${formatPercent(Math.min(100, Math.round((100 * memoryBytes) / fileBytes)))} of the random reads can`
}

/** The basis of the estimated amount written, as a text that follows the amount. */
export const bytesBasisTexts: Readonly<Record<PlanEstimate['bytesWrittenBasis'], string>> = {
  exact: 'by the amount of I/O',
  'measured-rate': 'at measured rates',
  'assumed-rate': 'at most, at the rate of the bus',
  unknown: 'depends on the drive',
}

/** The basis of the limits. */
export function rateText(estimate: Pick<PlanEstimate, 'atRates'> | undefined): string {
  if (estimate?.atRates === undefined) return 'depends on the drive'
  const { fast, slow } = estimate.atRates
  const gigabytes = (bytesPerSecond: number) => formatShort(bytesPerSecond / 1e9, 2)
  return `at ${withUnit(`${gigabytes(slow.bytesPerSecond)}–${gigabytes(fast.bytesPerSecond)}`, 'GB/s')}, assumed`
}
