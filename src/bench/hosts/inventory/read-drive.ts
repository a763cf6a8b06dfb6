import type { DriveReading } from '../../../core/observers/read-samples'
import { countOf, parseLoose, recordOf, type LooseRecord } from './loose-json'
import { readNvme } from './read-nvme'
import { readSmartctl } from './read-smartctl'

/** One answer of `smartctl -j` or `nvme smart-log -o json` as a sample; undefined for text that is neither. */
export function readDrive(text: string): DriveReading | undefined {
  const answer = parseLoose(text)
  if (!answer) return undefined
  const health = answer.smartctl === undefined ? readNvme(answer) : readSmartctl(answer)
  if (!health) return undefined
  const { temperatureCelsius, bytesRead, bytesWritten, percentUsed } = health
  return { temperatureCelsius, bytesRead, bytesWritten, percentUsed, ...throttling(answer) }
}

/**
 * Transitions and seconds of both thermal management temperatures, and seconds above the warning and the
 * critical one (NVMe base specification, SMART log; the latter are counted in minutes). nvme and smartctl
 * name them differently; smartctl reports transitions from 7.5.
 */
function throttling(
  answer: LooseRecord,
): Pick<DriveReading, 'throttleCount' | 'throttledSeconds' | 'overTemperatureSeconds'> {
  const log = recordOf(answer.nvme_smart_health_information_log) ?? answer
  const sum = (keys: readonly (readonly string[])[]) => {
    const found = keys.flatMap((names) => names.flatMap((name) => countOf(log[name]) ?? []).slice(0, 1))
    return found.length === 0 ? undefined : found.reduce((total, one) => total + one, 0)
  }
  const both = (short: string, long: string) =>
    sum([1, 2].map((one) => [`thm_temp${one}_${short}`, `thermal_temp_${one}_${long}`]))
  const minutes = sum([['warning_temp_time'], ['critical_comp_time']])
  return {
    throttleCount: both('trans_count', 'transition_count'),
    throttledSeconds: both('total_time', 'total_time'),
    overTemperatureSeconds: minutes === undefined ? undefined : 60 * minutes,
  }
}
