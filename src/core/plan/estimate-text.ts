import type { PlanEstimate } from './advice'
import { formatDuration, formatDurationRange } from '../units/durations'
import { absentText, formatShort, withUnit } from '../units/number-format'

/** How long a plan takes, or between which limits where that is up to the drive. */
export function timeText({ seconds, atRates }: Pick<PlanEstimate, 'seconds' | 'atRates'>): string {
  if (seconds !== undefined) return formatDuration(seconds)
  if (atRates === undefined) return absentText
  return formatDurationRange(atRates.fast.seconds, atRates.slow.seconds)
}

/** What the limits rest on. */
export function rateText(estimate: Pick<PlanEstimate, 'atRates'> | undefined): string {
  if (estimate?.atRates === undefined) return 'depends on the drive'
  const { fast, slow } = estimate.atRates
  const gigabytes = (bytesPerSecond: number) => formatShort(bytesPerSecond / 1e9, 2)
  return `at ${withUnit(`${gigabytes(slow.bytesPerSecond)}–${gigabytes(fast.bytesPerSecond)}`, 'GB/s')}, assumed`
}
