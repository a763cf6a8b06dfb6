import { expect, it } from 'vitest'
import { buildFigure } from '../figures-of-rows'
import { mixRows, provenanceOf } from '../mix-rows'

const lines = [{ blockSize: 4096, read: 2e9, write: 1e9, penalty: 0.2, scatter: 1 }]
/** Bandwidth, and a percentile, which has no total. */
const rows = [
  ...mixRows({ lines, runs: 3 }),
  ...mixRows({ lines, runs: 3, metric: 'latency_p99', unit: 'ns' }).filter(
    ({ direction }) => direction !== 'total',
  ),
]
const provenance = { campaigns: [provenanceOf()] }
const sweep = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const
const built = (more: object) => buildFigure(rows, { ...sweep, ...more }, provenance)
const percentile = 'Mean of the runs’ 99th percentile latency'

it('a second panel shows the reads or the writes of a metric alone, and says so', () => {
  const figure = built({ secondMetric: 'p99/write' })
  expect(figure.panels?.titles).toEqual(['Bandwidth (GB/s)', `${percentile}, writes (ms)`])
  expect(figure.title).toBe('Random read/write mix: bandwidth and 99th percentile latency, writes')
  expect(figure.caption).toContain('99th percentile latency, writes: ')
  const below = figure.series.filter(({ panel, role }) => panel === 1 && role === 'measured')
  expect(below.map(({ part }) => part)).toEqual(['write'])
})

it('one side of a latency can be below the other, but not below itself', () => {
  const reads = { metric: 'latency_p99', directions: ['read'] } as const
  const figure = built({ ...reads, secondMetric: 'latency_p99/write' })
  // One quantity, one unit: neither is read easily in seconds.
  expect(figure.panels?.titles).toEqual([`${percentile}, reads (ms)`, `${percentile}, writes (ms)`])
  expect(figure.panels?.axes?.map(({ unit }) => unit)).toEqual(['ms', 'ms'])
  const tops = figure.panels?.axes?.map(({ y }) => y.max ?? 0) ?? []
  expect(tops[0]).toBeGreaterThan(1000)
  expect(tops[1]).toBeLessThan(1500)
  const inSeconds = built({ ...reads, unit: 's', secondMetric: 'latency_p99/write' })
  expect(inSeconds.panels?.axes?.map(({ unit }) => unit)).toEqual(['s', 'ms'])
  expect(new Set(figure.series.map(({ id }) => id)).size).toBe(figure.series.length)
  const same = built({ ...reads, secondMetric: 'latency_p99/read' })
  expect(same.panels).toBeUndefined()
  expect(same.notes.map(({ text }) => text)).toContain(
    'The second panel would show 99th percentile latency, reads again.',
  )
})

it('a part that was not measured, or that a kind cannot show, is no second panel', () => {
  const pure = mixRows({ lines, runs: 3, metric: 'iops', unit: 'IOPS' }).filter(
    ({ direction }) => direction === 'total',
  )
  const textsOf = (settings: Parameters<typeof buildFigure>[1]) =>
    buildFigure([...rows, ...pure], settings, provenance).notes.map(({ text }) => text)
  expect(textsOf({ ...sweep, secondMetric: 'iops/read' })).toContain(
    'No finished run has IOPS, read part: there is no second panel.',
  )
  expect(textsOf({ ...sweep, kind: 'ranking', secondMetric: 'latency_p99/read' })).toContain(
    'This kind of figure cannot show reads or writes alone: there is no second panel.',
  )
})

it('the second panel of a scaling figure shows one side of a latency beside the total rate', () => {
  const mixed = [1, 8].flatMap((depth) =>
    mixRows({ lines, runs: 2, ratios: [70], levels: { queue_depth: depth }, metric: 'iops', unit: 'IOPS' }),
  )
  const latencies = mixed.flatMap((one) =>
    one.direction === 'total' ? [] : [{ ...one, metric: 'latency_p99', unit: 'ns' as const }],
  )
  const settings = { kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const
  const scaled = (more: object) => buildFigure([...mixed, ...latencies], { ...settings, ...more }, provenance)
  const figure = scaled({ secondMetric: 'latency_p99/read' })
  expect(figure.panels?.titles).toEqual(['IOPS (millions)', '99th percentile latency, reads (s)'])
  const valueOf = (panel: number) => figure.series.find((one) => one.panel === panel)?.points[0]?.dots[0]?.y
  expect(valueOf(0)).toBeCloseTo((mixed.find(({ direction }) => direction === 'total')?.value ?? 0) / 1e6)
  expect(valueOf(1)).toBeCloseTo((latencies.find(({ direction }) => direction === 'read')?.value ?? 0) / 1e9)
  expect(scaled({ secondMetric: 'iops/read' }).notes.map(({ text }) => text)).toContain(
    'The second panel would show IOPS, read part again.',
  )
})
