import { beforeEach, describe, expect, it, vi } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { exportCommand } from '../../../src/cli/commands/export'
import { runCaptured } from '../../cli/capture-output'
import { mixRows, provenanceOf } from '../../core/figures/mix-rows'
import { expectExports, expectPicture } from './figure-pictures'
import { latencyReview } from './latency-review'
import { loadReview } from './load-review'
import { svgElements } from './svg-elements'
import { buildFigure } from '../../core/figures/figures-of-rows'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

const percentiles = {
  kind: 'latency-percentiles',
  campaignIds: [],
  metric: 'bandwidth',
  facet: 'queue_depth',
} as const

describe('small multiples', () => {
  it.each(['light', 'dark'] as const)('match the picture on record (%s)', (theme) =>
    expectPicture(latencyReview().review, percentiles, 'facets', theme),
  )

  it('are written by the command line', () =>
    expectExports(
      latencyReview().review.path,
      ['--figure', percentiles.kind, '--facet', 'queue_depth'],
      ['svg', 'csv'],
    ))

  it('have a panel for each level, one colour and name per line, and the level in their table', () => {
    const figure = figureOfReview(latencyReview().review, percentiles)
    expect(figure.panels?.titles).toEqual(['QD 1', 'QD 16'])
    const lines = new Map(
      figure.series.map(({ lineLabel, line, group }) => [lineLabel, `${line} ${String(group)}`]),
    )
    expect([...lines.keys()]).toEqual(['drive A', 'drive B'])
    for (const { lineLabel, line, group } of figure.series)
      expect(lines.get(lineLabel)).toBe(`${line} ${String(group)}`)
    expect(new Set(figure.series.map(({ panel }) => panel))).toEqual(new Set([0, 1]))
    expect(new Set(Array.from(figure.numbers?.rows ?? [], ([level]) => level))).toEqual(
      new Set(['QD 1', 'QD 16']),
    )
    expect(new Set(figure.series.map(({ id }) => id)).size).toBe(figure.series.length)
  })

  it("share their scales and unit, and show each level's own data", () => {
    const rows = [4096, 65_536].flatMap((blockSize, at) =>
      mixRows({
        lines: [{ blockSize, read: 10 ** (5 + 4 * at), write: 10 ** (5 + 4 * at), penalty: 0, scatter: 1 }],
      }),
    )
    const provenance = { campaigns: [provenanceOf()] }
    const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', showReference: false }
    const figure = buildFigure(rows, { ...settings, facet: 'block_size' }, provenance)
    expect(figure.panels).toMatchObject({ titles: ['4\u202fKiB', '64\u202fKiB'] })
    const alone = buildFigure(
      rows,
      { ...settings, fixed: { block_size: 4096 }, unit: figure.unit },
      provenance,
    )
    const first = figure.series.filter(({ panel }) => panel === 0)
    expect(first.map(({ points }) => points)).toEqual(alone.series.map(({ points }) => points))
    const highest = Math.max(...figure.series.flatMap(({ points }) => points.map(({ y = 0 }) => y)))
    expect(figure.y.max ?? 0).toBeGreaterThanOrEqual(highest)
    expect(figure.unit).toBe('GB/s')
  })

  it('have a unit in which the values of all panels are read', () => {
    const rows = [4096, 65_536].flatMap((blockSize, at) =>
      mixRows({
        lines: [{ blockSize, read: at === 0 ? 102_000 : 2e9, write: 2e9, penalty: 0, scatter: 1 }],
        ...{ ratios: [100], metric: 'latency_mean', unit: 'ns' },
      }),
    )
    const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'latency_mean', facet: 'block_size' }
    expect(buildFigure(rows, settings, { campaigns: [provenanceOf()] }).unit).toBe('ms')
  })

  it('leave the place beside a lone last panel empty, and name the levels below the panel above it', async () => {
    const rows = [4096, 16_384, 65_536].flatMap((blockSize) =>
      mixRows({ lines: [{ blockSize, read: 1e9, write: 1e8, penalty: 0, scatter: 1 }] }),
    )
    const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', showReference: false }
    const figure = buildFigure(
      rows,
      { ...settings, facet: 'block_size', panelColumns: 2 },
      { campaigns: [provenanceOf()] },
    )
    expect(figure.panels).toMatchObject({ columns: 2, titles: { length: 3 } })
    const elements = svgElements(new TextDecoder().decode(await exportFigure(figure, { format: 'svg' })))
    const [{ label } = { label: '' }] = figure.x.ticks?.slice(2) ?? []
    const levels = elements.filter(({ tag, text }) => tag === 'text' && text === label)
    const places = levels.map(({ attributes: { x, y } }) => ({ x: Number(x), y: Number(y) }))
    const [below, above] = [...places].sort((one, other) => one.x - other.x)
    expect(places).toHaveLength(2)
    expect(above?.y).toBeLessThan((below?.y ?? 0) - 50)
  })

  it('name only levels that do not overlap those of the panel beside them, next to empty places', async () => {
    const rows = [1, 2, 4, 8, 16].flatMap((size) =>
      mixRows({
        lines: [{ blockSize: size * 4096, read: 1e9, write: 1e8, penalty: 0, scatter: 1 }],
        ratios: [100, 75, 50, 25, 0],
      }),
    )
    const figure = buildFigure(
      rows,
      {
        ...{ kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', showReference: false },
        ...{ facet: 'block_size', panelColumns: 4 },
      },
      { campaigns: [provenanceOf()] },
    )
    const svg = new TextDecoder().decode(await exportFigure(figure, { format: 'svg', width: 695 }))
    const levels = figure.x.ticks?.map(({ label }) => label) ?? []
    const texts = svgElements(svg).flatMap(({ tag, text, attributes: { x, y } }) =>
      tag === 'text' && levels.includes(text) ? [{ text, x: Number(x), y: Number(y) }] : [],
    )
    const top = Math.min(...texts.filter(({ text }) => text === '100').map(({ y }) => y))
    const row = texts.filter(({ y }) => y === top).sort((one, other) => one.x - other.x)
    expect(row.length).toBeGreaterThan(5)
    for (const [at, { text, x }] of row.slice(1).entries()) {
      const before = row[at]
      // Digits of 12 px are at least 6 px wide.
      expect(x - (before?.x ?? 0)).toBeGreaterThan(3 * (text.length + (before?.text.length ?? 0)))
    }
  })

  it('have a panel for each level of an axis that was held at one before', () => {
    const { review } = latencyReview()
    const held = figureOfReview(review, { ...percentiles, xKey: 'queue_depth', fixed: { queue_depth: 16 } })
    expect(held.panels?.titles).toEqual(['QD 1', 'QD 16'])
  })

  it('report if an axis cannot be split', () => {
    const text =
      'No small multiples by queue depth: the axis is on x, or fewer than two of its levels are shown.'
    const onX = { kind: 'mix-sweep', campaignIds: [], metric: 'completion_latency_p50' } as const
    const figure = figureOfReview(latencyReview().review, {
      ...{ ...onX, xKey: 'queue_depth', facet: 'queue_depth' },
    })
    expect(figure.panels).toBeUndefined()
    expect(figure.notes.map((note) => note.text)).toContain(text)
  })

  it('are refused by the command line for a table', async () => {
    const done = await runCaptured(
      exportCommand,
      latencyReview().review.path,
      ...['--figure', 'comparison-table', '--facet', 'queue_depth', '--out', 'never.csv'],
    )
    expect(done.status).toBe(2)
    expect(done.stderr).toContain('--facet has no effect on a comparison-table figure')
  })

  it('are below one another if a figure has its own panels', () => {
    const figure = figureOfReview(loadReview().review, {
      ...{ kind: 'scaling', campaignIds: [1], metric: 'iops', facet: 'block_size' },
    })
    // A single level is no reason for panels.
    expect(figure.panels?.titles.length).toBe(2)
    const { review } = latencyReview()
    const boxes = figureOfReview(review, { ...percentiles, view: 'box' })
    expect(boxes.panels?.titles).toEqual(['QD 1', 'QD 16'])
  })
})
