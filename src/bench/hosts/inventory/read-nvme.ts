import type { DeviceHealth } from '../../../core/results/campaign/block-device'
import { sensedCelsius } from '../../../core/units/temperature'
import { known, countOf, recordOf, type LooseRecord } from './loose-json'

/** NVMe counts data in units of 1000 blocks of 512 bytes (NVM Express Base Specification, SMART / Health Information). */
export const nvmeUnitBytes = 512_000

/** Bits of the critical warning (NVM Express Base Specification). */
const criticalBits = [
  'Spare blocks are below their threshold.',
  'The temperature is out of its range.',
  'Reliability is degraded by media or internal errors.',
  'The media has become read-only.',
  'The backup of volatile memory failed.',
  'The persistent memory region has become read-only.',
]

/** The sentences of a critical warning. */
export function criticalWarnings(bits: number | undefined): readonly string[] {
  return criticalBits.filter((_, bit) => ((bits ?? 0) & (1 << bit)) !== 0)
}

/**
 * `nvme smart-log -o json` (nvme-cli 1.x and 2.x). Temperatures are in kelvin; the critical warning is a
 * number or, in some versions, a record with a `value`. Counts above 2^53 are text.
 */
export function readNvme(log: LooseRecord): DeviceHealth {
  const critical = countOf(log.critical_warning) ?? countOf(recordOf(log.critical_warning)?.value)
  const written = countOf(log.data_units_written)
  const read = countOf(log.data_units_read)
  return {
    source: 'nvme',
    warnings: criticalWarnings(critical),
    ...(critical !== undefined && { verdict: critical === 0 ? ('passed' as const) : ('failed' as const) }),
    ...known({
      temperatureCelsius: celsius(countOf(log.temperature)),
      powerOnHours: countOf(log.power_on_hours),
      powerCycles: countOf(log.power_cycles),
      unsafeShutdowns: countOf(log.unsafe_shutdowns),
      percentUsed: countOf(log.percent_used) ?? countOf(log.percentage_used),
      sparePercent: countOf(log.avail_spare) ?? countOf(log.available_spare),
      bytesWritten: written === undefined ? undefined : written * nvmeUnitBytes,
      bytesRead: read === undefined ? undefined : read * nvmeUnitBytes,
      mediaErrors: countOf(log.media_errors),
    }),
  }
}

/** No drive works above 150 °C, and none below -120 °C: a larger number is in kelvin. */
function celsius(temperature: number | undefined): number | undefined {
  return sensedCelsius(temperature !== undefined && temperature > 150 ? temperature - 273 : temperature)
}
