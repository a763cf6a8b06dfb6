import { quoted } from '../../units/parsed'
import { findMetric } from '../metrics'
import type { Direction } from '../observation'
import type { ColumnRole } from './column-role'

/** A heading as understood: the role of its column, and the words that name nothing known, such as a drive. */
export interface ReadHeading {
  readonly role: ColumnRole
  readonly rest: readonly string[]
}

type Mean = Extract<ColumnRole, { kind: 'mean' }>

/**
 * What a heading of numbers says: metric, unit, direction, test. It is understood as a whole or not at all. A heading
 * that speaks of a measurement and is not understood becomes a question (`open`); one that speaks of none is not used.
 */
export function readHeading(column: string): ReadHeading {
  const plain = column.replaceAll('_', ' ').trim()
  const units = findUnits(plain)
  const words = wordsOf(units.rest)
  const facts = wordFacts(words)
  const open = (why: string): ReadHeading => ({
    role: { kind: 'open', text: `${quoted(column)} ${why}.` },
    rest: [],
  })
  if (units.question !== undefined) return open(units.question)
  if (!speaksOfMeasurement(words, units.found, facts)) return { role: { kind: 'ignore' }, rest: [] }
  const [unit, another] = units.found
  const metrics = metricsOf(unit?.base, facts)
  const [metric] = metrics
  const averages = facts.percentiles.length + (facts.isMaximum ? 1 : 0) + (facts.isMean ? 1 : 0)
  if (another !== undefined || metrics.length > 1 || averages > 1) return open('names more than one quantity')
  if (facts.directions.length > 1) return open('names more than one direction')
  const [strange] = facts.strange
  if (/[$€£/]/.test(units.rest) && facts.directions.length < 2)
    return open('is a quantity per something, or two in one')
  if (facts.isDifference) {
    if (!facts.isPercent) return open('does not say what its differences are in')
    return strange === undefined && facts.rest.length === 0
      ? metric === undefined
        ? open('does not say of what its differences are')
        : { role: { kind: 'difference', metric }, rest: [] }
      : open(`is not understood as a whole (${quoted(strange ?? facts.rest[0] ?? '')})`)
  }
  if (facts.isDeviation)
    return strange === undefined && facts.rest.length === 0 && !facts.isPercent
      ? { role: { kind: 'deviation' }, rest: [] }
      : open('is a deviation of something that is not understood')
  if (strange !== undefined || facts.isPercent)
    return open(`is not understood as a whole (${quoted(strange ?? '%')})`)
  if (metric === undefined) return open('does not say what was measured')
  const base = findMetric(metric)?.unit
  if (unit === undefined && base !== 'IOPS') return open('does not say in which unit')
  if (unit !== undefined && unit.base !== base) return open('names a unit of another quantity')
  const [direction] = facts.directions
  const role: Mean = {
    ...{ kind: 'mean', metric },
    ...(unit !== undefined && unit.unit !== base && { unit: unit.unit }),
    ...testOrDirection(facts.order, direction),
  }
  return { role, rest: facts.rest }
}

/** Sequential and random name a test together with a direction; a direction alone is that of the test of the line. */
function testOrDirection(order: string | undefined, direction: Direction | undefined): Partial<Mean> {
  if (order === undefined || direction === undefined || direction === 'total')
    return direction === undefined ? {} : { direction }
  return { test: `${order}-${direction}` }
}

interface FoundUnit {
  /** Base unit of the metric that it fits. */
  readonly base: 'B/s' | 'ns' | 'IOPS' | '1/s' | '1/min'
  /** As in value-units.ts. */
  readonly unit: string
}

interface Units {
  readonly found: readonly FoundUnit[]
  /** What is left of the heading. */
  readonly rest: string
  /** Why the unit is ambiguous, as the end of a sentence. */
  readonly question?: string
}

/** `MB/s`, `MB/sec`, `mib per s`, `MBps`, `Mbit/s`. */
const rate =
  /(?<![A-Za-z0-9])([kKmMgGtT]?)(i?)(bits?|Bits?|bytes?|Bytes?|b|B)(\s*\/\s*|\s+per\s+|p)(s|S|sec|Sec|SEC|seconds?|Seconds?)(?![A-Za-z0-9])/g
const operations =
  /(?<![A-Za-z0-9])([kKM]?)\s?(IOPS|IOPs|Iops|iops|IOs?\/s|IOs?\/sec|I\/Os? per second|ios per s)(?![A-Za-z0-9])/g
const time =
  /(?<![A-Za-z0-9])(ns|nsecs?|nanoseconds?|us|usecs?|µs|μs|microseconds?|ms|msecs?|milliseconds?|s|secs?|seconds)(?![A-Za-z0-9])/g
const events =
  /(?<![A-Za-z0-9])(tps|TPS|transactions\/s|transactions per s(?:ec|econd)?|qps|QPS|queries\/s|queries per s(?:ec|econd)?|notpm|NOTPM|tpmC|tpmc|tpm c)(?![A-Za-z0-9])/g

function findUnits(plain: string): Units {
  const found: FoundUnit[] = []
  let question: string | undefined
  const isShouted = /[A-Z]/.test(plain) && !/[a-z]/.test(plain)
  let rest = plain.replace(rate, (_, prefix: string, binary: string, name: string) => {
    const unit = rateUnit(prefix, binary, name, isShouted)
    if (unit === undefined) question ??= 'can mean bits or bytes, or 1000 or 1024 of them'
    else found.push({ base: 'B/s', unit })
    return ' '
  })
  rest = rest.replace(operations, (_, prefix: string) => {
    found.push({ base: 'IOPS', unit: scaled(prefix) })
    return ' iops '
  })
  rest = rest.replace(events, (name: string) => {
    found.push({ base: /^(notpm|tpm)/i.test(name) ? '1/min' : '1/s', unit: '' })
    return ` ${name.replace(/[/ ].*/, '')} `
  })
  rest = rest.replace(time, (name: string) => {
    found.push({ base: 'ns', unit: timeUnit(name) })
    return ' '
  })
  const thousands = /(?<![A-Za-z0-9])(k|K|thousands?|millions?)(?![A-Za-z0-9])/g
  if (found.length === 1 && found[0]?.unit === 'IOPS')
    rest = rest.replace(thousands, (name: string) => {
      found[0] = { base: 'IOPS', unit: /^m/i.test(name) ? 'million IOPS' : 'thousand IOPS' }
      return ' '
    })
  return {
    found: found.map((one) => (one.unit === '' ? { ...one, unit: one.base } : one)),
    rest,
    ...(question !== undefined && { question }),
  }
}

function scaled(prefix: string): string {
  return prefix === '' ? 'IOPS' : prefix === 'M' ? 'million IOPS' : 'thousand IOPS'
}

function timeUnit(name: string): string {
  const [first = ''] = name
  if (first === 'n') return 'ns'
  if (/^(u|µ|μ|mic)/.test(name)) return 'µs'
  return /^(ms|mil)/.test(name) ? 'ms' : 's'
}

/** Undefined if the letters leave open what they count, as `mb/s` and `Kb/s` do. */
function rateUnit(prefix: string, binary: string, name: string, isShouted: boolean): string | undefined {
  const isBits = /^[bB]it/.test(name)
  const isBytes = /^[bB]yte/.test(name) || name === 'B'
  if (binary !== '') {
    // Lower case throughout is how headings of programs are written; a capital prefix with a small b is mebibits.
    const isPlain = name === 'b' && prefix === prefix.toLowerCase()
    return (isBytes || isPlain) && /[kmg]/i.test(prefix) ? `${prefix.toUpperCase()}iB/s` : undefined
  }
  if (isBits || (name === 'b' && /[MG]/.test(prefix)))
    return /[MG]/.test(prefix) || (isBits && /[mg]/.test(prefix)) ? `${prefix.toUpperCase()}bit/s` : undefined
  if (!isBytes || isShouted) return undefined
  // kB counts in 1000, KB in 1024, as documented; mB is nothing.
  return /^[kKMG]?$/.test(prefix) ? `${prefix}B/s` : undefined
}

/** Words, apart at changes from small to capital letters. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9.%µμ]+/)
    .map((word) => word.replace(/^\.+|\.+$/g, ''))
    .filter((word) => word !== '')
}

interface WordFacts {
  readonly isBandwidth: boolean
  readonly isLatency: boolean
  readonly isCompletion: boolean
  readonly isIops: boolean
  readonly isMaximum: boolean
  readonly isDeviation: boolean
  readonly isDifference: boolean
  readonly isPercent: boolean
  readonly isMean: boolean
  readonly events: string | undefined
  /** `99`, `99.9`. */
  readonly percentiles: readonly string[]
  readonly directions: readonly Direction[]
  readonly order: 'random' | 'sequential' | undefined
  /** Words that change what is meant, and are not understood. */
  readonly strange: readonly string[]
  /** Other unknown words. */
  readonly rest: readonly string[]
}

const directionWords: Readonly<Record<string, Direction>> = {
  ...{ read: 'read', reads: 'read', rd: 'read', reading: 'read' },
  ...{ write: 'write', writes: 'write', wr: 'write', writing: 'write' },
  ...{ total: 'total', combined: 'total' },
}
const orderWords: Readonly<Record<string, 'random' | 'sequential'>> = {
  ...{ random: 'random', rand: 'random', rnd: 'random' },
  ...{ sequential: 'sequential', seq: 'sequential' },
}
const bandwidthWords = new Set(['bandwidth', 'bw', 'throughput', 'speed'])
const latencyWords = new Set(['latency', 'latencies', 'lat', 'clat', 'completion'])
const deviationWords = new Set(['sd', 'std', 'stdev', 'stddev', 'dev', 'deviation'])
const differenceWords = new Set(['diff', 'difference', 'change', 'delta'])
const fillers = new Set([
  'of',
  'the',
  'in',
  'at',
  'result',
  'results',
  'standard',
  'percentile',
  'pctl',
  'io',
])
/** Words after which a number is no plain mean of the quantity. */
const strangeWords =
  /^(min|minimum|max|maximum|best|worst|peak|burst|sustained|lowest|highest|slowest|fastest|low|high|lower|upper|ci|var|variance|cv|rsd|err|error|errors|median|mode|sum|count|per|w|watts?|wh|j|joules?|power|energy|cost|price|usd|eur|gbp|dollars?|gb|gib|tb|tib|mb|mib|kb|kib|core|cores|cpu|thread|threads|ratio|relative|rel|normali[sz]ed|norm|index|score|rank|improvement|gain|loss|speedup|advantage|drop|limit|target|offered|requested|expected|rated|spec|slat|submission|r|s|wait|await|queue|steady|warm|cold|cached|cache|direct|mixed|mix|rw|trim|verify|n|x|log|sqrt|inverse|squared|geomean|harmonic|hmean|q1|q3|iqr|range|spread|jitter|b|k|m|g|t)$/
/** A level of one column, such as `4k`, `QD32` or `8 threads`. */
const levelWords =
  /^(\d+(\.\d+)?(k|m|g|kb|mb|kib|mib|b)|(q|qd|iodepth|depth|t|j|bs)\d+\w*|\d+(t|q|j|qd|jobs|threads)|x\d+|(qd|iodepth|depth|bs))$/

function wordFacts(words: readonly string[]): WordFacts {
  const lower = words.map((word) => word.toLowerCase())
  const has = (set: ReadonlySet<string>) => lower.some((word) => set.has(word))
  const percentiles: string[] = []
  const strange: string[] = []
  const rest: string[] = []
  const directions = new Set<Direction>()
  const orders = new Set<'random' | 'sequential'>()
  const isPercentile = lower.some((word) => /^(percentile|pctl)$/.test(word))
  const isLatency = has(latencyWords)
  for (const [at, word] of lower.entries()) {
    const percent =
      /^p(\d{2}(?:\.?\d+)?)$/.exec(word)?.[1] ??
      /^(\d{2}(?:\.\d+)?)(?:th|st|nd|rd)$/.exec(word)?.[1] ??
      (isPercentile || (isLatency && word.endsWith('%'))
        ? /^(\d{2}(?:\.\d+)?)%?$/.exec(word)?.[1]
        : undefined)
    const direction = directionWords[word]
    const order = orderWords[word]
    if (percent !== undefined) percentiles.push(percent)
    else if (word === 'median' && isLatency) percentiles.push('50')
    else if (direction !== undefined) directions.add(direction)
    else if (order !== undefined) orders.add(order)
    else if (/^(max|maximum)$/.test(word) && isLatency) continue
    else if (isKnown(word) || /^%$/.test(word)) continue
    else if (/^(response|time|times)$/.test(word) && (isLatency || lower.includes('response'))) continue
    else if (strangeWords.test(word) || levelWords.test(word) || (isLatency && /^\d/.test(word)))
      strange.push(words[at] ?? word)
    else rest.push(words[at] ?? word)
  }
  const [order] = orders
  return {
    isBandwidth: has(bandwidthWords),
    isLatency:
      isLatency ||
      (lower.includes('response') && /^times?$/.test(lower.at(lower.indexOf('response') + 1) ?? '')),
    isCompletion: lower.some((word) => word === 'clat' || word === 'completion'),
    isIops: lower.includes('iops'),
    isMaximum: lower.some((word) => /^(max|maximum)$/.test(word)),
    isDeviation: has(deviationWords),
    isDifference: has(differenceWords),
    isPercent: lower.some((word) => word === '%' || word === 'percent' || word === 'pct'),
    isMean: lower.some((word) => /^(mean|avg|average)$/.test(word)),
    events: lower.find((word) => /^(tps|transactions|qps|queries|notpm|tpmc|tpm)$/.test(word)),
    percentiles: isPercentile || isLatency || percentiles.length > 0 ? percentiles : [],
    directions: [...directions],
    order: orders.size === 1 ? order : undefined,
    strange: orders.size > 1 ? [...strange, 'random', 'sequential'] : strange,
    rest,
  }
}

function isKnown(word: string): boolean {
  return (
    bandwidthWords.has(word) ||
    latencyWords.has(word) ||
    deviationWords.has(word) ||
    differenceWords.has(word) ||
    fillers.has(word) ||
    /^(iops|mean|avg|average|percent|pct|tps|transactions|qps|queries|notpm|tpmc|tpm)$/.test(word)
  )
}

/** Every metric that the words and the unit speak of. */
function metricsOf(base: FoundUnit['base'] | undefined, facts: WordFacts): readonly string[] {
  const found = new Set<string>()
  if (base === 'B/s' || facts.isBandwidth) found.add('bandwidth')
  if (base === 'IOPS' || facts.isIops) found.add('iops')
  if (base === '1/min') found.add('new_order_rate')
  if (base === '1/s') found.add(facts.events?.startsWith('q') === true ? 'queries' : 'transactions')
  if (facts.isLatency || facts.percentiles.length > 0) found.add(latencyOf(facts))
  return [...found]
}

/** A maximum or percentile of the completion latency is another metric than one of the whole. */
function latencyOf({ isCompletion, isMaximum, percentiles }: WordFacts): string {
  const family = isCompletion ? 'completion_latency' : 'latency'
  const [percent] = percentiles
  if (percent !== undefined) return findMetric(`${family}_p${percent.replace('.', '')}`)?.id ?? ''
  return `${family}_${isMaximum ? 'max' : 'mean'}`
}

/** A word that runs several together, such as `readlatus` or `IOPSread`, speaks of a measurement, too. */
const joined = /iops|bandw|throughp|latenc|clat|slat|[kmg]i?bps|^lat(us|ms|ns)|lat(us|ms|ns)$/i

function speaksOfMeasurement(
  words: readonly string[],
  found: readonly FoundUnit[],
  facts: WordFacts,
): boolean {
  if (found.some(({ base }) => base !== 'ns')) return true
  if (facts.isBandwidth || facts.isIops || facts.isLatency || facts.percentiles.length > 0) return true
  if (words.some((word) => joined.test(word))) return true
  // A direction, a mean or an extreme of nothing that is named; with other words it is about something else.
  const isBare = facts.rest.length === 0
  if (isBare && (facts.directions.length > 0 || facts.isMean || facts.isMaximum)) return true
  return isBare && facts.isDifference
}
