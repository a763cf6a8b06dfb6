import type { ReviewReader } from '../../../src/bench/store/review-store'
import type { LevelValue } from '../../../src/core/plan/plan'
import type { CampaignDetail } from '../../../src/core/results/campaign/campaign'
import type { RunSummary, TidyRow } from '../../../src/core/results/run'

/** The arithmetic of the audit: small, and shared with nothing that it judges. */

/** Student's t for a 95 % interval by degrees of freedom from 1; tables of any textbook. */
const t975 = [
  ...[12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.306, 2.26216, 2.22814],
  ...[2.20099, 2.17881, 2.16037, 2.14479, 2.13145, 2.11991, 2.10982, 2.10092, 2.09302, 2.08596],
]

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

/** Half of the 95 % interval of the mean; undefined for one run, and for more than the table has. */
export function halfWidthOf(values: readonly number[]): number | undefined {
  const t = t975[values.length - 2]
  return t === undefined ? undefined : (t * deviationOf(values)) / Math.sqrt(values.length)
}

export function middleOf(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b)
  const half = Math.floor(ascending.length / 2)
  const upper = ascending[half] ?? NaN
  return ascending.length % 2 === 1 ? upper : (upper + (ascending[half - 1] ?? NaN)) / 2
}

const units = new Map<string, readonly [base: string, factor: number]>([
  ...['', 'k', 'M', 'G', 'T'].flatMap((prefix, power) => [
    [`${prefix}B/s`, ['B/s', 1000 ** power]] as const,
    [`${prefix}iB/s`.replace('kiB', 'KiB'), ['B/s', 1024 ** power]] as const,
  ]),
  ...['IOPS', 'k IOPS', 'M IOPS'].map((label, power) => [label, ['IOPS', 1000 ** power]] as const),
  ...['ns', 'µs', 'ms', 's'].map((label, power) => [label, ['ns', 1000 ** power]] as const),
  ['per second', ['1/s', 1]],
  ['per minute', ['1/min', 1]],
  ['%', ['%', 1]],
  ['', ['', 1]],
])

/** A printed number in base units, and half of its last digit. */
export interface PrintedNumber {
  readonly value: number
  readonly slack: number
  readonly unit: string
}

/** Reads "104.9 MB/s"; undefined for a unit that nothing is measured in. */
export function printed(text: string): PrintedNumber | undefined {
  const [, sign = '', digits = '', unit = ''] =
    /^((?:± ?|[−+-])?)([\d,]+(?:\.\d+)?)[\u202f ]?(.*)$/u.exec(text) ?? []
  const found = units.get(unit)
  if (digits === '' || found === undefined) return undefined
  const [base, factor] = found
  const value = Number(digits.replaceAll(',', '')) * (/[−-]/.test(sign) ? -1 : 1)
  const decimals = digits.split('.')[1]?.length ?? 0
  // Whole numbers may be rounded to their leading digits only where those are at least three.
  return { value: value * factor, slack: 0.5000001 * 10 ** -decimals * factor, unit: base }
}

/** Whether a printed number is this one, to its last digit. */
export function isPrinted(text: string, value: number, unit?: string): boolean {
  const found = printed(text)
  if (found === undefined) return false
  const isUnit = unit === undefined || found.unit === unit
  return isUnit && Math.abs(found.value - value) <= found.slack + Math.abs(value) * 1e-9
}

/** A day in words, in UTC: "14 March 2026". */
export function dayOf(atMs: number): string {
  const date = new Date(atMs)
  const months = 'January February March April May June July August September October November December'
  return `${String(date.getUTCDate())} ${months.split(' ')[date.getUTCMonth()] ?? ''} ${String(date.getUTCFullYear())}`
}

/** One campaign with its raw runs and rows. */
export interface RawCampaign {
  readonly detail: CampaignDetail
  /** Measured runs, whatever became of them. */
  readonly runs: readonly RunSummary[]
  /** Rows of finished runs that nobody left out. */
  readonly rows: readonly TidyRow[]
}

export function rawCampaigns(review: ReviewReader): readonly RawCampaign[] {
  const excluded = new Set(review.excludedRuns().map(({ runId }) => runId))
  return review.campaigns().flatMap(({ id }) => {
    const detail = review.campaign(id)
    if (detail === undefined) return []
    const runs = detail.runs.filter(({ phase }) => phase === 'measure')
    const rows = [...review.rows({ campaignIds: [id] })].filter(({ runId }) => !excluded.has(runId))
    return [{ detail, runs, rows }]
  })
}

/** Rows of one metric, the total of each test or what stands for it where there is none. */
export function totalRows(rows: readonly TidyRow[], metric: string): readonly TidyRow[] {
  const own = rows.filter((row) => row.metric === metric)
  const totals = new Set(own.flatMap((row) => (row.direction === 'total' ? [row.test] : [])))
  return own.filter((row) => row.direction === 'total' || !totals.has(row.test))
}

/** One level as the audit spells it; nothing of the app's own spelling is used. */
export function levelTexts(key: string, value: LevelValue): readonly string[] {
  const number = typeof value === 'number' ? value.toLocaleString('en-US') : ''
  switch (key) {
    case 'block_size':
      return typeof value === 'number' ? [bytesText(value)] : []
    case 'read_percent':
      return [`${String(value)}\u202f% read`]
    case 'queue_depth':
      return [`QD ${String(value)}`]
    case 'jobs':
      return [value === 1 ? '1 job' : `${String(value)} jobs`]
    case 'pattern':
    case 'test':
      return [wordsOf(String(value))]
    case 'rate_iops':
      return [`IOPS limit ${number}`]
    case 'offered_percent':
      return [`Offered load ${String(value)}\u202f%`]
    case 'offered_iops':
      return [`Offered rate ${number}`]
    case 'runtime':
      return typeof value === 'number' && value >= 60 && value % 60 === 0
        ? [`Run time ${String(value / 60)}\u202fmin`]
        : [`Run time ${String(value)}\u202fs`]
    case 'configuration':
      return [String(value).split(':')[0] ?? '']
    case 'dedupe_percent':
      return [`Dedupe ${String(value)}${typeof value === 'number' ? '\u202f%' : ''}`]
    case 'fill_bytes':
    case 'used_bytes':
      return typeof value === 'number' ? [`Data on the drive ${String(value / 1e9)}\u202fGB`] : []
    case 'used_percent':
    case 'fill_percent':
      return [`Fill level ${String(value)}\u202f%`]
    case 'compress_percent':
      return [`Compressible ${String(value)}\u202f%`]
    default:
      return [String(value), number, wordsOf(String(value))]
  }
}

/** `random-read` in words. */
export function wordsOf(id: string): string {
  const words = id.replaceAll(/-(?=[a-z]{2})/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a test may be called: by its words, and by the name of a known load. */
export function testWords(id: string): readonly string[] {
  const known: Readonly<Record<string, string>> = {
    'oltp-read-write': 'OLTP read/write',
    'oltp-read-only': 'OLTP read-only',
    'tpcc-like': 'TPC-C-like, not audited',
  }
  return [known[id] ?? wordsOf(id)]
}

function bytesText(bytes: number): string {
  const powers = ['B', 'KiB', 'MiB', 'GiB']
  let [value, power] = [bytes, 0]
  while (value >= 1024 && Number.isInteger(value / 1024) && power < 3)
    [value, power] = [value / 1024, power + 1]
  return `${String(value)}\u202f${powers[power] ?? ''}`
}
