import { describe, expect, test } from 'vitest'
import { buildFigure } from '../../../../src/core/figures/kinds/build-figure'
import { figureDefinition } from '../../../../src/core/figures/kinds/figure-kinds'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import { wholeDrive } from '../../../../src/core/figures/over-time/whole-drive'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf } from './recorded-runs'

type Settings = Parameters<typeof wholeDrive.build>[1]
const usual: Settings = { kind: 'whole-drive', campaignIds: [], metric: 'bandwidth', unit: 'MB/s' }
const provenance = { campaigns: [provenanceOf({ deviceBytes: 100e9 })] }

const build = (runs: readonly RecordedRun[], own: Partial<Settings> = {}) =>
  buildFigure(wholeDrive, { runs }, { ...usual, ...own }, provenance)
const bandwidth = (values: readonly number[], source: 'engine' | 'disk' = 'engine') =>
  seriesOf(values, { metric: 'bandwidth', unit: 'B/s', source })

/** Neither smooth nor drawn at random: the same every time. */
const ripple = (at: number) => ((at * 37) % 17) / 17 - 0.5
const speeds = (length: number, speed: (at: number) => number) =>
  Array.from({ length }, (_, at) => 1e6 * (speed(at) + 4 * ripple(at)))

function printed(figure: ReturnType<typeof build>, row = 0) {
  const values = Array.from(figure.printed?.rows ?? [])[row] ?? []
  return Object.fromEntries((figure.printed?.columns ?? []).map(({ key }, at) => [key, values[at]]))
}

describe('a whole-drive write', () => {
  const written = speeds(200, (at) => (at < 40 ? 500 : 100))

  test('names the size of the cache and the speeds before and after it', () => {
    const figure = build([runOf([bandwidth(written)])])
    const row = printed(figure)
    expect(row.cache).toBeCloseTo(20, 1)
    expect(row.speed_in_cache).toBeCloseTo(500, -1)
    expect(row.speed_after_cache).toBeCloseTo(100, -1)
    expect(row.written).toBeCloseTo(36, 1)
    expect(row.drive_percent).toBeCloseTo(36, 1)
    expect(row.seconds).toBe(200)
    const rule = figure.series.find(({ mark }) => mark === 'rule')
    expect(rule?.columns?.x?.[0]).toBeCloseTo(20, 1)
    expect(rule?.columns?.labels).toEqual(['cache 20\u202fGB: 500 → 99.9\u202fMB/s'])
    expect(figure.smallPrint[0]).toContain(
      'cache 20\u202fGB ± 150\u202fMB, 500\u202fMB/s in it, 99.9\u202fMB/s after it',
    )
    expect(figure.x.label).toBe('Written (GB)')
    expect(figure.numbers?.rows).toHaveLength(200)
  })

  test('takes neither a slow start nor a stall for the end of the cache', () => {
    const stalling = speeds(200, (at) => (at < 5 ? 300 : at >= 20 && at < 24 ? 20 : at < 60 ? 500 : 100))
    expect(printed(build([runOf([bandwidth(stalling)])])).cache).toBeCloseTo(27.1, 1)
    const only = speeds(200, (at) => (at >= 20 && at < 24 ? 20 : 500))
    const figure = build([runOf([bandwidth(only)])])
    expect(printed(figure).cache).toBeUndefined()
    expect(figure.notes.map(({ text }) => text).join()).toContain('no end of a cache')
  })

  test('keeps the first end if a drive finds some cache again', () => {
    const bursts = speeds(300, (at) => (at < 40 ? 500 : at % 50 === 3 || at % 50 === 4 ? 480 : 100))
    expect(printed(build([runOf([bandwidth(bursts)])])).cache).toBeCloseTo(20, 0)
  })

  test("uses the drive's counters if the engine wrote no bandwidth", () => {
    const iops = seriesOf(written.map((one) => one / 4096))
    expect(printed(build([runOf([iops, bandwidth(written, 'disk')])])).cache).toBeCloseTo(20, 1)
    const without = build([runOf([iops])])
    expect(without.series).toEqual([])
    expect(without.notes.map(({ text }) => text).join()).toContain('no write bandwidth was recorded')
  })

  test('can be plotted over drive writes or time as well, with the same cache', () => {
    const run = runOf([bandwidth(written)])
    const [writes, time] = [build([run], { xKey: 'drive_writes' }), build([run], { xKey: 'time' })]
    expect(writes.series.find(({ mark }) => mark === 'rule')?.columns?.x?.[0]).toBeCloseTo(0.2, 2)
    expect(time.series.find(({ mark }) => mark === 'rule')?.columns?.x?.[0]).toBe(40)
    expect(printed(time).cache).toBeCloseTo(20, 1)
  })

  test('overlays repetitions, each with its own cache', () => {
    const runs = [1, 2].map((repetition) =>
      runOf([bandwidth(written.map((one) => one / repetition))], { id: repetition, repetition }),
    )
    const figure = build(runs)
    expect([printed(figure, 0).cache, printed(figure, 1).cache]).toEqual([
      expect.closeTo(20, 1),
      expect.closeTo(10, 1),
    ])
    expect(figure.series.flatMap(({ columns }) => columns?.labels ?? [])[1]).toContain(
      'repetition 2: cache 10',
    )
  })

  test('reports where a small region was overwritten repeatedly', () => {
    const parameters = { block_size: 1_048_576, file_size: 2 ** 30 }
    const figure = build([runOf([bandwidth(written)], { parameters })])
    expect(figure.notes.map(({ text }) => text).join()).toContain('in a region of 1\u202fGiB')
  })

  test('is offered if bandwidth was recorded', () => {
    const { isOffered } = figureDefinition('whole-drive')
    expect(isOffered?.({ recorded: ['iops'], hasRounds: false })).toBe(false)
    expect(isOffered?.({ recorded: ['bandwidth'], hasRounds: false })).toBe(true)
  })
})
