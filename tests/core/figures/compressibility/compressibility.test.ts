import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../../src/core/figures/figure/figure'
import type { StoredPublishedResult } from '../../../../src/core/results/published-result'
import { fiellerRatio } from '../../../judge/fieller'
import { formatByInterval } from '../../../../src/core/units/number-format'
import { momentsOf } from '../../../../src/core/statistics/summary/moments'
import { summarize } from '../../../../src/core/statistics/summary/summarize'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { contentLevels, contentProvenance, contentRows, contentValue, recordSizes } from '../content-rows'
import { buildFigure } from '../figures-of-rows'

const write = contentRows({ tests: ['write'] })
const runs = Array.from({ length: 10 }, (_, at) => at + 1)
const valuesOf = (size: number, level: number | 'random') =>
  runs.map((repetition) => contentValue('write', size, level, repetition))

function figureOf(
  settings: Partial<FigureSettings> = {},
  rows = write,
  published: readonly StoredPublishedResult[] = [],
): Figure {
  return buildFigure(
    rows,
    { kind: 'compressibility', campaignIds: [], metric: 'bandwidth', unit: 'MB/s', ...settings },
    { campaigns: [contentProvenance()] },
    published,
  )
}

const printed = (
  id: number,
  level: number,
  part: Partial<StoredPublishedResult> = {},
): StoredPublishedResult => ({
  id,
  campaignId: 1,
  campaign: 'SandForce',
  configuration: '',
  host: 'unknown',
  device: 'SandForce 1222',
  engine: 'iozone',
  test: 'write',
  direction: 'total',
  metric: 'bandwidth',
  unit: 'B/s',
  caseKey: `dedupe_percent=${level}`,
  levels: { block_size: 4096, dedupe_percent: level, dedupe_alike: true },
  value: { kind: 'summary', mean: 1e6 * (100 + level), standardDeviation: 5e6, n: 10 },
  source: 'a magazine',
  ...part,
})

describe('the compressibility curve', () => {
  it('has one line per record size, levels from 98 down to 2 and random as the last category', () => {
    const figure = figureOf()
    expect(figure.x.kind).toBe('category')
    expect(figure.x.ticks?.map(({ label }) => label)).toEqual(['98', '75', '50', '25', '2', 'random'])
    expect(figure.x.label).toBe('Dedupe % (IOzone -+w -+y -+C), levels evenly spaced')
    const curves = figure.series.filter(({ mark }) => mark === undefined)
    expect(curves.map(({ line }) => line)).toEqual(recordSizes.map((size) => `block_size=${size}`))
    expect(curves.every(({ points }) => points.length === 5)).toBe(true)
    // Separate markers: no line leads to a word.
    const words = figure.series.filter(({ mark }) => mark === 'point')
    expect(words.map(({ points }) => points.map(({ x }) => x))).toEqual(recordSizes.map(() => [5]))
  })

  it('shows the mean of the runs with its interval, and every run', () => {
    const [point] = figureOf().series.find(({ line }) => line === 'block_size=65536')?.points ?? []
    const summary = summarize(valuesOf(65_536, 98))
    expect(point?.y).toBeCloseTo((summary?.mean ?? 0) / 1e6, 9)
    expect(point?.low).toBeCloseTo((summary?.low ?? 0) / 1e6, 9)
    expect(point?.high).toBeCloseTo((summary?.high ?? 0) / 1e6, 9)
    expect(point?.dots.map(({ y }) => y)).toEqual(valuesOf(65_536, 98).map((value) => value / 1e6))
  })

  it('says of dedupe % what was sampled of the data, where it was', () => {
    const sample = (dedupe_percent: number, uniqueShare: number, uniqueCompressedShare: number) => ({
      ...{ levels: { dedupe_percent, block_size: 4096 }, sampledBytes: 1, compressedShare: 0.5 },
      ...{ uniqueShare, uniqueCompressedShare, engineVersion: '3.507', measuredAtMs: 0 },
    })
    const calibrations = [sample(98, 1, 0.03), sample(2, 1, 0.5)]
    const figure = buildFigure(
      write,
      { kind: 'compressibility', campaignIds: [], metric: 'bandwidth', unit: 'MB/s' },
      { campaigns: [{ ...contentProvenance(), calibrations }] },
      [],
    )
    expect(figure.caption.replaceAll('\u202f', ' ')).toContain(
      'Dedupe % is what IOzone was asked to repeat; the articles call it compressibility. Of the data it wrote, 0 % of the 4 KiB blocks repeat another, and distinct blocks compress by 50 to 97 % (zlib level 1).',
    )
    expect(figure.caption).not.toContain('share of repeated data')
  })

  it('on a true scale leaves out what is not a percentage and reports it', () => {
    const figure = figureOf({ xScale: 'true' })
    expect(figure.x).toMatchObject({ kind: 'linear', reverse: true, min: 0, max: 100 })
    expect(figure.x.label).toContain('true scale')
    expect(figure.series[0]?.points.map(({ x }) => x)).toEqual([98, 75, 50, 25, 2])
    expect(figure.series.some(({ mark }) => mark === 'point')).toBe(false)
    expect(figure.notes.map(({ text }) => text).join()).toContain('random')
  })

  it('reports the drop from the most to the least compressible with its interval', () => {
    const [a, b] = [momentsOf(valuesOf(65_536, 98)), momentsOf(valuesOf(65_536, 2))]
    const ratio = a && b && fiellerRatio(a, b)
    const half = 50 * ((ratio?.high ?? 0) - (ratio?.low ?? 0))
    const drop = (value = 0) => formatByInterval(100 * (1 - value), half)
    expect(figureOf().notes.map(({ text }) => text)).toContain(
      `Write, 64 KiB: ${drop(ratio?.ratio)} % lower at 2 % than at 98 % (95 % interval ${drop(ratio?.high)} to ${drop(ratio?.low)} %).`.replaceAll(
        / (?=[%K])/g,
        '\u202f',
      ),
    )
  })

  it('says where the harmonic mean of runs of a fixed amount differs from the mean', () => {
    const wild = write.map((one) => ({ ...one, value: one.value * (one.repetition % 2 === 0 ? 2 : 1) }))
    const harmonic = (settings: Partial<FigureSettings>, rows: typeof write) =>
      figureOf(settings, rows).notes.filter(({ text }) => text.startsWith('The harmonic mean'))
    expect(harmonic({}, wild).map(({ text }) => text)).toEqual([
      expect.stringMatching(/together, is below the mean by more than 0.5\s%: 64\sKiB, 98\s% \(11\s%\)/),
    ])
    expect(harmonic({}, write)).toEqual([])
    expect(harmonic({ statistic: 'harmonic' }, wild)).toEqual([])
    expect(
      harmonic(
        {},
        wild.map((one) => ({ ...one, engine: 'fio' })),
      ),
    ).toEqual([])
    expect(harmonic({ kind: 'mix-sweep', xKey: 'dedupe_percent' }, wild)).toHaveLength(1)
  })

  it('gives a drop no more digits than its interval justifies', () => {
    const wild = write.map((one) => ({ ...one, value: one.value * (one.repetition % 2 === 0 ? 12 : 1) }))
    const [note] = figureOf({}, wild).notes.filter(({ text }) => text.includes('than at 98\u202f%'))
    expect(note?.text).toMatch(/: \d+\u202f% (?:lower|higher) .* interval \d+ to \d+\u202f%\)/)
  })

  it('writes an end below zero with a real minus', () => {
    const unsure = write.map((one) => ({ ...one, value: 1e8 * (1 + (one.repetition % 3)) }))
    const texts = figureOf({}, unsure).notes.map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringMatching(/interval \u2212\d+ to \d+/))
    expect(texts.join(' ')).not.toMatch(/ -\d/)
  })

  it('calls a rise higher, with ends in rising order', () => {
    const rising = write.map((one) => ({ ...one, value: 1e16 / one.value }))
    const [note] = figureOf({}, rising).notes.filter(({ text }) => text.includes('than at 98\u202f%'))
    const [, size, low, high] =
      /: ([\d.]+)\u202f% higher .* interval ([\d.]+) to ([\d.]+)\u202f%/.exec(note?.text ?? '') ?? []
    expect(Number(low)).toBeLessThan(Number(size))
    expect(Number(size)).toBeLessThan(Number(high))
  })

  it("names fio's field for what it is and never mixes the two", () => {
    const rows = contentRows({
      tests: ['random-write'],
      key: 'compress_percent',
      engine: 'fio',
      levels: [100, 50, 0],
    })
    const figure = figureOf({}, rows)
    expect(figure.xKey).toBe('compress_percent')
    expect(figure.x.label).toContain('Compress % (fio buffer_compress_percentage)')
    expect(figure.caption).not.toContain('articles')
  })

  it('puts each test in a panel of the same scale, and a single test without panels', () => {
    const rows = contentRows({ tests: ['write', 'read', 'reread'], runs: 3 })
    const figure = figureOf({}, rows)
    expect(figure.panels).toEqual({ columns: 2, titles: ['Write', 'Read', 'Reread'] })
    expect(new Set(figure.series.map(({ panel }) => panel))).toEqual(new Set([0, 1, 2]))
    const read = figureOf({ fixed: { test: 'read' } }, rows)
    expect(read.panels).toBeUndefined()
    expect(read.title).toBe('Read: bandwidth by share of repeated data')
  })

  it('keeps a level without runs as a gap, and counts a failed run once for all tests', () => {
    const rows = contentRows({ tests: ['write', 'read'] }).filter((one) => one.levels.dedupe_percent !== 50)
    const failedRuns = [{ block_size: 65_536, dedupe_percent: 50 }]
    const figure = buildFigure(
      rows,
      { kind: 'compressibility', campaignIds: [], metric: 'bandwidth' },
      { campaigns: [contentProvenance({ failedRuns })] },
    )
    expect(figure.series[0]?.points[2]).toMatchObject({ x: 2, y: undefined, n: 0, failedRuns: 1 })
    expect(figure.caption).toContain('1 run failed and is not shown.')
  })
})

describe('the bars of the articles', () => {
  it('are side by side from 0, one per record size at every level', () => {
    const figure = figureOf({ kind: 'compressibility-bars', yFromZero: false, yScale: 'log' })
    expect(figure.y).toMatchObject({ kind: 'linear', min: 0 })
    expect(figure.series).toHaveLength(recordSizes.length)
    expect(
      figure.series.every(({ mark, points }) => mark === 'bar' && points.length === contentLevels.length),
    ).toBe(true)
    expect(new Set(figure.series.map(({ offset }) => offset)).size).toBe(recordSizes.length)
  })

  it('count in KB of 1024 bytes as IOzone does, and say so', () => {
    const figure = figureOf({ kind: 'compressibility-bars', unit: 'KB/s (1024)' })
    const mean = momentsOf(valuesOf(65_536, 98))?.mean ?? 0
    expect(figure.series[0]?.points[0]?.y).toBeCloseTo(mean / 1024, 6)
    expect(figure.y.label).toBe('Bandwidth (KB/s, 1 KB = 1024 bytes)')
  })
})

describe('published summaries', () => {
  it('appear with their interval and without dots, and the caption describes them', () => {
    const figure = figureOf({}, [], [printed(1, 98), printed(2, 50), printed(3, 2)])
    // The plan has levels that were not printed; they remain gaps.
    const points = (figure.series[0]?.points ?? []).filter(({ y }) => y !== undefined)
    expect(points.map(({ y }) => y)).toEqual([198, 150, 102])
    expect(points.every(({ dots, n }) => dots.length === 0 && n === 10)).toBe(true)
    // t(0.975, 9) = 2.262157.
    expect(points[0]?.high).toBeCloseTo(198 + (2.262157 * 5) / Math.sqrt(10), 4)
    expect(figure.caption).toContain('Published means of 10 runs, without their single runs')
    expect(figure.notes.map(({ text }) => text).join()).not.toContain('Single runs')
  })

  it('state nothing of a level that was not printed', () => {
    const { columns, rows } = figureOf({}, [], [printed(1, 98)]).numbers ?? { columns: [], rows: [] }
    const at = (key: string) => columns.findIndex((column) => column.key === key)
    const stated = [...rows].map((row) => ['source', 'n', 'failed_runs'].map((key) => row[at(key)]))
    expect(stated.length).toBeGreaterThan(1)
    expect(stated[0]).toEqual(['published', 10, undefined])
    expect(
      stated
        .slice(1)
        .flat()
        .every((cell) => cell === undefined),
    ).toBe(true)
  })

  it('have no interval if no number of runs was printed, and differences are left to the comparison', () => {
    const bare = printed(1, 98, { value: { kind: 'summary', mean: 1e8 } })
    const difference = printed(2, 50, {
      value: { kind: 'difference', differencePercent: 4, baseline: 'old' },
    })
    const figure = figureOf({}, [], [bare, difference])
    expect(figure.series[0]?.points[0]).toMatchObject({ y: 100, n: undefined })
    expect(figure.series[0]?.points[0]?.low).toBeUndefined()
    expect(figure.caption).toContain('number of runs not printed')
    expect(figure.notes.map(({ text }) => text).join()).toContain('1 printed difference has no mean')
  })
})
