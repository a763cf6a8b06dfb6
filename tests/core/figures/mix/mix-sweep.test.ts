import type { LevelValue } from '../../../../src/core/plan/plan'
import { describe, expect, it } from 'vitest'
import { figureMetrics } from '../../../../src/core/figures/kinds/build-figure'
import { printedTable } from '../../../../src/core/document/printed-table'
import type { Figure, FigureSeries } from '../../../../src/core/figures/figure/figure'
import type { TidyRow } from '../../../../src/core/results/run'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { figureKinds, type FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { withoutBreaks } from '../../../../src/core/units/number-format'
import { mixRows, nvme, provenanceOf, row, tenths } from '../mix-rows'
import { buildFigure, buildMixSweep } from '../figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const origin = { campaigns: [provenanceOf()] }

/** One run per ratio of one line, MiB/s: the worked case of the method (P28). */
function workedCase(): readonly TidyRow[] {
  const measured: readonly (readonly [number, number])[] = [
    [100, 520],
    [75, 330],
    [50, 221],
    [25, 262],
    [0, 310],
  ]
  return measured.map(([readPercent, mib], index) =>
    row({ runId: index + 1, value: mib * 1024 ** 2, levels: { read_percent: readPercent } }),
  )
}

function seriesOf(figure: { readonly series: readonly FigureSeries[] }, id: string): FigureSeries {
  const found = figure.series.find((series) => series.id === id)
  if (!found) throw new Error(`No series ${id} among ${figure.series.map((series) => series.id).join(', ')}`)
  return found
}

describe('the worked mix of the method', () => {
  const figure = buildMixSweep(workedCase(), { ...settings, unit: 'MiB/s' }, { campaigns: [] })
  const total = seriesOf(figure, 'all/total')

  it('has the ideal mix and the penalty next to each measured ratio', () => {
    const points = [...total.points].reverse()
    expect(points.map((point) => point.x)).toEqual([100, 75, 50, 25, 0])
    const ideal = [520, 444.6896552, 388.4337349, 344.8128342, 310]
    const penalty = [0, -25.79094293, -43.10483871, -24.01674938, 0]
    points.forEach((point, at) => {
      expect(point.ideal).toBeCloseTo(ideal[at]!, 5)
      expect(point.penaltyPercent).toBeCloseTo(penalty[at]!, 5)
    })
  })

  it('states where it is lowest, how deep the dip is and what pure writes regain', () => {
    const said = figure.notes.map((note) => note.text)
    expect(said).toContain('Lowest at 50 % reads, 221.0\u202fMiB/s.')
    expect(said).toContain('−28.71\u202f% (no interval) against the worse end, 100 % writes.')
    expect(said).toContain('+40.27\u202f% (no interval) from 50/50 to 100 % writes.')
  })

  it('labels single runs as such', () => {
    expect(figure.caption).toMatch(/^Single runs; one run gives no interval\. Dashed: ideal mix/)
    expect(figure.notes).toContainEqual({
      severity: 'warning',
      text: 'Single runs have no interval: 0 % reads; 25 % reads; 50 % reads; 75 % reads and 1 more.',
    })
    expect(total.points.every((point) => point.low === undefined && point.sd === undefined)).toBe(true)
  })
})

it('names the tests that have no level of x, and are not drawn', () => {
  const rows = [
    row({ runId: 1, value: 1345, test: 'sync-read', levels: { jobs: 64 } }),
    row({ runId: 2, value: 2090, test: 'sync-read', levels: { jobs: 256 } }),
    row({ runId: 3, value: 550, test: 'async-write', levels: {} }),
    row({ runId: 4, value: 1450, test: 'async-read', levels: {} }),
  ]
  const textsOf = (given: readonly TidyRow[], asked: Partial<FigureSettings> = {}) =>
    buildMixSweep(given, { ...settings, xKey: 'jobs', ...asked }, { campaigns: [] }).notes.map(
      ({ text }) => text,
    )
  const said = 'Only Sync read is shown; the data also hold Async write, Async read.'
  expect(textsOf(rows)).toContain(said)
  expect(textsOf(rows.slice(0, 2)).filter((text) => text.includes('is shown'))).toEqual([])
  // Of a campaign that is not drawn.
  const apart = rows.slice(2).map((one) => ({ ...one, campaignId: 2 }))
  expect(textsOf([...rows.slice(0, 2), ...apart])).not.toContain(said)
  // Asked for by its reader.
  expect(textsOf(rows, { fixed: { test: 'sync-read' } })).not.toContain(said)
})

it('names the parts of a sum and the sides of a latency as the legend does', () => {
  const labels = (figure: Figure) => figure.parts?.map(({ label }) => label)
  expect(labels(buildMixSweep(mixRows({ lines: nvme }), settings, origin))).toEqual([
    'total',
    'read part',
    'write part',
  ])
  const latencies = mixRows({ lines: nvme, metric: 'latency_mean', unit: 'ns' })
  const sides = buildMixSweep(latencies, { ...settings, metric: 'latency_mean' }, origin)
  expect(labels(sides)).toEqual(['reads and writes', 'reads', 'writes'])
  expect([...new Set(sides.series.map(({ partLabel }) => partLabel))]).toEqual(labels(sides))
})

it('has a gap where a campaign planned a level, and none where only another one did', () => {
  const lines = nvme.slice(0, 1)
  const coarse = mixRows({ lines, ratios: [100, 50, 0] })
  const fine = mixRows({ lines, campaignId: 2 }).filter(({ levels }) => levels.read_percent !== 30)
  const campaigns = [
    provenanceOf({ axes: [{ key: 'read_percent', levels: [100, 50, 0] }] }),
    provenanceOf({ campaignId: 2 }),
  ]
  const figure = buildMixSweep([...coarse, ...fine], { ...settings, directions: ['total'] }, { campaigns })
  const placesOf = (campaignId: number) =>
    figure.series
      .find(({ line, role }) => line.startsWith(`campaign=${campaignId}`) && role === 'measured')
      ?.points.map(({ x, y }) => [x, y !== undefined])
  expect(placesOf(1)).toEqual([0, 50, 100].map((x) => [x, true]))
  expect(placesOf(2)).toEqual([...tenths].reverse().map((x) => [x, x !== 30]))
  expect(figure.notes.map(({ text }) => text).join()).toMatch(/No data: [^;]*30 % reads\./u)
})

describe('a mix sweep of harmonic means', () => {
  const rows = mixRows({ lines: nvme })

  it('has n over the sum of reciprocals, no interval, and says so', () => {
    const figure = buildMixSweep(rows, { ...settings, statistic: 'harmonic' }, origin)
    const point = figure.series[0]?.points.find(({ dots }) => dots.length > 1)
    const reciprocals = (point?.dots ?? []).reduce((sum, { y }) => sum + 1 / y, 0)
    expect(point?.y).toBeCloseTo((point?.dots.length ?? 0) / reciprocals, 9)
    expect(point).not.toHaveProperty('low')
    expect(figure.caption).toMatch(/^Harmonic mean of \d+ runs; .*the harmonic mean has no interval/)
    expect(figureTable(figure).columns).toContainEqual({
      ...{ key: 'harmonic_mean', label: 'Harmonic mean', unit: figure.unit },
    })
  })

  it('is one of means for what is not a rate', () => {
    const latency = { ...settings, metric: 'latency_mean', statistic: 'harmonic' } as const
    expect(buildMixSweep(rows, latency, origin).statistic).toBe('mean')
  })
})

describe('a mix sweep of two block sizes', () => {
  const rows = mixRows({ lines: nvme })
  const figure = buildMixSweep(rows, settings, origin)

  it('is the figure on record', async () => {
    await expect(`${JSON.stringify(figure, undefined, 1)}\n`).toMatchFileSnapshot(
      '../../../golden/mix-sweep.json',
    )
  })

  it('has one line per block size with its parts, ideal mix and a point per ratio', () => {
    expect(figure.series.map((series) => series.id)).toEqual([
      'block_size=4096/total',
      'block_size=4096/read',
      'block_size=4096/write',
      'block_size=4096/ideal',
      'block_size=65536/total',
      'block_size=65536/read',
      'block_size=65536/write',
      'block_size=65536/ideal',
    ])
    expect(seriesOf(figure, 'block_size=4096/total').points).toHaveLength(11)
    expect(figure.x).toMatchObject({ kind: 'linear', reverse: true, min: 0, max: 100 })
    expect(figure.unit).toBe('GB/s')
  })

  it('has no write part at pure reads and no read part at pure writes', () => {
    const xs = (id: string) => seriesOf(figure, id).points.map((point) => point.x)
    expect(xs('block_size=4096/write')).not.toContain(100)
    expect(xs('block_size=4096/write')).toContain(0)
    expect(xs('block_size=4096/read')).not.toContain(0)
  })

  it('keeps every run as a dot and an interval around the mean', () => {
    for (const point of seriesOf(figure, 'block_size=65536/total').points) {
      expect(point.dots).toHaveLength(10)
      expect(point.n).toBe(10)
      expect(point.low!).toBeLessThan(point.y!)
      expect(point.high!).toBeGreaterThan(point.y!)
      expect(point.y).toBeCloseTo(point.dots.reduce((sum, dot) => sum + dot.y, 0) / 10, 12)
    }
  })

  it('takes names, hidden series and texts from the settings', () => {
    const chosen = buildMixSweep(
      rows,
      {
        ...settings,
        title: 'Mine',
        yLabel: 'Rate',
        seriesLabels: { 'block_size=4096': '4K', 'block_size=65536/read': 'big reads' },
        hiddenSeries: ['block_size=4096/read', 'block_size=65536'],
      },
      origin,
    )
    expect(chosen.title).toBe('Mine')
    expect(chosen.y.label).toBe('Rate')
    expect(seriesOf(chosen, 'block_size=4096/write').label).toBe('4K, write part')
    expect(seriesOf(chosen, 'block_size=65536/read').label).toBe('big reads')
    const visible = chosen.series.filter((series) => series.visible).map((series) => series.id)
    expect(visible).toEqual(['block_size=4096/total', 'block_size=4096/write', 'block_size=4096/ideal'])
  })

  it('gives medians with order statistics in robust mode', () => {
    const robust = buildMixSweep(rows, { ...settings, statistic: 'median' }, origin)
    const point = seriesOf(robust, 'block_size=4096/total').points[0]!
    const sorted = point.dots.map((dot) => dot.y).sort((a, b) => a - b)
    expect(point.y).toBeCloseTo((sorted[4]! + sorted[5]!) / 2, 12)
    expect(point.low).toBe(sorted[1])
    expect(point.high).toBe(sorted[8])
    expect(robust.caption).toContain('order-statistic intervals')
    expect(robust.smallPrint[0]).toContain('statistics: robust (median)')
  })

  it('scales to the requested unit and refuses an unknown one', () => {
    const inMib = buildMixSweep(rows, { ...settings, unit: 'MiB/s' }, origin)
    const [a, b] = [figure, inMib].map((one) => seriesOf(one, 'block_size=4096/total').points[0]!.y!)
    expect(b! / a!).toBeCloseTo(1e9 / 1024 ** 2, 6)
    expect(buildMixSweep(rows, { ...settings, unit: 'parsec' }, origin).unit).toBe('GB/s')
  })

  it('draws each part separately on request', () => {
    const only = buildMixSweep(rows, { ...settings, directions: ['read'] }, origin)
    expect(only.series.map((series) => series.part)).toEqual(['read', 'read'])
    expect(only.notes.some((note) => note.text.includes('owest'))).toBe(false)
  })

  it('is dispatched by kind and knows which rows it needs', () => {
    expect(figureKinds).toContain('mix-sweep')
    const notes = figure.notes.map(({ text, severity }) => ({ severity, text: withoutBreaks(text) }))
    expect(buildFigure(rows, settings, origin)).toMatchObject({ ...figure, notes })
    expect(figureMetrics({ ...settings, metric: 'bw' })).toEqual(['bandwidth', 'achieved_read_percent'])
    expect(() => buildFigure(rows, { ...settings, metric: 'beauty' }, origin)).toThrow(
      'There is no metric "beauty".',
    )
  })
})

describe('missing and failed runs', () => {
  const rows = mixRows({ lines: nvme }).filter(
    (one) => !(one.levels.block_size === 4096 && one.levels.read_percent === 40),
  )
  const failedRuns = [
    ...Array.from({ length: 10 }, () => ({ block_size: 4096, read_percent: 40 })),
    { block_size: 65_536, read_percent: 0 },
  ]
  const figure = buildMixSweep(rows, settings, { campaigns: [provenanceOf({ failedRuns, openRuns: 3 })] })

  it('leave a gap, never a zero or a bridge', () => {
    const point = seriesOf(figure, 'block_size=4096/total').points.find((one) => one.x === 40)!
    expect(point).toMatchObject({ y: undefined, n: 0, failedRuns: 10, dots: [] })
    expect(point.penaltyPercent).toBeUndefined()
  })

  it('are counted among all runs, also a single one', () => {
    const one = { campaigns: [provenanceOf({ failedRuns: failedRuns.slice(-1) })] }
    expect(buildMixSweep(rows, settings, one).caption).toContain('1 of 211 runs failed and is not shown.')
  })

  it('are counted in caption and notes', () => {
    expect(figure.caption).toContain('11 of 221 runs failed and are not shown.')
    const said = figure.notes.map((note) => note.text)
    expect(said).toContain(
      '11 runs failed: 4\u202fKiB, 40 % reads (0 of 10 runs); 64\u202fKiB, 0 % reads (10 of 11 runs).',
    )
    expect(said).toContain('No data: 4\u202fKiB, 40 % reads.')
    expect(said).toContain('3 runs have no result yet.')
  })

  it('leave out the ideal mix if a pure end is missing', () => {
    const headless = buildMixSweep(mixRows({ lines: nvme.slice(0, 1), ratios: [100, 50] }), settings, {
      campaigns: [],
    })
    expect(headless.series.some((series) => series.role === 'reference')).toBe(false)
    expect(headless.series[0]!.points.every((point) => point.ideal === undefined)).toBe(true)
  })

  it('of lines of pure reads and pure writes are their totals alone', () => {
    const levels = (pattern: string, block_size: number) => ({ pattern, block_size })
    const rows = ['random-read', 'random-write'].flatMap((pattern, line) =>
      [4096, 65536].flatMap((size, at) =>
        (['total', line === 0 ? 'read' : 'write'] as const).map((direction) =>
          row({ runId: 2 * line + at, value: 100, direction, levels: levels(pattern, size) }),
        ),
      ),
    )
    const all = { ...settings, xKey: 'block_size', seriesKey: 'pattern' }
    const figure = buildMixSweep(rows, { ...all, directions: ['total', 'read', 'write'] }, origin)
    expect(figure.series.map(({ part }) => part)).toEqual(['total', 'total'])
    expect(figure.series.flatMap(({ points }) => points.filter(({ y }) => y === undefined))).toEqual([])
  })

  it('do not miss the write part of pure reads on an axis of patterns', () => {
    const rows = mixRows({ lines: nvme.slice(0, 1), ratios: [100, 50] })
      .filter(({ direction, levels }) => levels.read_percent !== 100 || direction !== 'write')
      .map((row) => {
        const pattern = row.levels.read_percent === 100 ? 'random-read' : 'random-mix'
        return { ...row, levels: { block_size: 4096, pattern } }
      })
    const figure = buildMixSweep(rows, { ...settings, xKey: 'pattern' }, origin)
    expect(figure.x.ticks?.map((tick) => tick.label)).toEqual(['Random mix', 'Random read'])
    const written = figure.series.find(({ part }) => part === 'write')
    expect(written?.points.map(({ x, y }) => [x, y === undefined])).toEqual([[0, false]])
  })

  describe('spell a pattern as the window does, while ids and data files keep its word:', () => {
    const rows = ['random-read', 'random-write'].flatMap((pattern, at) =>
      mixRows({ lines: nvme.slice(0, 1), ratios: [100, 0], seed: at + 1, levels: { pattern } }).map(
        (one) => ({
          ...one,
          runId: one.runId + 1000 * at,
        }),
      ),
    )
    const column = (figure: Figure, key: string) => {
      const { columns, rows: cells } = figureTable(figure)
      const place = columns.findIndex((one) => one.key === key)
      return [...new Set(Array.from(cells, (cell) => cell[place]))]
    }

    it('on x', () => {
      const figure = buildFigure(rows, { ...settings, xKey: 'pattern' }, origin)
      expect(figure.x.ticks?.map(({ label }) => label)).toEqual(['Random read', 'Random write'])
      expect(figure.x.keepsLabels).toBe(true)
      expect(column(figure, 'pattern')).toEqual(['random-read', 'random-write'])
      const printed = printedTable(figureTable(figure)).rows
      expect(Array.from(printed, ([first]) => first)).toContain('Random read')
    })

    it('in the legend', () => {
      const figure = buildFigure(rows, { ...settings, seriesKey: 'pattern' }, origin)
      const lines = figure.series.map(({ line, lineLabel }) => `${line} ${lineLabel}`)
      expect([...new Set(lines)]).toEqual([
        'pattern=random-read Random read',
        'pattern=random-write Random write',
      ])
    })

    it('above panels', () => {
      const figure = buildFigure(rows, { ...settings, facet: 'pattern' }, origin)
      expect(figure.panels?.titles).toEqual(['Random read', 'Random write'])
      expect(figure.series.map(({ id }) => id.split('/')[0])).toContain('pattern=random-read')
      expect(column(figure, 'pattern')).toEqual(['random-read', 'random-write'])
    })

    it('in notes', () => {
      const figure = buildFigure(rows, { ...settings, seriesKey: 'block_size' }, origin)
      const said = figure.notes.map(({ text }) => text)
      expect(said).toContain('Only Random read is shown; the data also hold Random write.')
    })
  })

  it('give a level that is held with the name of its axis', () => {
    const sizes = [16, 32].flatMap((mebibytes) =>
      [4096, 65_536].map((block_size) =>
        row({
          runId: mebibytes + block_size,
          value: 1e8,
          levels: { queue_depth: 1, block_size, file_size: mebibytes * 1024 ** 2 },
        }),
      ),
    )
    const held = { ...settings, xKey: 'queue_depth', seriesKey: 'block_size' }
    expect(buildMixSweep(sizes, held, { campaigns: [] }).notes[0]?.text).toBe(
      'Only File size 16\u202fMiB is shown; the data also hold File size 32\u202fMiB.',
    )
  })

  it('lack no reads of pure writes', () => {
    const reads = buildMixSweep(mixRows({ lines: nvme }), { ...settings, directions: ['read'] }, origin)
    expect(reads.series.every(({ points }) => points.every(({ x }) => x > 0))).toBe(true)
    expect(reads.notes.filter(({ text }) => text.startsWith('No data'))).toEqual([])
  })

  it('give an empty figure that says so', () => {
    const empty = buildMixSweep([], settings, { campaigns: [] })
    expect(empty.series).toEqual([])
    expect(empty.caption).toBe('No data.')
    expect(empty.notes[0]!.text).toBe('No finished run has bandwidth and a level of reads.')
  })

  it('give the number of I/Os a percentile needs if no run made as many', () => {
    const counts = mixRows({ lines: nvme.slice(0, 1) }).map((row) => ({
      ...row,
      metric: 'io_count',
      unit: 'count' as const,
      value: 301,
    }))
    const empty = buildMixSweep(counts, { ...settings, metric: 'latency_p99' }, origin)
    expect(empty.notes[0]!.text).toBe(
      'Too few I/Os: the 99th percentile latency needs at least 1,000 in a run, and no run made more than 301.',
    )
  })

  it('take only finished runs', () => {
    const failed = mixRows({ lines: nvme.slice(0, 1) }).map((one) => ({ ...one, state: 'failed' as const }))
    expect(buildMixSweep(failed, settings, origin).series).toEqual([])
  })
})

describe('axes', () => {
  it('never averages over an axis without a place, and states what it shows', () => {
    const rows = [1, 64].flatMap((queue_depth) =>
      mixRows({ lines: nvme, levels: { queue_depth }, seed: queue_depth }).map((one) => ({
        ...one,
        runId: one.runId + queue_depth * 1000,
      })),
    )
    const figure = buildMixSweep(rows, settings, { campaigns: [] })
    expect(figure.notes[0]).toEqual({
      severity: 'warning',
      text: 'Only QD 1 is shown; the data also hold QD 64.',
    })
    expect(seriesOf(figure, 'block_size=4096/total').points[0]!.n).toBe(10)
    const chosen = buildMixSweep(rows, { ...settings, fixed: { queue_depth: 64 } }, { campaigns: [] })
    expect(chosen.notes.some((note) => note.text.includes('varies'))).toBe(false)
    expect(chosen.subtitle).toContain('queue depth 64')
    const asLines = buildMixSweep(rows, { ...settings, seriesKey: 'queue_depth' }, { campaigns: [] })
    expect(asLines.series.map((series) => series.line)).toContain('queue_depth=64')
  })

  it('overlays campaigns, distinguishes them and names what differs between them', () => {
    const rows = [
      ...mixRows({ lines: nvme, levels: { queue_depth: 64 } }),
      ...mixRows({ lines: nvme, levels: { queue_depth: 32 }, campaignId: 2, configuration: 'kernel 6.12' }),
    ]
    const campaigns = [
      provenanceOf(),
      provenanceOf({ campaignId: 2, label: 'kernel 6.12', kernel: '6.12.9-amd64' }),
    ]
    const figure = buildMixSweep(rows, settings, { campaigns })
    expect(figure.series.map((series) => series.lineLabel)).toContain('4\u202fKiB, kernel 6.12')
    expect(figure.series.every((series) => series.part === 'total')).toBe(true)
    expect(figure.notes[0]!.text).toBe('The campaigns differ in queue depth: 64, 32.')
    expect(figure.smallPrint).toContain('kernel 6.12: Linux 6.12.9-amd64')
    const one = buildMixSweep(rows, { ...settings, campaignIds: [2] }, { campaigns })
    expect(one.series.map((series) => series.line)).toContain('block_size=4096')
    expect(one.smallPrint.join()).not.toContain('6.18.0')
  })

  it('distinguishes campaigns with the same name by their place', () => {
    const rows = [1, 2].flatMap((campaignId) => mixRows({ lines: nvme.slice(0, 1), campaignId }))
    const campaigns = [provenanceOf(), provenanceOf({ campaignId: 2 })]
    const labels = buildMixSweep(rows, { ...settings, seriesKey: 'campaign' }, { campaigns }).series.map(
      (series) => series.lineLabel,
    )
    expect(labels).toContain('kernel 6.18 (1)')
    expect(labels).toContain('kernel 6.18 (2)')
  })

  it('puts doubling levels on a binary logarithm and names on categories', () => {
    const depths = [1, 2, 4, 8].map((queue_depth, at) =>
      row({ runId: at, value: 100 + at, levels: { queue_depth } }),
    )
    const byDepth = buildMixSweep(depths, { ...settings, xKey: 'queue_depth' }, { campaigns: [] })
    expect(byDepth.x.kind).toBe('log2')
    expect(byDepth.title).toBe('Bandwidth by queue depth')
    const named = ['alpha', 'beta'].map((pattern, at) =>
      row({ runId: at, value: 100 + at, levels: { pattern } }),
    )
    const byName = buildMixSweep(named, { ...settings, xKey: 'pattern' }, { campaigns: [] })
    expect(byName.x).toMatchObject({ kind: 'category', min: -0.5, max: 1.5 })
    expect(byName.x.ticks!.map((tick) => tick.label)).toEqual(['Alpha', 'Beta'])
    expect(byName.series[0]!.points.map((point) => point.x)).toEqual([0, 1])
    expect(byName.series[0]!.mark).toBe('point')
    expect(byDepth.series[0]!.mark).toBeUndefined()
  })
})

describe('many lines', () => {
  const lines = [512, 1024, 2048, 4096].map((blockSize) => ({
    blockSize,
    read: blockSize,
    write: blockSize / 2,
    penalty: 0.2,
    scatter: 1,
  }))
  const rows = mixRows({ lines, runs: 2, ratios: [100, 50, 0] })

  it('are drawn without parts and ideal curves by default, but with the penalty', () => {
    const figure = buildMixSweep(rows, settings, { campaigns: [] })
    expect(
      figure.series
        .filter((series) => series.visible)
        .every((series) => series.part === 'total' && series.role === 'measured'),
    ).toBe(true)
    expect(figure.caption).not.toContain('Dashed')
    // Colour is never the only code.
    expect(new Set(figure.series.map((series) => series.marker)).size).toBeGreaterThan(3)
    expect(
      seriesOf(figure, 'block_size=512/total').points.map((point) => point.penaltyPercent),
    ).not.toContain(undefined)
    const asked = buildMixSweep(
      rows,
      { ...settings, showReference: true, directions: ['total', 'read'] },
      { campaigns: [] },
    )
    expect(asked.series.filter((series) => series.visible)).toHaveLength(12)
  })
})

describe('latency', () => {
  const rows = mixRows({ lines: nvme, metric: 'latency_p99', unit: 'ns' }).map((one) => ({
    ...one,
    value: one.value / 1e4,
  }))

  it('has no ideal mix, and explains that on request', () => {
    const figure = buildMixSweep(rows, { ...settings, metric: 'p99', showReference: true }, origin)
    expect(figure.series.some((series) => series.role === 'reference')).toBe(false)
    expect(figure.series[0]!.points.every((point) => point.ideal === undefined)).toBe(true)
    expect(figure.notes.at(-1)!.text).toContain('drawn for bandwidth and IOPS only')
    expect(figure.caption).toMatch(/Lower is better\.$/)
    expect(figure.unit).toBe('µs')
  })

  it('is described as at fixed depth only if nothing held the requests back', () => {
    const caption = (levels: Readonly<Record<string, LevelValue>>) => {
      const paced = rows.map((one) => ({ ...one, levels: { ...one.levels, ...levels } }))
      return buildMixSweep(paced, { ...settings, metric: 'p99' }, origin).caption
    }
    const sentence = ' Latency at fixed depth, not response time under load.'
    expect(caption({})).toContain(sentence)
    expect(caption({ thinktime: 0 })).toContain(sentence)
    for (const [key, value] of Object.entries({ rate_iops: 1000, rate: '1m', thinktime: 100 }))
      expect(caption({ [key]: value })).not.toContain('fixed depth')
  })

  it('draws no total if the mixes have none', () => {
    const parts = rows.filter((one) => one.direction !== 'total')
    const figure = buildMixSweep(parts, { ...settings, metric: 'p99' }, origin)
    expect(new Set(figure.series.map((series) => series.part))).toEqual(new Set(['read', 'write']))
    expect(figure.series.every((series) => series.points.every((point) => point.y !== undefined))).toBe(true)
    expect(figure.series[0]!.partLabel).toBe('reads')
  })
})
