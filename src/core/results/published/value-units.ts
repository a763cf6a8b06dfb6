import type { Unit } from '../observation'

const kibi = 1024
const kilo = 1000

/**
 * Units that a printed column may have, by base unit, with their factors. `KB/s` with a capital K is what IOzone
 * prints, 1024 bytes; `kB/s`, `MB/s` and `GB/s` count in 1000.
 */
const units: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  'B/s': {
    'B/s': 1,
    'kB/s': kilo,
    'KB/s': kibi,
    'KiB/s': kibi,
    'MB/s': kilo ** 2,
    'MiB/s': kibi ** 2,
    'GB/s': kilo ** 3,
    'GiB/s': kibi ** 3,
    'Mbit/s': 125_000,
    'Gbit/s': 125_000_000,
  },
  IOPS: { IOPS: 1, 'thousand IOPS': 1000, 'million IOPS': 1e6 },
  ns: { ns: 1, µs: 1000, us: 1000, ms: 1e6, s: 1e9 },
  '%': { '%': 1 },
  ratio: { ratio: 1 },
  count: { count: 1 },
  B: {
    B: 1,
    KiB: kibi,
    MiB: kibi ** 2,
    GiB: kibi ** 3,
    kB: kilo,
    MB: kilo ** 2,
    GB: kilo ** 3,
    TB: kilo ** 4,
  },
  s: { s: 1, ms: 0.001, min: 60, h: 3600 },
  '1/s': { '1/s': 1, '1/min': 1 / 60 },
  '1/min': { '1/min': 1, '1/s': 60 },
  '°C': { '°C': 1 },
  W: { W: 1, mW: 0.001, kW: kilo },
  J: { J: 1, kJ: kilo, Wh: 3600 },
  V: { V: 1, mV: 0.001 },
  A: { A: 1, mA: 0.001 },
  Hz: { Hz: 1, kHz: kilo, MHz: kilo ** 2, GHz: kilo ** 3 },
}

/** Names of the units a column of this base unit may have, the base unit first. */
export function unitsFor(base: Unit): readonly string[] {
  return Object.keys(units[base])
}

/** Factor of `unit` to the base unit; undefined if it is not a unit of it. */
export function unitFactor(base: Unit, unit: string): number | undefined {
  const known = units[base]
  return Object.hasOwn(known, unit) ? known[unit] : undefined
}

/** A printed value in its base unit, without binary rounding errors: 1.105 ms is 1,105,000 ns. */
export function toBaseUnit(value: number, factor: number): number {
  const product = value * factor
  return factor === 1 ? value : Number(product.toPrecision(15))
}
