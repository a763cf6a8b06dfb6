import { describe, expect, it } from 'vitest'
import type { TidyRow } from '../../../src/core/results/run'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { buildFigure } from './figures-of-rows'
import { provenanceOf, row } from './mix-rows'

const provenance = {
  campaigns: [provenanceOf({ axes: [{ key: 'queue_depth', levels: [1, 32] }] })],
}
const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const

/** Three runs each of tests that one run holds together, as IOzone has them. */
function rows(
  tests: readonly string[],
  levels: readonly TidyRow['levels'][] = [{ queue_depth: 1 }, { queue_depth: 32 }],
  more: Partial<TidyRow> = {},
): readonly TidyRow[] {
  return levels.flatMap((own, at) =>
    [1, 2, 3].flatMap((repetition) =>
      tests.map((test, place) =>
        row({
          ...{ test, repetition, levels: own, runId: at * 10 + repetition, metric: 'iops', unit: 'IOPS' },
          value: 1000 * (place + 1) + repetition,
          ...more,
        }),
      ),
    ),
  )
}
const labelsOf = (figure: ReturnType<typeof buildFigure>) => figure.series.map(({ lineLabel }) => lineLabel)
const three = ['write', 'read', 'backward-read']

describe('the test in a figure', () => {
  it('makes the lines where nothing else varies, and no two tests share a mark', () => {
    const figure = buildFigure(rows(three), settings, provenance)
    expect(labelsOf(figure)).toEqual(['Write', 'Read', 'Backward read'])
    expect(figure.series.map(({ points }) => points[0]?.n)).toEqual([3, 3, 3])
    expect(figure.title).toBe('IOPS by queue depth')
  })

  it('is said in title and subtitle where one of several is shown: the first measured', () => {
    const levels = [4096, 65_536].flatMap((size) => [1, 32].map((depth) => [size, depth] as const))
    const several = rows(
      three,
      levels.map(([block_size, queue_depth]) => ({ block_size, queue_depth })),
    )
    const figure = buildFigure(several, settings, provenance)
    expect(figure.title).toBe('Write: IOPS by queue depth')
    expect(figure.subtitle).toContain('1 of 3 tests')
    expect(figure.notes.map(({ text }) => text)).toContain(
      'Only Write is shown; the data also hold Read, Backward read.',
    )
    const held = buildFigure(several, { ...settings, fixed: { test: 'read' } }, provenance)
    expect(held.title).toBe('Read: IOPS by queue depth')
    expect(held.subtitle).not.toContain('of 3 tests')
    expect(held.series[0]?.points[0]?.y).toBeCloseTo(2.002)
  })

  it('is an axis of panels and of x', () => {
    const panels = buildFigure(rows(three), { ...settings, facet: 'test' }, provenance)
    expect(panels.panels?.titles).toEqual(['Write', 'Read', 'Backward read'])
    expect(panels.title).toBe('IOPS by queue depth')
    const table = figureTable(panels)
    expect(table.columns[0]).toMatchObject({ key: 'test', label: 'Test' })
    expect([...table.rows].map(([test]) => test)).toContain('backward-read')
    const onX = buildFigure(rows(three), { ...settings, xKey: 'test' }, provenance)
    expect(onX.x.ticks?.map(({ label }) => label)).toEqual(['Write', 'Read', 'Backward read'])
    expect(labelsOf(onX)).toEqual(['QD 1', 'QD 32'])
  })

  it('is one thing with the pattern that was varied', () => {
    const patterns = ['random-read', 'random-write'].flatMap((pattern, at) =>
      rows(
        [pattern],
        [1, 32].map((queue_depth) => ({ pattern, queue_depth })),
        {
          ...(at > 0 && { value: 5 }),
        },
      ).map((one) => ({ ...one, runId: one.runId + at * 100 })),
    )
    const figure = buildFigure(patterns, settings, provenance)
    expect(labelsOf(figure)).toEqual(['Random read', 'Random write'])
    expect(figure.notes.filter(({ severity }) => severity === 'warning')).toEqual([])
  })

  it('is named by lines of campaigns that measured others', () => {
    const figure = buildFigure(
      [...rows(['write']), ...rows(['random-write'], undefined, { campaignId: 2, configuration: 'other' })],
      settings,
      { campaigns: [...provenance.campaigns, provenanceOf({ campaignId: 2, label: 'other', axes: [] })] },
    )
    expect(labelsOf(figure)).toEqual(['kernel 6.18, Write', 'other, Random write'])
    expect(figure.notes.map(({ text }) => text)).toContain(
      'The campaigns differ in test: Write, Random write.',
    )
  })

  it('is in the title of every figure of one', () => {
    for (const kind of ['latency-throughput', 'scaling', 'ranking'] as const) {
      const figure = buildFigure(rows(['random-read']), { ...settings, kind }, provenance)
      expect(figure.title).toMatch(/^Random read[:,] /)
      expect(figure.subtitle).not.toContain('Random read')
    }
  })
})
