import { withDescendants } from './block-device'
import type { HostRecord } from './review'

/** Shorter ones may stand in any other text by chance; a real serial number is longer. */
const shortest = 5

/**
 * Stand-ins for every serial number and world-wide name of these records: the same one for the same drive, so that it can
 * still be told from others. Longer ones come first, for one may hold another.
 */
export function serialStandIns(records: Iterable<HostRecord>): ReadonlyMap<string, string> {
  const serials = new Set<string>()
  const names = new Set<string>()
  for (const record of records) {
    const devices = [record.device, ...(record.devices ?? []).flatMap(withDescendants)]
    for (const device of devices) {
      if (device?.serial !== undefined && device.serial.length >= shortest) serials.add(device.serial)
      if (device?.wwn !== undefined && device.wwn.length >= shortest) names.add(device.wwn)
    }
  }
  const standIns = [
    ...[...serials].map((serial, index) => [serial, `serial ${String(index + 1)} (redacted)`] as const),
    ...[...names]
      .filter((name) => !serials.has(name))
      .map((name, index) => [name, `name ${String(index + 1)} (redacted)`] as const),
  ]
  return new Map(standIns.sort(([a], [b]) => b.length - a.length))
}

/** The same value with the stand-ins in place of serial numbers, in every text within it. */
export function redactSerials<T>(value: T, standIns: ReadonlyMap<string, string>): T {
  return standIns.size === 0 ? value : (redacted(value, standIns) as T)
}

function redacted(value: unknown, standIns: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    let text = value
    for (const [serial, standIn] of standIns) text = text.replaceAll(serial, standIn)
    return text
  }
  if (Array.isArray(value)) return value.map((one) => redacted(one, standIns))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redacted(one, standIns)]))
}
