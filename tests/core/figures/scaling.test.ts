import { describe, expect, it } from 'vitest'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'
import { holdsNothing, nothingText } from '../../../src/core/figures/kinds/build-figure'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { buildFigure } from './figures-of-rows'
import { provenanceOf, row } from './mix-rows'

const depths = [1, 2, 4, 8, 16, 32]

/** The scaling figure of these rates, from a depth of 1 to 32. */
function figureOf(rates: readonly number[], runs = 1) {
  const rows = rates.flatMap((value, at) =>
    Array.from({ length: runs }, (_, run) =>
      row({
        ...{ runId: at * runs + run + 1, repetition: run + 1, metric: 'iops', unit: 'IOPS', value },
        levels: { queue_depth: depths[at] ?? 0 },
      }),
    ),
  )
  const settings = { kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const
  return buildFigure(rows, settings, { campaigns: [] })
}

it.each([
  ['as a straight line does', depths.map((depth) => 1000 * depth), 'a straight line describes the points'],
  [
    'faster than the load',
    [1000, 2100, 4600, 10_000, 21_000, 45_000],
    'σ or κ of the Universal Scalability Law would be below 0',
  ],
  // κ of the law would be below 0, and its curve would have no peak.
  ['nearly as a line does', [10_000, 19_500, 38_500, 75_000, 140_000, 290_000], 'would be below 0'],
])('fits no contention model to throughput that grows %s', (_, rates, reason) => {
  for (const runs of [1, 3]) {
    const { smallPrint, caption, series } = figureOf(rates, runs)
    expect(smallPrint[0]).toMatch(/: no contention model fits \(/)
    expect(smallPrint[0]).toContain(reason)
    expect(smallPrint.join()).not.toContain('USL fit of')
    expect(series.some(({ partLabel }) => partLabel === 'USL fit')).toBe(false)
    expect(caption).toContain('No saturation seen up to the largest load measured.')
    expect(caption).not.toContain('knee, the smallest')
  }
})

it('fits a line that saturates, with its knee and the range that the runs leave open', () => {
  const { smallPrint, caption } = figureOf([10_000, 18_000, 30_000, 45_000, 60_000, 61_000], 3)
  expect(smallPrint[0]).toContain('USL fit of')
  expect(caption).toContain('Knee at queue depth 16.')
})

it('says why the fit has no interval: too few runs, or runs that scatter too widely', () => {
  const bent = (depth: number) => depth / (1 + 0.05 * (depth - 1) + 0.001 * depth * (depth - 1))
  const textOf = (runsAt: (depth: number) => readonly number[]) => {
    const rows = depths.flatMap((depth) =>
      runsAt(bent(depth)).map((value, at) =>
        row({
          ...{ runId: 100 * depth + at, metric: 'iops', unit: 'IOPS', value },
          levels: { queue_depth: depth },
        }),
      ),
    )
    const settings = { kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const
    const { smallPrint } = buildFigure(rows, settings, { campaigns: [] })
    return smallPrint.find((text) => text.startsWith('USL fit'))
  }
  expect(textOf((depth) => [990 * depth, 1010 * depth])).toContain('which takes three runs at each point')
  expect(textOf((depth) => [500 * depth, 1000 * depth, 3000 * depth])).toContain(
    'because the runs scatter too widely',
  )
  expect(textOf((depth) => [990 * depth, 1000 * depth, 1010 * depth])).toContain('parametric bootstrap')
})

it('holds each run to Little\u2019s law, so that scatter between runs is no contradiction', () => {
  const rates = [10_000, 2000, 5000]
  const rows = depths.slice(0, 4).flatMap((depth) =>
    rates.flatMap((value, at) => {
      const own = { runId: 10 * depth + at, levels: { queue_depth: depth } }
      return [
        row({ ...own, metric: 'iops', unit: 'IOPS', value }),
        row({ ...own, metric: 'latency_mean', unit: 'ns', value: (1e9 * depth) / value }),
      ]
    }),
  )
  const settings = {
    ...({ kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const),
    units: { latency_mean: '\u00b5s' },
  }
  const figure = buildFigure(rows, settings, { campaigns: [] })
  expect(figure.notes.map(({ text }) => text).join()).not.toContain('Little')
  const { columns, rows: cells } = figureTable(figure)
  const place = (key: string) => columns.findIndex((column) => column.key === key)
  const [first] = cells
  expect(first?.[place('little_latency')]).toBeCloseTo((100 + 500 + 200) / 3, 9)
  expect(first?.[place('mean_latency')]).toBeCloseTo((100 + 500 + 200) / 3, 9)
})

it('says that it has no harmonic mean where one was chosen for another figure', () => {
  const rows = depths.map((depth, at) =>
    row({ runId: at + 1, metric: 'iops', unit: 'IOPS', value: depth, levels: { queue_depth: depth } }),
  )
  const settings = { kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const
  const textsOf = (more: object) =>
    buildFigure(rows, { ...settings, ...more }, { campaigns: [] }).notes.map(({ text }) => text)
  expect(textsOf({ statistic: 'harmonic' })).toContain(
    'This kind of figure has no harmonic mean: it shows the mean.',
  )
  expect(textsOf({ statistic: 'median' }).join()).not.toContain('harmonic')
})

describe('printed means over a load', () => {
  const printed = depths.map((depth, at): StoredPublishedResult => ({
    ...{ id: at + 1, campaignId: 1, campaign: 'Printed', configuration: 'A', host: '', device: 'Drive' },
    ...{ engine: 'unknown', caseKey: '', source: 'A journal', test: 'random-read', direction: 'total' },
    ...{ metric: 'iops', unit: 'IOPS', levels: { queue_depth: depth } },
    value: {
      ...{ kind: 'summary', mean: 9000 * depth },
      ...(at < 5 && { standardDeviation: 90 * depth, n: 10 }),
    },
  }))
  const provenance = { campaigns: [provenanceOf({ axes: [{ key: 'queue_depth', levels: depths }] })] }

  it.each(['scaling', 'latency-throughput', 'offered-load'] as const)(
    'keep their number of runs and their deviation in a %s figure and its table',
    (kind) => {
      const isOffered = kind === 'offered-load'
      const results = printed.flatMap((one): readonly StoredPublishedResult[] => [
        { ...one, levels: isOffered ? { offered_iops: 9000 * Number(one.levels.queue_depth) } : one.levels },
        {
          ...{ ...one, id: one.id + 100, metric: 'latency_mean', unit: 'ns' },
          levels: isOffered ? { offered_iops: 9000 * Number(one.levels.queue_depth) } : one.levels,
        },
      ])
      const settings = {
        kind,
        campaignIds: [],
        metric: kind === 'scaling' ? 'iops' : 'latency_mean',
      } as const
      const figure = buildFigure([], settings, provenance, results)
      const points = figure.series.filter(({ role }) => role === 'measured').flatMap((one) => one.points)
      expect(points.map(({ n }) => n)).toEqual(
        [10, 10, 10, 10, 10, undefined, 10, 10, 10, 10, 10, undefined].slice(0, points.length),
      )
      const [first] = points
      expect(first?.sd).toBeGreaterThan(0)
      expect(first?.low).toBeLessThan(first?.y ?? 0)
      expect(points[5]).not.toHaveProperty('low')
      expect(figure.caption).toContain('of 10 runs, without their single runs; intervals are 95 %')
      const { columns, rows } = figureTable(figure)
      const at = columns.findIndex(({ key }) => key === 'n')
      expect(Array.from(rows, (one) => one[at])).toEqual([10, 10, 10, 10, 10, undefined])
    },
  )
})

it('explains dots where there are any', () => {
  const rows = depths.flatMap((depth, at) =>
    [1, 2, 3].map((repetition) =>
      row({
        ...{ runId: 3 * at + repetition, repetition, metric: 'iops', unit: 'IOPS' },
        ...{ value: depth * (10 + repetition), levels: { queue_depth: depth } },
      }),
    ),
  )
  const settings = { kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const
  const captionOf = (showDots: boolean) =>
    buildFigure(rows, { ...settings, showDots }, { campaigns: [] }).caption
  expect(captionOf(true)).toMatch(/^Means of 3 runs; dots are single runs; bars are 95 % confidence/)
  expect(captionOf(false)).not.toContain('dots')
})

/** Rates of two block sizes at some depths. */
const twoSizes = (...loads: readonly number[]) =>
  [4096, 65_536].flatMap((block_size, size) =>
    loads.map((queue_depth, at) =>
      row({
        ...{
          runId: 10 * size + at + 1,
          metric: 'iops',
          unit: 'IOPS',
          value: 1000 * (size + 1) * queue_depth,
        },
        levels: { block_size, queue_depth },
      }),
    ),
  )

it('the table has the lines that are drawn, in the order and with the names that were chosen', () => {
  const settings = {
    ...({ kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const),
    seriesKey: 'block_size',
    seriesOrder: ['block_size=65536', 'block_size=4096'],
    seriesLabels: { 'block_size=4096': 'Small' },
  }
  const linesOf = (more: object) => {
    const { rows } = figureTable(buildFigure(twoSizes(1, 2, 4), { ...settings, ...more }, { campaigns: [] }))
    return Array.from(rows, ([line, depth]) => [line, depth])
  }
  const rowsOf = (line: string) => [1, 2, 4].map((depth) => [line, depth])
  expect(linesOf({})).toEqual([...rowsOf('64\u202fKiB'), ...rowsOf('Small')])
  expect(linesOf({ hiddenSeries: ['block_size=65536'] })).toEqual(rowsOf('Small'))
  const latencies = twoSizes(1, 2, 4).map((one) => ({ ...one, metric: 'latency_mean', unit: 'ns' as const }))
  const curve = buildFigure(
    [...twoSizes(1, 2, 4), ...latencies],
    { ...settings, kind: 'latency-throughput' },
    { campaigns: [] },
  )
  expect(Array.from(figureTable(curve).rows, ([line]) => line)).toEqual([
    ...Array<string>(3).fill('64\u202fKiB'),
    ...Array<string>(3).fill('Small'),
  ])
})

it.each([
  ['scaling', 'Scaling'],
  ['latency-throughput', 'Latency against throughput'],
] as const)('%s refuses runs at a single load, with the reason', (kind, name) => {
  const rates = twoSizes(8).slice(0, 1)
  const rows = [...rates, ...rates.map((one) => ({ ...one, metric: 'latency_mean', unit: 'ns' as const }))]
  const figure = buildFigure(rows, { kind, campaignIds: [], metric: 'iops' }, { campaigns: [] })
  expect(holdsNothing(figure)).toBe(true)
  expect(nothingText(figure)).toBe(
    `There is nothing for the figure “${name}”. The chosen cases have only QD 8: a curve needs runs at two loads or more.`,
  )
})

it('every run is on its axis, and intervals that leave the axis of either panel are counted', () => {
  const rows = [1, 2, 4].flatMap((queue_depth) =>
    [1, 1, 1.6].flatMap((factor, at) => {
      const own = { runId: 10 * queue_depth + at, repetition: at + 1, levels: { queue_depth } }
      return [
        row({ ...own, metric: 'iops', unit: 'IOPS', value: 1000 * factor }),
        row({ ...own, metric: 'latency_p99', unit: 'ns', value: 1e6 * factor ** 3 }),
      ]
    }),
  )
  const figure = buildFigure(rows, { kind: 'scaling', campaignIds: [], metric: 'iops' }, { campaigns: [] })
  const axes = figure.panels?.axes ?? []
  expect(axes).toHaveLength(2)
  for (const { points, panel = 0 } of figure.series)
    for (const { dots } of points)
      for (const { y } of dots) expect(y).toBeLessThanOrEqual(axes[panel]?.y.max ?? 0)
  const cut = figure.series.flatMap(({ points, panel = 0 }) =>
    points.filter(({ low = 0, high = 0 }) => {
      const { min = 0, max = 0 } = axes[panel]?.y ?? {}
      return low < min || high > max
    }),
  )
  expect(new Set(figure.series.map(({ panel }) => panel))).toEqual(new Set([0, 1]))
  expect(cut.length).toBeGreaterThan(2)
  expect(figure.smallPrint.join()).toContain(`${cut.length} intervals reach beyond the axis`)
})

it('the subtitle names the load that all runs share, and leaves how it was measured to the small print', () => {
  const settings = { ...{ block_size: 4096, jobs: 2 }, ...{ ramp_time: 0, runtime: 1, io_engine: 'libaio' } }
  const rows = twoSizes(1, 2).map((one) => ({ ...one, levels: { ...one.levels, ...settings } }))
  const figure = buildFigure(rows, { kind: 'scaling', campaignIds: [], metric: 'iops' }, { campaigns: [] })
  expect(figure.subtitle).toBe('4\u202fKiB \u00b7 2 jobs')
})
