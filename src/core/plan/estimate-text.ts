import type { PlanEstimate } from './advice'
import { formatDuration, formatRoughDuration } from '../units/durations'
import { absentText } from '../units/number-format'
import { formatRate } from '../units/rates'

/** How long a plan takes, or between which limits where that is up to the drive. */
export function timeText({ seconds, atRates }: Pick<PlanEstimate, 'seconds' | 'atRates'>): string {
  if (seconds !== undefined) return formatDuration(seconds)
  if (atRates === undefined) return absentText
  const fast = formatRoughDuration(atRates.fast.seconds)
  const slow = formatRoughDuration(atRates.slow.seconds)
  return fast === slow ? fast : `${fast} – ${slow}`
}

/** What the limits rest on. */
export function rateText(estimate: Pick<PlanEstimate, 'atRates'> | undefined): string {
  if (estimate?.atRates === undefined) return 'depends on the drive'
  const rate = (bytesPerSecond: number) => formatRate(bytesPerSecond, 'decimal', 1)
  return `at an assumed ${rate(estimate.atRates.fast.bytesPerSecond)} – ${rate(estimate.atRates.slow.bytesPerSecond)}`
}
