import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../src/core/figures/figure/figure'
import {
  changedKind,
  firstFigure,
  kindChoices,
  namedSeries,
  xChoicesOf,
} from '../../../src/renderer/views/results/controls/figure-choices'

const axis = (key: string, count: number) => ({
  key,
  levels: Array.from({ length: count }, (_, value) => ({ value, label: '' })),
})

describe('the figure a campaign opens with', () => {
  it('is the compressibility curve if the plan varies data content', () => {
    expect(firstFigure({ axes: [axis('dedupe_percent', 3), axis('block_size', 2)] })).toEqual({
      kind: 'compressibility',
      xKey: 'dedupe_percent',
    })
    expect(firstFigure({ axes: [axis('compress_percent', 3)] }).kind).toBe('compressibility')
  })

  it('is a sweep if it does not, over the read share before any other axis', () => {
    expect(firstFigure({ axes: [axis('dedupe_percent', 1), axis('queue_depth', 4)] })).toEqual({
      kind: 'mix-sweep',
      xKey: 'queue_depth',
    })
    expect(firstFigure({ axes: [axis('read_percent', 3), axis('dedupe_percent', 3)] }).xKey).toBe(
      'read_percent',
    )
  })

  it('is over an axis of numbers before one of words', () => {
    const patterns = { key: 'pattern', levels: [{ value: 'random-write' }, { value: 'random-read' }] }
    expect(firstFigure({ axes: [axis('fill_percent', 5), patterns] }).xKey).toBe('fill_percent')
    expect(firstFigure({ axes: [axis('fill_percent', 1), patterns] }).xKey).toBe('pattern')
  })

  it('is a table if the plan has no axis', () => {
    expect(firstFigure({ axes: [] })).toEqual({ kind: 'results-table' })
  })
})

describe('the series to name', () => {
  const one = (line: string, panel: number) => ({
    ...{ id: `${line}/${panel}`, label: line, line, lineLabel: line, part: 'total', partLabel: 'total' },
    ...{ role: 'measured', group: 0, marker: 'circle', dash: 'solid', visible: line !== 'b', points: [] },
  })
  const series = [one('a', 0), one('b', 0), one('a', 1), one('b', 1)] as unknown as Figure['series']

  it('are lines if every panel has them, and series otherwise', () => {
    expect(namedSeries({ kind: 'compressibility', series })).toEqual([
      { id: 'a', label: 'a', visible: true },
      { id: 'b', label: 'b', visible: false },
    ])
    const panels = { columns: 1, titles: ['one', 'other'] }
    expect(namedSeries({ kind: 'time-series', series, panels })).toHaveLength(2)
    expect(namedSeries({ kind: 'mix-sweep', series, panels: { ...panels, ofLines: true } })).toEqual(series)
    expect(namedSeries({ kind: 'mix-sweep', series })).toEqual(series)
  })
})

describe('the kinds to choose from', () => {
  it('include the compressibility figures only if the axes have levels of data content', () => {
    const kinds = (...axes: ReturnType<typeof axis>[]) =>
      kindChoices({
        axes,
        records: { recorded: [], hasRounds: false },
      }).map(({ value }) => value)
    expect(kinds(axis('dedupe_percent', 2))).toEqual([
      'mix-sweep',
      'compressibility',
      'compressibility-bars',
      'compressibility-table',
      'results-table',
      'ranking',
    ])
    expect(kinds(axis('dedupe_percent', 1), axis('block_size', 3))).toEqual([
      'mix-sweep',
      'results-table',
      'ranking',
    ])
    const carded = kindChoices({
      axes: [],
      records: { recorded: [], hasRounds: false, hasPrices: true, hasPromises: true, hasScorecards: true },
    }).map(({ value }) => value)
    expect(carded).toEqual([
      'mix-sweep',
      'results-table',
      'ranking',
      'price',
      'specification',
      'scorecard',
      'scorecard-radar',
    ])
  })
})

describe('another kind of figure', () => {
  const axes = [
    { key: 'read_percent', label: 'Read share' },
    { key: 'dedupe_percent', label: 'Duplicates' },
  ]

  it('has its own choices on x', () => {
    const names = (kind: string) => xChoicesOf(kind, axes).map(({ value }) => value)
    expect(names('mix-sweep')).toEqual(['read_percent', 'dedupe_percent'])
    expect(names('compressibility')).toEqual(['dedupe_percent'])
    expect(names('time-series')).toEqual(['time', 'bytes_written', 'drive_writes'])
    expect(names('heat-map')).toEqual([])
  })

  it('keeps what is on x if possible, and otherwise chooses automatically', () => {
    expect(changedKind('time-series', { xKey: 'read_percent' }, axes)).toEqual({
      kind: 'time-series',
      xKey: undefined,
    })
    expect(changedKind('mix-sweep', { xKey: 'bytes_written' }, axes)).toEqual({
      kind: 'mix-sweep',
      xKey: undefined,
    })
    expect(changedKind('mix-sweep', { xKey: 'dedupe_percent' }, axes)).toEqual({ kind: 'mix-sweep' })
    // Lines of a figure with its own x axis.
    const byReads = { xKey: undefined, seriesKey: 'read_percent' }
    const sweep = { kind: 'mix-sweep' }
    expect(changedKind('mix-sweep', byReads, axes)).toStrictEqual({ ...sweep, seriesKey: undefined })
    expect(changedKind('mix-sweep', { ...byReads, xKey: 'dedupe_percent' }, axes)).toStrictEqual(sweep)
    expect(changedKind('latency-percentiles', byReads, axes)).toStrictEqual({ kind: 'latency-percentiles' })
    expect(changedKind('compressibility', { xKey: 'read_percent' }, axes)).toEqual({
      kind: 'compressibility',
      ...{ xKey: 'dedupe_percent', seriesKey: undefined },
    })
  })
})
