import { mergeHistograms, type Histogram } from '../../../statistics/latency/histogram'
import { isObject, memberOf, numberAt, objectAt, type JsonObject } from './json-members'
import { BinList } from './bin-list'

/** One family of latencies of one direction. */
export interface Latency {
  /** I/Os counted. */
  readonly count: number | undefined
  readonly maxNs: number | undefined
  readonly meanNs: number | undefined
  /** As reported by fio, by percent. */
  readonly percentilesNs: ReadonlyMap<number, number>
  readonly bins: Histogram | undefined
}

const families = { total: 'lat', completion: 'clat', submission: 'slat' } as const
export type LatencyFamily = keyof typeof families
export const latencyFamilies = Object.keys(families) as readonly LatencyFamily[]

/** Reads `lat_ns` and its siblings, or the microseconds of fio 2.x in `lat`; undefined if the family is missing or empty. */
export function readLatency(direction: JsonObject, family: LatencyFamily): Latency | undefined {
  const name = families[family]
  const inNanoseconds = objectAt(direction, `${name}_ns`)
  const source = inNanoseconds ?? objectAt(direction, name)
  if (!source) return undefined
  const factor = inNanoseconds ? 1 : 1000
  const count = numberAt(source, 'N')
  if (count === 0) return undefined
  // With `gtod_reduce` and the like, fio takes no time stamps and writes zeros.
  if (['min', 'mean', 'max'].every((key) => numberAt(source, key) === 0)) return undefined
  return {
    count,
    maxNs: scaled(numberAt(source, 'max'), factor),
    meanNs: scaled(numberAt(source, 'mean'), factor),
    percentilesNs: readPercentiles(source, factor),
    bins: readBins(source, factor),
  }
}

/** Keys such as "99.000000". Some versions wrote "0.00" for unused entries; there is no such percentile. */
function readPercentiles(source: JsonObject, factor: number): ReadonlyMap<number, number> {
  const percentiles = new Map<number, number>()
  const reported = objectAt(source, 'percentile') ?? {}
  for (const key of Object.keys(reported)) {
    const percent = Number(key)
    const value = numberAt(reported, key)
    if (percent > 0 && percent <= 100 && value !== undefined) percentiles.set(percent, value * factor)
  }
  return percentiles
}

function readBins(source: JsonObject, factor: number): Histogram | undefined {
  const reported = memberOf(source, 'bins')
  if (reported instanceof BinList) return readBinList(reported, factor)
  if (!isObject(reported)) return undefined
  const toNs = binValue(reported, factor)
  const binsNs: number[] = []
  const counts: number[] = []
  let isAscending = true
  const members = Object.values(reported)
  for (const [at, key] of Object.keys(reported).entries()) {
    const count = members[at]
    if (typeof count !== 'number' || !(count > 0) || count === Infinity || !/^\d+$/.test(key)) continue
    const ns = toNs(Number(key))
    if (!Number.isFinite(ns)) continue
    isAscending &&= ns > (binsNs.at(-1) ?? -1)
    binsNs.push(ns)
    counts.push(count)
  }
  if (binsNs.length === 0) return undefined
  return isAscending ? { binsNs, counts } : mergeHistograms([{ binsNs, counts }])
}

/** As `readBins` does for an object: bins without a request are left out. */
function readBinList({ keys, counts }: BinList, factor: number): Histogram | undefined {
  if (factor === 1 && keys.length > 0 && !counts.includes(0)) return { binsNs: keys, counts }
  const binsNs: number[] = []
  const kept: number[] = []
  for (let at = 0; at < keys.length; at += 1) {
    const count = counts[at] ?? 0
    if (count === 0) continue
    binsNs.push((keys[at] ?? 0) * factor)
    kept.push(count)
  }
  return binsNs.length === 0 ? undefined : { binsNs, counts: kept }
}

/** Newer versions name bins by their latency; older ones by their index in fio's table, along with the table's shape. */
function binValue(reported: JsonObject, factor: number): (key: number) => number {
  const bits = numberAt(reported, 'FIO_IO_U_PLAT_BITS')
  const perGroup = numberAt(reported, 'FIO_IO_U_PLAT_VAL')
  if (bits === undefined || perGroup === undefined || perGroup < 1) return (key) => key * factor
  return (index) => platIndexToValue(index, bits, perGroup) * factor
}

/** fio's `plat_idx_to_val` (stat.c): the middle of the bin with this index. */
export function platIndexToValue(index: number, bits: number, perGroup: number): number {
  if (index < perGroup * 2) return index
  const errorBits = Math.floor(index / 2 ** bits) - 1
  return 2 ** (errorBits + bits) + ((index % perGroup) + 0.5) * 2 ** errorBits
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}
