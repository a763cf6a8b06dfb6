import { describe, expect, test } from 'vitest'
import { consistency } from '../../../../src/core/figures/over-time/consistency'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import { summarizeSeries } from '../../../../src/core/statistics/series/time-bins'
import { median } from '../../../../src/core/statistics/summary/quantile'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf } from './recorded-runs'

type Settings = Parameters<typeof consistency.build>[1]
const usual: Settings = { kind: 'consistency', campaignIds: [], metric: 'iops', unit: 'IOPS' }
const provenance = { campaigns: [provenanceOf(), provenanceOf({ campaignId: 2, label: 'drive B' })] }

const build = (runs: readonly RecordedRun[], own: Partial<Settings> = {}) =>
  consistency.build({ runs }, { ...usual, ...own }, provenance)

function printed(figure: ReturnType<typeof build>, row = 0) {
  const values = Array.from(figure.printed?.rows ?? [])[row] ?? []
  return Object.fromEntries((figure.printed?.columns ?? []).map(({ key }, at) => [key, values[at]]))
}

/** 100 s at 1000 to 1099 IOPS except for slow stretches of three, one and one seconds, and a slow moment at 600. */
const values = Array.from({ length: 100 }, (_, at) =>
  [20, 21, 22, 50, 99].includes(at) ? 100 + at : at === 70 ? 600 : 1000 + at,
)

describe('consistency', () => {
  test('counts what is below a share of the median, in slow stretches', () => {
    const row = printed(build([runOf([seriesOf(values)])]))
    const expected = summarizeSeries(values)
    expect(row).toMatchObject({ bins: 100, slow_stretches: 3, longest_stretch: 3, stalls: 0, worst_bin: 120 })
    expect(row.slow_percent).toBeCloseTo(5, 9)
    expect(row.slow_percent).toBeCloseTo(100 * (expected?.slowShare ?? 0), 9)
    expect(row.cv_percent).toBeCloseTo(expected?.cvPercent ?? 0, 9)
    expect(row.p5).toBeCloseTo(expected?.p5 ?? 0, 9)
    const sixty = printed(build([runOf([seriesOf(values)])], { belowPercent: 60 }))
    expect(sixty).toMatchObject({ slow_stretches: 4, longest_stretch: 3 })
  })

  test('leaves the warm-up out and reports it', () => {
    const figure = build([runOf([seriesOf(values)])], { warmUpSeconds: 40 })
    expect(printed(figure)).toMatchObject({ bins: 60, slow_stretches: 2 })
    expect(figure.caption).toContain(
      'The first 40\u202fs of each run are left out. A higher box is better, a shorter one more even.',
    )
  })

  test('draws a box per run in the colour of its campaign, with its worst bin', () => {
    const figure = build([
      runOf([seriesOf(values)]),
      runOf([seriesOf(values.map((one) => 2 * one))], { id: 8, campaignId: 2 }),
    ])
    const found = figure.series.filter(({ mark }) => mark === 'box')
    expect(found.map(({ group, columns }) => [group, Array.from(columns?.x ?? [])])).toEqual([
      [0, [0]],
      [1, [1]],
    ])
    expect(found[0]?.columns).toMatchObject({ y: [median(values)] })
    expect(figure.series.find(({ mark }) => mark === 'point')?.columns?.y).toEqual([120])
    expect(figure.x.ticks).toHaveLength(2)
    expect(figure.numbers?.rows).toHaveLength(200)
    expect(figure.caption).toContain(
      'Each box shows one run as its means over intervals of 1\u202fs: the middle half of them lies within the box',
    )
    expect(figure.caption).toContain('the diamond is the lowest mean.')
    expect(figure.smallPrint[0]).toContain(
      '5\u202f% of the time below 50\u202f% of the median, 3 slow stretches, the longest 3\u202fs.',
    )
  })

  test('counts the boxes, not the runs that were too short for one', () => {
    const runs = Array.from({ length: 48 }, (_, at) =>
      runOf([seriesOf(at % 3 === 0 ? values : [])], {
        ...{ id: at + 1, caseKey: `case ${String(at % 16)}`, repetition: 1 + Math.floor(at / 16) },
      }),
    )
    const figure = build(runs)
    const boxes = figure.series
      .filter(({ mark }) => mark === 'box')
      .flatMap(({ columns }) => Array.from(columns?.x ?? []))
    expect(boxes).toHaveLength(8)
    expect(figure.cut).toBe('8 of 16 cases')
    expect(figure.notes.map(({ text }) => text)).toContain(
      '24 runs of 48 that were recorded are looked at, the first repetitions of every case.',
    )
  })

  test('puts the runs of a case side by side, with numbers instead of long names', () => {
    const run = (id: number, block_size: number, repetition: number) =>
      runOf([seriesOf(values)], { id, repetition, levels: { block_size }, caseKey: String(block_size) })
    const few = build([run(1, 4096, 1), run(2, 65_536, 1), run(3, 4096, 2)])
    expect(Array.from(few.printed?.rows ?? [], ([name]) => name)).toEqual([
      '4\u202fKiB, repetition 1',
      '4\u202fKiB, repetition 2',
      '64\u202fKiB, repetition 1',
    ])
    const many = build(Array.from({ length: 6 }, (_, at) => run(at, 4096 * 2 ** (at % 3), at)))
    expect(many.x.ticks?.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(many.caption).toContain(
      'Boxes: 1\u20132 = 4\u202fKiB; 3\u20134 = 8\u202fKiB; 5\u20136 = 16\u202fKiB.',
    )
    // The caption has named them; the small print refers to the numbers.
    expect(many.smallPrint[1]).toMatch(/^2: CV /)
    const two = build([run(1, 4096, 1), run(2, 65_536, 1)])
    expect(two.smallPrint[1]).toMatch(/^64\u202fKiB.*: CV /)
  })

  test('of a latency looks for bins above', () => {
    const latency = seriesOf(
      values.map((one) => (one < 500 ? 5e6 : 1e6 + one)),
      { metric: 'latency_mean', unit: 'ns' },
    )
    const figure = build([runOf([latency])], { metric: 'latency_mean', unit: 'ms' })
    expect(printed(figure)).toMatchObject({
      slow_stretches: 3,
      longest_stretch: 3,
      stalls: undefined,
      worst_bin: 5,
    })
    expect(figure.printed?.columns.map(({ label }) => label)).toContain('Time above 200\u202f% of the median')
  })
})
