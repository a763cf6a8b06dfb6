import type { DriveReading } from '../../../core/observers/read-samples'
import { countOf, parseLoose, type LooseRecord } from './loose-json'
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

/** Transitions and seconds of both thermal management temperatures (NVMe base specification, SMART log); smartctl tells neither. */
function throttling(log: LooseRecord): Pick<DriveReading, 'throttleCount' | 'throttledSeconds'> {
  const both = (what: string) => {
    const found = [1, 2].flatMap((one) => countOf(log[`thm_temp${one}_${what}`]) ?? [])
    return found.length === 0 ? undefined : found.reduce((sum, one) => sum + one, 0)
  }
  return { throttleCount: both('trans_count'), throttledSeconds: both('total_time') }
}
