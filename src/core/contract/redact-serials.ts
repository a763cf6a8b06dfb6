import { withDescendants } from '../results/campaign/block-device'
import type { HostRecord } from '../results/campaign/host-record'

/** Shorter ones may occur in other texts by chance; real serial numbers are longer. */
const shortest = 5

/**
 * Stand-ins for every serial number and world-wide name of these records: the same one for the same drive, so that
 * drives remain distinguishable. Longer ones come first, because one may contain another.
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

/**
 * The same value with serial numbers replaced by stand-ins, in every text within it. Shared objects stay shared;
 * anything but plain objects and lists is left unchanged.
 */
export function redactSerials<T>(value: T, standIns: ReadonlyMap<string, string>): T {
  return standIns.size === 0 ? value : (new Redaction(standIns).of(value) as T)
}

class Redaction {
  readonly #copies = new Map<object, unknown>()

  constructor(private readonly standIns: ReadonlyMap<string, string>) {}

  of(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return value
    const known = this.#copies.get(value)
    if (known !== undefined) return known
    if (Array.isArray(value)) {
      const list: unknown[] = []
      this.#copies.set(value, list)
      for (const one of value) list.push(this.of(one))
      return list
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    const copy: Record<string, unknown> = {}
    this.#copies.set(value, copy)
    for (const [key, one] of Object.entries(value)) copy[key] = this.of(one)
    return copy
  }

  #text(text: string): string {
    let redacted = text
    for (const [serial, standIn] of this.standIns) redacted = redacted.replaceAll(serial, standIn)
    return redacted
  }
}
