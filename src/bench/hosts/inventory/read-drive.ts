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
  const { temperatureCelsius, bytesRead, bytesWritten, unitsRead, unitsWritten, percentUsed } = health
  const moved = { bytesRead, bytesWritten, unitsRead, unitsWritten }
  return { temperatureCelsius, ...moved, percentUsed, ...throttling(answer) }
}

/**
 * Transitions and seconds of both thermal management temperatures, and seconds above the warning and the
 * critical one (NVMe base specification, SMART log; the latter are counted in minutes). Only nvme prints the
 * transitions: no release of smartctl up to 7.5 does.
 */
function throttling(
  answer: LooseRecord,
): Pick<DriveReading, 'throttleCount' | 'throttledSeconds' | 'overTemperatureSeconds'> {
  const log = recordOf(answer.nvme_smart_health_information_log) ?? answer
  const sum = (...names: readonly string[]) => {
    const found = names.flatMap((name) => countOf(log[name]) ?? [])
    return found.length === 0 ? undefined : found.reduce((total, one) => total + one, 0)
  }
  const minutes = sum('warning_temp_time', 'critical_comp_time')
  return {
    throttleCount: sum('thm_temp1_trans_count', 'thm_temp2_trans_count'),
    throttledSeconds: sum('thm_temp1_total_time', 'thm_temp2_total_time'),
    overTemperatureSeconds: minutes === undefined ? undefined : 60 * minutes,
  }
}
