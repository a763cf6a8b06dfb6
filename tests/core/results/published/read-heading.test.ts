import { describe, expect, it } from 'vitest'
import type { ColumnRole } from '../../../../src/core/results/published/column-role'
import { suggestMapping } from '../../../../src/core/results/published/suggest-mapping'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'

/** The role of a heading in a table that has a column of tests. */
const roleOf = (heading: string) => suggestMapping(['Test', heading])[1]

const mean = (metric: string, unit?: string, more: Partial<Extract<ColumnRole, { kind: 'mean' }>> = {}) => ({
  ...{ kind: 'mean', metric },
  ...(unit !== undefined && { unit }),
  ...more,
})

describe('a heading that is understood as a whole', () => {
  it.each([
    ['MB/sec', mean('bandwidth', 'MB/s')],
    ['Throughput (MB/sec)', mean('bandwidth', 'MB/s')],
    ['KB/sec', mean('bandwidth', 'KB/s')],
    ['Write (KB/s)', mean('bandwidth', 'KB/s', { direction: 'write' })],
    ['Write (kB/s)', mean('bandwidth', 'kB/s', { direction: 'write' })],
    ['Mb/s', mean('bandwidth', 'Mbit/s')],
    ['read_bw_MBps', mean('bandwidth', 'MB/s', { direction: 'read' })],
    ['throughput_mib_per_s', mean('bandwidth', 'MiB/s')],
    ['kIOPS', mean('iops', 'thousand IOPS')],
    ['IOPS (k)', mean('iops', 'thousand IOPS')],
    ['IOPS', mean('iops')],
    ['Random read IOPS', mean('iops', undefined, { test: 'random-read' })],
    ['Latency (usec)', mean('latency_mean', 'µs')],
    ['write_lat_us', mean('latency_mean', 'µs', { direction: 'write' })],
    ['Mean completion latency (µs)', mean('completion_latency_mean', 'µs')],
    ['p99 latency (ms)', mean('latency_p99', 'ms')],
    ['p99.9 latency (ms)', mean('latency_p999', 'ms')],
    ['99.9th percentile latency (us)', mean('latency_p999', 'µs')],
    ['Max latency (ms)', mean('latency_max', 'ms')],
    ['clat p99 (us)', mean('completion_latency_p99', 'µs')],
    ['IOPS change (%)', { kind: 'difference', metric: 'iops' }],
  ])('is a role: %s', (heading, role) => {
    expect(roleOf(heading)).toEqual(role)
  })
})

describe('a heading that is not', () => {
  it.each([
    ...[
      'bandwidth',
      'lat',
      'latency',
      'p99',
      'read_bw',
      'mb/s',
      'Kb/s',
      'mbps',
      'WRITE MB/S',
      'Throughput (MB)',
    ],
    ...['IOPS/W', 'MB/s per watt', 'min IOPS', 'Best MB/s', 'Max IOPS', 'IOPS QD32', '4k IOPS', 'IOPSread'],
    ...[
      'Read',
      'Writes',
      'avg (ms)',
      'Read/Write IOPS',
      'IOPS and MB/s',
      'Submission latency (us)',
      'change',
    ],
    ...['IOPS relative', 'IOPS (%)', 'MB/s score', 'latency 99 (ms)', 'IOPS $'],
  ])('is a question: %s', (heading) => {
    const role = roleOf(heading)
    expect(role).toMatchObject({ kind: 'open' })
    expect(role?.kind === 'open' && role.text).toContain(`"${heading}"`)
  })

  it.each(['Platform', 'Relative', 'Plate', 'Flat', 'Serial', 'Time (s)'])(
    'and speaks of no measurement is not used: %s',
    (heading) => {
      expect(roleOf(heading)).toEqual({ kind: 'ignore' })
    },
  )

  it('has directions, never drives', () => {
    expect(suggestMapping(['Test', 'Read (MB/s)', 'Write (MB/s)']).slice(1)).toEqual([
      mean('bandwidth', 'MB/s', { direction: 'read' }),
      mean('bandwidth', 'MB/s', { direction: 'write' }),
    ])
  })

  it('names a drive only where several columns differ in a name and no column has the drives', () => {
    const columns = ['Samsung 990 PRO (MB/s)', 'WD SN850X (MB/s)']
    expect(suggestMapping(['Test', ...columns]).slice(1)).toEqual([
      mean('bandwidth', 'MB/s', { device: 'Samsung 990 PRO' }),
      mean('bandwidth', 'MB/s', { device: 'WD SN850X' }),
    ])
    for (const role of suggestMapping(['Test', 'Drive', ...columns]).slice(2)) expect(role.kind).toBe('open')
    expect(roleOf('Samsung 990 PRO (MB/s)')).toMatchObject({ kind: 'open' })
    for (const role of suggestMapping(['Test', 'IOPS 4096', 'IOPS 8192']).slice(1))
      expect(role.kind).toBe('open')
  })

  it('is a deviation only of the results before it', () => {
    expect(suggestMapping(['Test', 'IOPS', 'IOPS SD'])[2]).toEqual({ kind: 'deviation' })
    expect(suggestMapping(['Test', 'IOPS', 'sd'])[2]).toEqual({ kind: 'deviation' })
    expect(suggestMapping(['Test', 'IOPS', 'Latency (ms)', 'IOPS SD'])[3]).toMatchObject({ kind: 'open' })
    expect(suggestMapping(['Test', 'Latency (ms)', 'Latency SD (us)'])[2]).toMatchObject({ kind: 'open' })
  })
})

/** What a generated heading means; `undefined` where only a person can know. */
interface Truth {
  readonly metric: string
  /** One printed unit in base units. */
  readonly factor: number
  readonly direction?: 'read' | 'write'
}

const rates: readonly (readonly [text: string, factor: number | undefined])[] = [
  ...([
    ['B/s', 1],
    ['kB/s', 1e3],
    ['KB/s', 1024],
    ['KiB/s', 1024],
    ['MB/s', 1e6],
    ['MiB/s', 1024 ** 2],
  ] as const),
  ...([
    ['GB/s', 1e9],
    ['GiB/s', 1024 ** 3],
    ['Mb/s', 125e3],
    ['Gbit/s', 125e6],
    ['Mbit/s', 125e3],
  ] as const),
  ...([
    ['MB/sec', 1e6],
    ['MBps', 1e6],
    ['MiB per second', 1024 ** 2],
    ['mib_per_s', 1024 ** 2],
  ] as const),
  ...([
    ['mb/s', undefined],
    ['kb/s', undefined],
    ['Kb/s', undefined],
    ['MB', undefined],
    ['', undefined],
  ] as const),
]
const counts: readonly (readonly [text: string, factor: number | undefined])[] = [
  ...([
    ['IOPS', 1],
    ['iops', 1],
    ['kIOPS', 1e3],
    ['IOPS (k)', 1e3],
    ['IOPS (thousands)', 1e3],
  ] as const),
  ...([
    ['MIOPS', 1e6],
    ['IO/s', 1],
    ['IOPS (x1000)', undefined],
    ['IOPS/1000', undefined],
  ] as const),
]
const times: readonly (readonly [text: string, factor: number | undefined])[] = [
  ...([
    ['ns', 1],
    ['us', 1e3],
    ['µs', 1e3],
    ['usec', 1e3],
    ['ms', 1e6],
    ['msec', 1e6],
    ['s', 1e9],
  ] as const),
  ...([
    ['seconds', 1e9],
    ['', undefined],
    ['u', undefined],
    ['ticks', undefined],
  ] as const),
]
const statistics: readonly (readonly [text: string, metric: string | undefined])[] = [
  ...([
    ['', 'latency_mean'],
    ['mean', 'latency_mean'],
    ['avg', 'latency_mean'],
    ['p50', 'latency_p50'],
  ] as const),
  ...([
    ['p95', 'latency_p95'],
    ['p99', 'latency_p99'],
    ['p99.9', 'latency_p999'],
    ['p999', 'latency_p999'],
  ] as const),
  ...([
    ['p99.99', 'latency_p9999'],
    ['99th percentile', 'latency_p99'],
    ['max', 'latency_max'],
  ] as const),
  ...([
    ['min', undefined],
    ['sd', undefined],
    ['99.9th percentile', 'latency_p999'],
    ['worst', undefined],
  ] as const),
]
const directions = [
  ['', undefined],
  ['Read', 'read'],
  ['write', 'write'],
  ['reads', 'read'],
  ['Wr', 'write'],
] as const
/** What may stand around a quantity and makes it another one. */
const spoilers = [
  '',
  '',
  '',
  '',
  '',
  '',
  'min',
  'max',
  'stdev',
  'per watt',
  '/W',
  'relative',
  'QD32',
  '4k',
  'peak',
  '%',
]

describe('ten thousand tables of headings, units and directions', () => {
  it('are read right or asked about, column by column, never wrong', () => {
    const random = seededRandom(33)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const counted = { right: 0, asked: 0, unused: 0 }
    for (let table = 0; table < 10_000; table++) {
      const columns = Array.from({ length: 1 + Math.floor(random() * 3) }, () => heading(pick))
      const roles = suggestMapping(['Test', ...columns.map(({ text }) => text)]).slice(1)
      columns.forEach(({ text, truth }, at) => {
        const role = roles[at]
        if (role?.kind === 'open') counted.asked += 1
        else if (role?.kind !== 'mean') {
          // A deviation, or not used; never results of something else.
          if (role?.kind === 'level') expect(text).toMatch(/^reads?[ _]%$/i)
          else expect(role?.kind, text).toMatch(/^(ignore|deviation|difference)$/)
          expect(truth, text).toBeUndefined()
          counted.unused += 1
        } else {
          const [unit = ''] = [role.unit]
          expect({ metric: role.metric, direction: role.direction, device: role.device }, text).toEqual({
            ...{ metric: truth?.metric, direction: truth?.direction, device: undefined },
          })
          expect(factorOf(role.metric, unit), text).toBeCloseTo(truth?.factor ?? NaN, 6)
          counted.right += 1
        }
      })
    }
    // The test can fail: most headings that say everything are read, and the others are not.
    expect(counted.right).toBeGreaterThan(4000)
    expect(counted.asked).toBeGreaterThan(4000)
  })
})

function factorOf(metric: string, unit: string): number | undefined {
  if (metric === 'iops') return unit === '' ? 1 : { 'thousand IOPS': 1e3, 'million IOPS': 1e6 }[unit]
  if (metric !== 'bandwidth') return { '': 1, µs: 1e3, ms: 1e6, s: 1e9 }[unit]
  const bytes: Record<string, number> = {
    ...{ '': 1, 'kB/s': 1e3, 'KB/s': 1024, 'KiB/s': 1024, 'MB/s': 1e6, 'MiB/s': 1024 ** 2 },
    ...{ 'GB/s': 1e9, 'GiB/s': 1024 ** 3, 'Mbit/s': 125e3, 'Gbit/s': 125e6 },
  }
  return bytes[unit]
}

/** A heading, and what it says; `truth` is undefined where it does not say everything, or something else. */
function heading(pick: <T>(list: readonly T[]) => T): {
  readonly text: string
  readonly truth: Truth | undefined
} {
  const [directionText, direction] = pick(directions)
  const spoiler = pick(spoilers)
  const kind = pick(['rate', 'count', 'time'] as const)
  const style = pick(['plain', 'brackets', 'snake'] as const)
  const [statistic, metric] =
    kind === 'time' ? pick(statistics) : (['', kind === 'rate' ? 'bandwidth' : 'iops'] as const)
  const [unit, factor] = pick(kind === 'rate' ? rates : kind === 'count' ? counts : times)
  const name = kind === 'time' ? 'latency' : kind === 'rate' ? pick(['bandwidth', 'Throughput', '']) : ''
  const words = [directionText, statistic, name, spoiler].filter((word) => word !== '')
  const wrapped = unit === '' || style !== 'brackets' || unit.includes('(') ? unit : `(${unit})`
  const text = [...words, wrapped]
    .join(' ')
    .trim()
    .replaceAll(style === 'snake' ? ' ' : '\0', '_')
  const isWhole = spoiler === '' && factor !== undefined && metric !== undefined
  const truth = isWhole ? { metric, factor, ...(direction !== undefined && { direction }) } : undefined
  return {
    text,
    truth:
      kind === 'time' && spoiler === 'max' && ['', 'max'].includes(statistic) && factor !== undefined
        ? { metric: 'latency_max', factor, ...(direction !== undefined && { direction }) }
        : truth,
  }
}
