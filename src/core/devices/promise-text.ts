import { formatLevel, namedLevel, usualKind } from '../plan/levels/format-level'
import { parseLevel } from '../plan/levels/parse-level'
import type { LevelValue } from '../plan/plan'
import { findMetric, formatMeasured } from '../results/metrics'
import type { Unit } from '../results/observation'
import { formatExactBytes } from '../units/bytes'
import { parsed, quoted, unreadable, type Parsed } from '../units/parsed'
import { parseRate } from '../units/unit-scale'
import { mostPromises, promisedMetrics, type DevicePromise } from './device-card'

/**
 * Reads promises separated by semicolons, each as `METRIC VALUE KEY=LEVEL …`:
 * `iops 600000 pattern=random-read block_size=4k; latency_mean 80us pattern=random-read`.
 */
export function parsePromises(text: string): Parsed<readonly DevicePromise[]> {
  const promises: DevicePromise[] = []
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const promise = parsePromise(part)
    if (!promise.ok) return promise
    promises.push(promise.value)
  }
  return promises.length <= mostPromises
    ? parsed(promises)
    : unreadable(`These are ${String(promises.length)} promises; a card holds ${String(mostPromises)}.`)
}

function parsePromise(text: string): Parsed<DevicePromise> {
  const [name = '', ...words] = text.trim().split(/\s+/)
  const metric = findMetric(name)
  if (metric === undefined || !promisedMetrics.includes(metric.id))
    return unreadable(
      `${quoted(name)} in ${quoted(text.trim())} is not a metric. Begin with one of ${promisedMetrics.slice(0, 4).join(', ')} ….`,
    )
  const levels = words.findIndex((word) => word.includes('='))
  const amount = (levels < 0 ? words : words.slice(0, levels)).join(' ')
  const value = parsePromised(amount, metric.unit)
  if (!value.ok) return value
  const workload = parseWorkload(levels < 0 ? [] : words.slice(levels))
  return workload.ok ? parsed({ metric: metric.id, value: value.value, workload: workload.value }) : workload
}

/** Reads a promised number in the spelling of data sheets into the metric's base unit: "600k", "7,000 MB/s", "80 µs". */
function parsePromised(text: string, unit: Unit): Parsed<number> {
  const plain = text.trim().replaceAll(',', '')
  const read = unit === 'B/s' ? parseRate(plain) : parseScaled(plain, scales[unit] ?? {})
  if (!read.ok)
    return unreadable(`${quoted(text.trim())} is not a value in ${unit}. ${examples[unit] ?? ''}`.trim())
  return read.value > 0 ? read : unreadable(`${quoted(text.trim())} is not above 0.`)
}

const counts = { '': 1, k: 1e3, m: 1e6 }
const scales: Readonly<Partial<Record<Unit, Readonly<Record<string, number>>>>> = {
  IOPS: { ...counts, iops: 1, kiops: 1e3, miops: 1e6 },
  ns: { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6, s: 1e9 },
  ...{ '%': { '': 1, '%': 1 }, ratio: { '': 1 }, count: counts, s: { '': 1, s: 1 } },
  ...{ '1/s': counts, '1/min': counts, '°C': { '': 1 }, B: { '': 1 }, W: { '': 1, w: 1, mw: 0.001 } },
}
const examples: Readonly<Partial<Record<Unit, string>>> = {
  'B/s': 'Write it like 7,000 MB/s.',
  IOPS: 'Write it like 600,000 or 600k.',
  ns: 'Write it with its unit, like 80 µs.',
}

function parseScaled(text: string, units: Readonly<Record<string, number>>): Parsed<number> {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)\s*([^\d\s.]*)$/.exec(text) ?? []
  const factor = new Map(Object.entries(units)).get(unit.toLowerCase())
  return amount === undefined || factor === undefined
    ? unreadable('')
    : parsed(Number((Number(amount) * factor).toPrecision(15)))
}

/** Reads `KEY=LEVEL` words. */
function parseWorkload(words: readonly string[]): Parsed<Readonly<Record<string, LevelValue>>> {
  const workload: Record<string, LevelValue> = {}
  for (const word of words) {
    const [key = '', ...rest] = word.split('=')
    const text = rest.join('=')
    if (!/^[a-z][\w.-]{0,63}$/i.test(key) || text === '')
      return unreadable(`${quoted(word)} is not a level. Write it like block_size=4k.`)
    const kind = usualKind(key)
    const level = kind === undefined ? parsed(plainLevel(text)) : parseLevel(text, kind)
    if (!level.ok) return level
    workload[key] = level.value
  }
  return parsed(workload)
}

function plainLevel(text: string): LevelValue {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text === 'on' || text === 'off' ? text === 'on' : text
}

/** A promise as text that `parsePromises` reads back. */
export function formatPromise({ metric, value, workload }: DevicePromise): string {
  return [metric, exactPromised(value, findMetric(metric)?.unit), ...workloadWords(workload)].join(' ')
}

/** The levels of a workload as text that `parseWorkload` reads back. */
function workloadWords(workload: DevicePromise['workload']): readonly string[] {
  return Object.entries(workload).map(
    ([key, level]) => `${key}=${formatLevel(level, usualKind(key)).replace(/\s/g, '')}`,
  )
}

/** A promised number with all its digits, in a spelling that `parsePromised` reads back. */
function exactPromised(value: number, unit: Unit | undefined): string {
  if (unit === 'B/s') {
    const exact = formatExactBytes(value).replace(/\s/g, '')
    return `${exact}/s`
  }
  if (unit !== 'ns') return String(value)
  const [name, factor] = value >= 1e6 ? ['ms', 1e6] : value >= 1e3 ? ['µs', 1e3] : ['ns', 1]
  return `${String(Number((value / factor).toPrecision(15)))}${name}`
}

/** A promise in words: "600,000 IOPS, Random read · 4 KiB". */
export function promiseText({ metric, value, workload }: DevicePromise): string {
  const found = findMetric(metric)
  const levels = Object.entries(workload).map(([key, level]) => namedLevel(key, level))
  const amount = formatMeasured(value, found?.unit)
  const named =
    found?.unit === 'B/s'
      ? amount
      : found?.unit === 'IOPS'
        ? `${amount} IOPS`
        : `${found?.label ?? metric} ${amount}`
  return levels.length === 0 ? named : `${named}, ${levels.join(' · ')}`
}
