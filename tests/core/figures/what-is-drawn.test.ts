import { describe, expect, it } from 'vitest'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { averagesRatio } from '../../../src/core/statistics/comparison/averages-ratio'
import { contentProvenance, contentRows } from './content-rows'
import { buildFigure } from './figures-of-rows'
import { provenanceOf, row } from './mix-rows'

const shared = { metric: 'iops', unit: 'IOPS', test: 'random-read' } as const
const rowsOf = (campaignId: number, levels: Readonly<Record<string, number>>, device = 'Drive A') =>
  [1, 2, 3].map((repetition) =>
    row({
      ...{ ...shared, campaignId, levels, repetition, device, value: 1000 + repetition },
      runId: campaignId * 1e6 + (levels.queue_depth ?? 0) * 100 + (levels.jobs ?? 0) * 10 + repetition,
    }),
  )

describe('the words of a figure', () => {
  const campaigns = [
    provenanceOf({ campaignId: 1, label: 'one', kernel: '6.1', configurations: ['A: pool 1 GiB'], axes: [] }),
    provenanceOf({ campaignId: 2, label: 'two', kernel: '9.9', configurations: ['B: pool 2 GiB'], axes: [] }),
  ]
  const rows = [
    ...[1, 2].flatMap((queue_depth) => rowsOf(1, { queue_depth })),
    // Measured, but without an axis of the figure.
    ...rowsOf(2, { jobs: 1 }, 'Drive B'),
  ]

  it.each(['mix-sweep', 'scaling'] as const)('speak of no campaign outside it: %s', (kind) => {
    const figure = buildFigure(
      rows,
      { kind, campaignIds: [], metric: 'iops', xKey: 'queue_depth' },
      { campaigns },
    )
    const words = [
      figure.subtitle,
      figure.caption,
      ...figure.smallPrint,
      ...(figure.print?.short ?? []),
    ].join(' ')
    expect(words).toContain('6.1')
    expect(words).toContain('A: pool')
    for (const foreign of ['9.9', 'B: pool', 'Drive B', 'two']) expect(words).not.toContain(foreign)
  })
})

describe('a change in words', () => {
  it('is that of the harmonic means where these are drawn', () => {
    const from = [100, 200, 400]
    const to = [110, 190, 330]
    const harmonic = (values: readonly number[]) =>
      values.length / values.reduce((sum, value) => sum + 1 / value, 0)
    expect(averagesRatio(from, to, 'harmonic')?.ratio).toBeCloseTo(harmonic(to) / harmonic(from), 12)
    const rows = contentRows({ tests: ['write'], sizes: [65_536], levels: [98, 2], runs: 3 }).map(
      (one, at) => ({
        ...one,
        value: 1e6 * ((one.levels.dedupe_percent === 98 ? from : to)[at % 3] ?? 1),
      }),
    )
    const figure = buildFigure(
      rows,
      { kind: 'compressibility', campaignIds: [], metric: 'bandwidth', statistic: 'harmonic' },
      { campaigns: [contentProvenance({ axes: [] })] },
    )
    const [first, last] = figure.series[0]?.points.map(({ y }) => y ?? Number.NaN) ?? []
    const drop = 100 * (1 - (last ?? 0) / (first ?? 1))
    const told = figure.notes
      .map(({ text }) => /(\d+(?:\.\d+)?)\s*% (lower|higher) at/.exec(text))
      .find(Boolean)
    expect(Number(told?.[1]) * (told?.[2] === 'higher' ? -1 : 1)).toBeCloseTo(drop, 0)
  })
})

describe('panels that do not fit', () => {
  const levels = Array.from({ length: 15 }, (_, at) => at + 1)
  const rows = levels.flatMap((jobs) => [1, 2].flatMap((queue_depth) => rowsOf(1, { queue_depth, jobs })))
  const figure = buildFigure(
    rows,
    { kind: 'mix-sweep', campaignIds: [], metric: 'iops', xKey: 'queue_depth', facet: 'jobs' },
    { campaigns: [provenanceOf({ axes: [] })] },
  )

  it('are counted on the picture', () => {
    expect(figure.panels?.titles).toHaveLength(12)
    expect(figure.subtitle).toMatch(/12 of 15 panels$/)
  })

  it('are in its table', () => {
    const jobs = new Set([...figureTable(figure).rows].map(([level]) => level))
    expect(jobs.size).toBe(15)
  })
})
