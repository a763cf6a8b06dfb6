import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { Axis, LevelValue } from '../../../src/core/plan/plan'
import { fillLevel } from '../../../src/core/figures/fill-level/fill-level'
import { buildFigure } from '../../../src/core/figures/kinds/build-figure'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../store/sample-review'
import { expectExports, expectPicture } from './figure-pictures'

const resources = join(import.meta.dirname, '../../../resources')
const sample = (id: string) =>
  closing(openReview(join(resources, 'samples', `${id}.benchwright`), { mode: 'read' }))
const fill = { kind: 'fill-level', campaignIds: [], metric: 'bandwidth', unit: 'MiB/s' } as const

/** Cells of a published table, row by row. */
function published(name: string): readonly (readonly string[])[] {
  const [, ...rows] = readFileSync(join(resources, 'published', name), 'utf8')
    .trim()
    .split('\n')
  return rows.map((row) => row.split(','))
}

/** Cells of a published table that its arithmetic does not give, with what it gives. */
const misprints: ReadonlyMap<string, string> = new Map([['360 2.29', '2.30']])

describe.each([
  ['fill-level', 'flash-cards-used-capacity'],
  ['fill-level-one', 'tachion-fill-level'],
] as const)('the figure %s of a published review', (name, id) => {
  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', (theme) =>
    expectPicture(sample(id), fill, name, theme),
  )

  it('is written by the command line', () =>
    expectExports(
      join(resources, 'samples', `${id}.benchwright`),
      ['--figure', 'fill-level', '--unit', 'MiB/s'],
      name === 'fill-level' ? undefined : ['svg', 'csv'],
    ))
})

describe('the printed tables of two flash cards', () => {
  it('are reproduced cell by cell: throughput of both and the advantage', () => {
    const { printed } = figureOfReview(sample('flash-cards-used-capacity'), fill)
    expect(
      Array.from(printed?.rows ?? [], (row) => row.map((cell) => String(cell).replace(',', ''))),
    ).toEqual(published('flash-card-utilization.csv'))
  })

  it('change places between 30 and 40 %', () => {
    const figure = figureOfReview(sample('flash-cards-used-capacity'), fill)
    expect(figure.notes.map(({ text }) => text.replaceAll(/\s/g, ' '))).toContainEqual(
      expect.stringMatching(/change places between 30 % and 40 % \(by their means; .* not tested\)\.$/),
    )
    const shade = figure.series.find(({ id }) => id.startsWith('crossover'))
    expect(shade?.columns).toMatchObject({ x: [30], xEnd: [40] })
  })

  it('are reproduced cell by cell: the slow-down of the one card, except for the misprint', () => {
    const { printed } = figureOfReview(sample('tachion-fill-level'), fill)
    const rows = Array.from(printed?.rows ?? [], (row) => row.slice(0, 3).map((cell) => String(cell ?? '')))
    expect(rows).toEqual(
      published('tachion-fill-level.csv').map(([level = '', value = '', ratio = '']) => [
        level,
        value,
        misprints.get(`${level} ${ratio}`) ?? ratio,
      ]),
    )
    // "Slower by 57 %" is 56.5 %.
    expect(printed?.rows && Array.from(printed.rows).at(-1)?.at(-1)).toBe('56.5')
  })
})

describe('fill levels of runs', () => {
  const fillAxis: Axis = { key: 'fill_percent', levels: [20, 60, 100] }
  const drawn = (
    settings: Partial<Parameters<typeof figureOfReview>[1]>,
    axes: readonly Axis[] = [fillAxis],
    percentOf = (levels: Readonly<Record<string, LevelValue>>) => 100 - Number(levels.fill_percent) / 2,
    scatter = 0.01,
  ) => {
    const review = newReview()
    const plan = { ...samplePlan, ...{ axes, excluded: [], repetitions: 3 } }
    const campaignId = review.createCampaign(sampleCampaign(plan))
    for (const { id, phase, levels, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const value = percentOf(levels) * 1024 ** 2 * (1 + repetition * scatter)
      const quantity = { test: 'random-write', direction: 'total', metric: 'bandwidth', unit: 'B/s' } as const
      review.startRun(id, sampleStart)
      review.finishRuns([
        [
          id,
          {
            ...sampleResult(),
            observations: [{ kind: 'scalar', source: 'engine', ...quantity, value }],
          },
        ],
      ])
    }
    return figureOfReview(review, { ...fill, ...settings } as Parameters<typeof figureOfReview>[1])
  }

  it('have intervals and every run, and are compared with the named level', () => {
    const figure = drawn({ reference: 60 })
    const [throughput, retained] = figure.series
    expect(throughput?.points.map(({ n, dots }) => [n, dots.length])).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
    ])
    expect(throughput?.points.every(({ low, high }) => low !== undefined && high !== undefined)).toBe(true)
    expect(retained?.points.map(({ y = 0 }) => Math.round(y))).toEqual([129, 100, 71])
    expect(figure.panels?.titles[1]?.replace(/\s/g, ' ')).toBe('Retained (% of the value at 60 %)')
    // With the digits of their intervals, which are 2.2, 1.7 and 1.2 on either side.
    expect(Array.from(figure.printed?.rows ?? [], ([, value]) => value)).toEqual(['91.8', '71.4', '51.0'])
  })

  it('print multiples with the digits that their intervals justify', () => {
    const rowsOf = (figure: ReturnType<typeof drawn>) =>
      Array.from(figure.printed?.rows ?? [], (row) => row.slice(2))
    const noisy = ({ fill_percent: level }: Readonly<Record<string, LevelValue>>) => 100 - Number(level) / 2
    // The runs of a level scatter by 1 %, or half of the mean.
    expect(rowsOf(drawn({ reference: 60 }))[0]).toEqual(['0.778', '128.6', '−28.6'])
    expect(rowsOf(drawn({ reference: 60 }, [fillAxis], noisy, 0.3))[0]).toEqual(['0.78', '129', '−29'])
    const axes: readonly Axis[] = [fillAxis, { key: 'pattern', levels: ['randread', 'randwrite'] }]
    const apart = ({ pattern }: Readonly<Record<string, LevelValue>>) => (pattern === 'randread' ? 70 : 7)
    const ratios = drawn({ seriesKey: 'pattern' }, axes, apart)
    expect(Array.from(ratios.printed?.rows ?? [], (row) => row.at(-1))).toEqual(['10.00', '10.00', '10.00'])
  })

  it('refer to lines, not drives, if patterns of one drive cross', () => {
    const axes = [{ key: 'pattern', levels: ['randread', 'randwrite'] }, fillAxis]
    const figure = drawn({ seriesKey: 'pattern' }, axes, ({ pattern, fill_percent: level }) =>
      pattern === 'randread' ? 70 : 120 - Number(level),
    )
    expect(figure.series.some(({ id }) => id.startsWith('crossover'))).toBe(true)
    expect(figure.caption).toContain('Shaded: where the lines change places.')
  })

  it('say of runs without any scatter only that they change places, nothing of print', () => {
    const axes = [{ key: 'pattern', levels: ['randread', 'randwrite'] }, fillAxis]
    const crossing = ({ pattern, fill_percent: level }: Readonly<Record<string, LevelValue>>) =>
      pattern === 'randread' ? 70 : 120 - Number(level)
    const { notes, caption } = drawn({ seriesKey: 'pattern' }, axes, crossing, 0)
    expect(notes.map(({ text }) => text).join()).toMatch(/change places between .*\d\u202f%\.$/)
    expect(caption).toContain('Shaded: where the lines change places.')
  })

  it('do not change places where their intervals overlap', () => {
    const axes: readonly Axis[] = [fillAxis, { key: 'pattern', levels: ['randread', 'randwrite'] }]
    const figure = drawn({ seriesKey: 'pattern' }, axes, ({ pattern, fill_percent: level }) =>
      pattern === 'randread' ? 70 : 70.1 - Number(level) / 500,
    )
    expect(figure.series.some(({ id }) => id.startsWith('crossover'))).toBe(false)
    expect(figure.notes.map(({ text }) => text).join()).not.toContain('change places')
  })

  it('do not change places in the noise of two like drives, and say how far the runs leave that open', () => {
    const axes: readonly Axis[] = [
      { key: 'fill_percent', levels: [20, 40, 60, 80, 100] },
      { key: 'pattern', levels: ['randread', 'randwrite'] },
    ]
    // Printed with a deviation of 6 % of the mean: above and below by turns, never clearly.
    const noise = [-3, 2, -2, 3, -1]
    const figure = drawn(
      { seriesKey: 'pattern' },
      axes,
      ({ pattern, fill_percent: level }) =>
        pattern === 'randread' ? 70 : 70 + (noise[Number(level) / 20 - 1] ?? 0),
      0.06,
    )
    expect(figure.series.some(({ id }) => id.startsWith('crossover'))).toBe(false)
    const keys = (figure.numbers?.columns ?? []).map(({ key }) => key)
    const [low, high] = [keys.indexOf('advantage_low'), keys.indexOf('advantage_high')]
    const seconds = Array.from(figure.numbers?.rows ?? []).filter((row) => row[low] !== undefined)
    expect(seconds).toHaveLength(5)
    for (const row of seconds) {
      expect(Number(row[low])).toBeLessThan(100)
      expect(Number(row[high])).toBeGreaterThan(100)
      expect(row[keys.indexOf('changes_places')]).toBe('no')
    }
  })

  it('know that a longer latency is slower, and judge nothing where no direction is better', () => {
    const latency = (metric: 'latency_mean' | 'cpu_idle') => {
      const review = newReview()
      const plan = { ...samplePlan, axes: [fillAxis], excluded: [], repetitions: 3 }
      const campaignId = review.createCampaign(sampleCampaign(plan))
      for (const { id, phase, levels } of review.runs(campaignId)) {
        if (phase !== 'measure') continue
        const unit = metric === 'latency_mean' ? ('ns' as const) : ('%' as const)
        const quantity = { test: 'random-write', direction: 'total', metric, unit } as const
        review.startRun(id, sampleStart)
        const value = Number(levels.fill_percent)
        const observations = [{ kind: 'scalar', source: 'engine', ...quantity, value }] as const
        review.finishRuns([[id, { ...sampleResult(), observations }]])
      }
      return figureOfReview(review, { kind: 'fill-level', campaignIds: [], metric })
    }
    const slower = latency('latency_mean')
    const column = (key: string) => {
      const at = (slower.numbers?.columns ?? []).findIndex((one) => one.key === key)
      return Array.from(slower.numbers?.rows ?? [], (row) => row[at])
    }
    expect(column('slow_down')).toEqual([1, 3, 5])
    expect(column('retained_percent')).toEqual([100, 100 / 3, 20])
    expect(column('slower_percent').map(Number)).toEqual([0, expect.closeTo(66.67, 2), 80])
    expect(slower.caption).toContain('Lower is better.')
    const idle = latency('cpu_idle')
    expect(idle.panels?.titles).toHaveLength(1)
    expect(idle.numbers?.columns.map(({ key }) => key)).not.toContain('slow_down')
  })

  it('explain that GiB are unknown without the capacity of the drive', () => {
    const figure = drawn({ amount: 'gib' })
    expect(figure.notes.map(({ text }) => text).join()).toContain('The capacity of the drive is not known')
  })
})

it('knows of no runs behind the retained share of printed means', () => {
  const retained = figureOfReview(sample('tachion-fill-level'), fill).series.filter(
    ({ panel }) => panel === 1,
  )
  const points = retained.flatMap((one) => one.points)
  expect(points.length).toBeGreaterThan(3)
  expect(points.filter(({ n, failedRuns }) => n !== undefined || failedRuns !== undefined)).toEqual([])
})

it('has the interval of a mean that was printed with its deviation, in the picture and in the table', () => {
  const published = [20, 60, 100].map((level, at): StoredPublishedResult => ({
    ...{
      id: at + 1,
      campaignId: 1,
      campaign: 'A',
      configuration: 'A',
      host: '',
      device: 'A',
      engine: 'print',
      caseKey: '',
    },
    ...{ test: 'random-write', direction: 'total', metric: 'iops', unit: 'IOPS', source: 'table 1' },
    levels: { fill_percent: level },
    value: { kind: 'summary', mean: 50_000 - level, standardDeviation: 3000, n: 5 },
  }))
  const settings = { kind: 'fill-level', campaignIds: [], metric: 'iops', unit: 'IOPS' } as const
  const figure = buildFigure(fillLevel, { measured: [], published }, settings, { campaigns: [] })
  const half = (2.776445 * 3000) / Math.sqrt(5)
  expect(figure.series[0]?.points[0]?.low).toBeCloseTo(49_980 - half, 1)
  const at = (key: string) => figure.numbers?.columns.findIndex((column) => column.key === key) ?? -1
  const [row = []] = figure.numbers?.rows ?? []
  expect([row[at('low')], row[at('high')]]).toEqual([
    expect.closeTo(49_980 - half, 1),
    expect.closeTo(49_980 + half, 1),
  ])
})

it('gives amounts in the unit in which they were printed, in the picture, its names and its tables', () => {
  const figure = figureOfReview(sample('tachion-fill-level'), fill)
  expect(figure.x.label).toBe('Data on the drive (GB)')
  expect(figure.panels?.titles[1]).toBe('Retained (% of the value at 130\u202fGB)')
  expect(figure.series[0]?.points[0]?.x).toBe(130)
  const keys = (table: typeof figure.numbers) => table?.columns.map(({ key, label }) => [key, label]) ?? []
  expect(keys(figure.numbers)).toContainEqual(['fill_gb', 'Data on the drive'])
  expect(keys(figure.printed)).toContainEqual(['fill', 'Data on the drive (GB)'])
  const [first = []] = figure.printed?.rows ?? []
  expect(first[0]).toBe('130')
  const binary = figureOfReview(sample('tachion-fill-level'), { ...fill, amount: 'gib' })
  expect(binary.x.label).toBe('Data on the drive (GiB)')
  expect(binary.series[0]?.points[0]?.x).toBeCloseTo(121.07, 2)
})
