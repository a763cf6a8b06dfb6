import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildFigure } from '../../../src/core/figures/kinds/build-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { latencyPercentiles } from '../../../src/core/figures/latency/latency-percentiles'
import { histogramPercentile, mergeHistograms } from '../../../src/core/statistics/latency/histogram'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { builtInPresets } from '../../../src/core/figures/figure/article-look'
import { expectExports, expectPicture } from './figure-pictures'
import { svgElements } from './svg-elements'
import { latencyReview, tailReview } from './latency-review'
import { summaryText } from '../../../src/core/comparison/texts/summary-text'
import { verdictText } from '../../../src/core/statistics/comparison/case-comparison'

const percentiles = { kind: 'latency-percentiles', campaignIds: [], metric: 'bandwidth' } as const

/** Pictures on record by name; the equivalent options of the command line. */
const pictures: readonly (readonly [string, FigureSettings, readonly string[]])[] = [
  ['latency-percentiles', percentiles, []],
  ['latency-cdf', { ...percentiles, view: 'cdf' }, ['--view', 'cdf']],
  ['latency-box', { ...percentiles, view: 'box' }, ['--view', 'box']],
]

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

describe.each(pictures)('%s', (name, settings, options) => {
  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', (theme) =>
    expectPicture(latencyReview().review, settings, name, theme),
  )

  it('is written by the command line', () =>
    expectExports(
      latencyReview().review.path,
      ['--figure', settings.kind, ...options],
      options.length === 0 ? undefined : ['svg'],
    ))
})

describe('latency percentiles of a review', () => {
  it('are those of the histograms of all runs added up', () => {
    const { review, campaignIds } = latencyReview()
    const figure = figureOfReview(review, { ...percentiles, unit: 'ns' })
    const [campaignId = 0] = campaignIds
    const runs = review
      .runs(campaignId)
      .filter(({ levels, phase }) => phase === 'measure' && levels.queue_depth === 1)
    const histograms = [...review.histograms(runs.map(({ id }) => id)).values()].flat()
    const merged = mergeHistograms(histograms)
    const rows = Array.from(figure.numbers?.rows ?? []).filter(([label]) => label === 'QD 1, drive A')
    expect(rows.length).toBeGreaterThan(4)
    for (const [, , percent, ios, beyond, n, value] of rows) {
      const expected = histogramPercentile(merged, Number(percent))
      expect([ios, beyond, n]).toEqual([100_000, expected?.beyond, 5])
      expect(value).toBe(expected?.printable === true ? expected.valueNs : undefined)
    }
  })

  it('are compared between drives as one family, and not if runs made too few I/Os', () => {
    const { review } = latencyReview()
    const figure = figureOfReview(review, percentiles)
    const { columns = [], rows = [] } = figure.numbers ?? {}
    const at = (key: string) => columns.findIndex((column) => column.key === key)
    const drive = Array.from(rows).filter((row) => row[at('line')] === 'QD 1, drive B')
    const verdicts = new Map(drive.map((row) => [row[at('percentile')], row[at('verdict')]]))
    expect(verdicts.get(50)).toBe('worse')
    expect(verdicts.get(99.99)).toBe('too few I/Os in 10 of 10 runs')
    const [median = []] = drive
    expect(Number(median[at('difference_percent')])).toBeCloseTo(10, -0.5)
    expect(Number(median[at('adjusted_p')])).toBeLessThan(0.05)
  })

  it('leave out percentiles with fewer than ten I/Os beyond them, and report it', () => {
    const { review } = latencyReview(12)
    const figure = figureOfReview(review, percentiles)
    const rows = Array.from(figure.numbers?.rows ?? [])
    expect(rows.filter((row) => row[2] === 90).every((row) => row[6] === undefined)).toBe(true)
    expect(rows.filter((row) => row[2] === 50).every((row) => row[6] !== undefined)).toBe(true)
  })

  it('name the latency and explain what a fixed depth measures', () => {
    const { review } = latencyReview()
    const figure = figureOfReview(review, percentiles)
    expect(figure.title).toBe('Random read: completion latency by percentile')
    expect(figure.caption).toContain('Completion latency at fixed depth, not response time under load.')
    const asked = figureOfReview(review, { ...percentiles, latency: 'total' })
    expect(asked.notes.map((note) => note.text)).toContain(
      'There is no total latency; completion latency is shown.',
    )
  })

  it('are called total latency if that is drawn', () => {
    const binsNs = Array.from({ length: 100 }, (_, bin) => 1000 * (bin + 1))
    const total = {
      source: 'engine',
      metric: 'total',
      direction: 'read',
      test: 'random-read',
      unit: 'ns',
    } as const
    const run = {
      ...{ id: 1, campaignId: 1, caseKey: 'queue_depth=1', repetition: 1 },
      ...{ levels: { queue_depth: 1 }, parameters: { queue_depth: 1 } },
      histograms: () => [{ ...total, kind: 'histogram' as const, binsNs, counts: binsNs.map(() => 5) }],
    }
    const asked = { ...percentiles, latency: 'total' } as const
    const { caption } = latencyPercentiles.build({ runs: [run] }, asked, { campaigns: [] })
    expect(caption).toContain('Total latency at fixed depth, not response time under load.')
    expect(caption).not.toContain('Completion')
  })
})

describe('the differences between two drives', () => {
  /** Three runs a drive, all I/Os of a run in one bin; `schedule`: measured in turn. */
  const built = (more: object, schedule?: string) => {
    const drives = [
      [100_000, 150_000, 220_000],
      [110_000, 166_000, 241_000],
    ]
    const runs = drives.flatMap((latencies, drive) =>
      latencies.map((latency, at) => ({
        ...{ id: 10 * drive + at, campaignId: drive + 1, caseKey: 'queue_depth=1', repetition: at + 1 },
        ...{ levels: { queue_depth: 1 }, parameters: { queue_depth: 1 } },
        histograms: () => [
          {
            ...({ kind: 'histogram', source: 'engine', metric: 'completion', direction: 'read' } as const),
            ...({ test: 'random-read', unit: 'ns', binsNs: [latency], counts: [100] } as const),
          },
        ],
      })),
    )
    const campaigns = ['A', 'B'].map((label, drive) => ({
      ...{ campaignId: drive + 1, label, axes: [], failedRuns: [], openRuns: 0 },
      ...(schedule !== undefined && { schedule }),
    }))
    const figure = latencyPercentiles.build({ runs }, { ...percentiles, unit: 'ms', ...more }, { campaigns })
    const { columns = [], rows = [] } = figure.numbers ?? {}
    const [median = []] = Array.from(rows).filter(([line, , percent]) => line === 'B' && percent === 50)
    const at = (key: string) => median[columns.findIndex((column) => column.key === key)]
    return { figure, at, printed: Array.from(figure.printed?.rows ?? []) }
  }

  it('are those of pairs if the drives were measured in turn, as in every comparison', () => {
    const { at, printed, figure } = built({}, 'one schedule')
    const logs = [110 / 100, 166 / 150, 241 / 220].map(Math.log)
    expect(at('difference_percent')).toBeCloseTo(100 * Math.expm1(logs.reduce((a, b) => a + b) / 3), 9)
    expect(at('estimator')).toBe('paired')
    expect(printed[2]?.[0]).toBe('B against A (%, paired)')
    expect(figure.smallPrint.join()).toContain('percentiles, paired, one family')
  })

  it('name the estimator of other campaigns', () => {
    const means = built({})
    expect(means.at('difference_percent')).toBeCloseTo(100 * (517 / 470 - 1), 9)
    expect(means.at('estimator')).toBe('ratio of means')
    expect(built({ statistic: 'median' }).figure.smallPrint.join()).toContain('percentiles, Hodges-Lehmann')
  })

  it('have the digits that their intervals justify, as the percentiles have', () => {
    const { printed, at } = built({}, 'one schedule')
    expect(printed[0]?.[2]).toBe('0.16')
    const half = (Number(at('difference_high')) - Number(at('difference_low'))) / 2
    expect(half).toBeGreaterThan(1)
    expect(half).toBeLessThan(9)
    expect(printed[2]?.[2]).toMatch(/^\+10\.\d \(\+\d+\.\d to \+\d+\.\d\)$/)
  })
})

describe('a drive of which one run holds the slow I/Os', () => {
  /** Runs of 1,000 I/Os at 100 µs, some of them slow. */
  const built = () => {
    const slow = [
      [30, 30, 31, 30, 30],
      [12, 12, 12, 12, 190],
    ]
    const runs = slow.flatMap((counts, drive) =>
      counts.map((count, at) => ({
        ...{ id: 10 * drive + at, campaignId: drive + 1, caseKey: 'queue_depth=1', repetition: at + 1 },
        ...{ levels: { queue_depth: 1 }, parameters: { queue_depth: 1 } },
        histograms: () => [
          {
            ...({ kind: 'histogram', source: 'engine', metric: 'completion', direction: 'read' } as const),
            ...({ test: 'random-read', unit: 'ns', binsNs: [100_000, 9_000_000] } as const),
            counts: [1000 - count, count],
          },
        ],
      })),
    )
    const campaigns = ['A', 'B'].map((label, drive) => ({
      ...{ campaignId: drive + 1, label, axes: [], failedRuns: [], openRuns: 0 },
    }))
    return latencyPercentiles.build({ runs }, { ...percentiles, unit: 'ms' }, { campaigns })
  }

  it('has a mark of its runs and a curve of all I/Os, and is neither better nor worse where they disagree', () => {
    const { numbers, caption, notes } = built()
    const { columns = [], rows = [] } = numbers ?? {}
    const cell = (line: string, percent: number, key: string) =>
      Array.from(rows)
        .find(([name, , of]) => name === line && of === percent)
        ?.at(columns.findIndex((column) => column.key === key))
    // 95th percentile of drive B: 100 µs in four runs and 9 ms in one; 190 of 5,000 I/Os are slow in all.
    expect([cell('B', 95, 'all_ios'), cell('B', 95, 'value')]).toEqual([0.1, 1.88])
    expect(caption).toContain('marks are means of the runs’ percentiles')
    expect(caption).toContain(
      'Bars are 95 % confidence intervals of these means (Student t, on the log scale where that would reach 0).',
    )
    expect(
      notes.some(({ text }) => text.includes('B, ') && text.includes('few runs hold most slow I/Os')),
    ).toBe(true)
    expect(String(cell('B', 95, 'verdict'))).not.toMatch(/better|worse/)
  })
})

describe('the curve of latency by percentile', () => {
  const built = (counts: readonly number[], view: 'curve' | 'cdf') => {
    const run = {
      ...{ id: 1, campaignId: 1, caseKey: '', repetition: 1, levels: {}, parameters: {} },
      histograms: () => [
        {
          ...({
            kind: 'histogram',
            source: 'engine',
            metric: 'completion',
            direction: 'read',
            test: 't',
          } as const),
          ...({ unit: 'ns', binsNs: [100, 200, 80_000, 90_000], counts } as const),
        },
      ],
    }
    const asked = { ...percentiles, unit: 'ns', view } as const
    return latencyPercentiles.build({ runs: [run] }, asked, { campaigns: [] })
  }

  it('starts at the 1st percentile, so that a few quick ones draw no line and take no room', () => {
    const curve = built([2, 18, 980, 1000], 'curve')
    const { x, y } = curve.series[0]?.columns ?? {}
    expect(Array.from(y ?? [])).toEqual([80_000, 80_000, 90_000, 90_000])
    expect(Array.from(x ?? [])).toEqual([2000 / 1980, 2, 2, 200])
    expect(curve.y.min).toBeGreaterThan(1000)
    const cdf = built([2, 18, 980, 1000], 'cdf')
    expect(cdf.series[0]?.columns?.x?.[0]).toBe(200)
    expect(cdf.x.min).toBe(200)
  })

  it('starts where ten I/Os lie below, if that is higher', () => {
    expect(built([1, 9, 90, 100], 'curve').series[0]?.columns?.x?.[0]).toBe(200 / 190)
  })
})

describe('latencies of a figure', () => {
  const drawn = (parameters: Readonly<Record<string, number>>, binsNs: readonly number[]) => {
    const histogram = {
      ...({ kind: 'histogram', source: 'engine', metric: 'completion', direction: 'read' } as const),
      ...({ test: 't', unit: 'ns' } as const),
      ...{ binsNs, counts: binsNs.map(() => 500) },
    }
    const run = {
      ...{ id: 1, campaignId: 1, caseKey: '', repetition: 1, levels: parameters, parameters },
      histograms: () => [histogram],
    }
    return latencyPercentiles.build({ runs: [run] }, { ...percentiles, unit: 'ns' }, { campaigns: [] })
  }

  it('that are 0, faster than the clock, are left off the axis, which starts where the others do', () => {
    const { y, series } = drawn({}, [0, 3000, 80_000])
    expect([y.kind, y.min, y.max]).toEqual(['log10', 2000, 100_000])
    expect(series[0]?.columns?.y?.[0]).toBe(0)
    expect(drawn({}, [0]).y.kind).toBe('linear')
  })

  it.each([
    [{ queue_depth: 4 }, true],
    [{ queue_depth: 4, rate_iops: 0 }, true],
    [{ queue_depth: 4, offered_percent: 50 }, false],
    [{ queue_depth: 4, offered_iops: 1000 }, false],
    [{ queue_depth: 4, rate: 1000 }, false],
  ])('of runs with %o are at fixed depth: %s', (parameters, isFixed) => {
    expect(drawn(parameters, [80_000]).caption.includes('at fixed depth')).toBe(isFixed)
  })
})

describe('many latencies', () => {
  /** A run at each of these depths. */
  const dressed = (depths: number, asked: Omit<FigureSettings, keyof typeof percentiles> = {}) => {
    const runs = Array.from({ length: depths }, (_, at) => {
      const levels = { queue_depth: at + 1 }
      const histogram = {
        ...({ kind: 'histogram', source: 'engine', metric: 'completion', direction: 'read' } as const),
        ...({ test: 't', unit: 'ns' } as const),
        ...{ binsNs: [1000 * (at + 1), 3000 * (at + 1)], counts: [900, 1100] },
      }
      return {
        ...{ id: at + 1, campaignId: 1, caseKey: String(at), repetition: 1, levels, parameters: levels },
        histograms: () => [histogram],
      }
    })
    return buildFigure(latencyPercentiles, { runs }, { ...percentiles, ...asked }, { campaigns: [] })
  }
  const linesOf = ({ series }: ReturnType<typeof dressed>) => new Set(series.map(({ line }) => line))

  it('have a panel each, or are grey beside those that stand out, as in every figure', () => {
    expect(dressed(7).panels).toBeUndefined()
    const panels = dressed(9)
    expect(panels.panels?.titles).toEqual(Array.from({ length: 9 }, (_, at) => `QD ${at + 1}`))
    expect(linesOf(panels).size).toBe(9)
    expect(panels.notes.filter(({ severity }) => severity === 'warning')).toEqual([])
    const line = panels.series[0]?.line ?? ''
    const grey = dressed(9, { seriesStyles: { [line]: { emphasis: 'strong' } } })
    expect(grey.panels).toBeUndefined()
    expect(
      grey.series.filter(({ emphasis }) => emphasis === 'grey').map(({ line: one }) => one),
    ).not.toContain(line)
    expect(new Set(grey.series.map(({ emphasis }) => emphasis))).toEqual(new Set(['strong', 'grey']))
  })

  it('are boxes beside each other, with their names beneath', () => {
    const boxes = dressed(9, { view: 'box' })
    expect(boxes.panels).toBeUndefined()
    expect(boxes.x.ticks).toHaveLength(9)
    expect(boxes.notes.map(({ text }) => text).join()).not.toContain('hard to tell apart')
  })

  it('are chosen evenly from the first to the last if they are far too many', () => {
    const figure = dressed(60)
    expect(linesOf(figure).size).toBe(28)
    expect(figure.panels?.titles.at(-1)).toBe('QD 60')
    expect(figure.notes.map(({ text }) => text)).toContain(
      '60 cases are too many for one figure; 28 of them are shown, the first and the last included.',
    )
  })
})

describe('any percentile of latency', () => {
  it('is a metric of a sweep, read from the histograms', () => {
    const { review } = latencyReview()
    const settings = { kind: 'mix-sweep', campaignIds: [1], xKey: 'queue_depth', unit: 'ns' } as const
    const figure = figureOfReview(review, { ...settings, metric: 'completion_latency_p97' })
    const [series] = figure.series
    const runs = review.runs(1).filter(({ levels, phase }) => phase === 'measure' && levels.queue_depth === 1)
    const expected = runs.map(({ id }) => {
      const [histogram] = review.histograms([id]).get(id) ?? []
      return histogram && histogramPercentile(histogram, 97)?.valueNs
    })
    expect(series?.points[0]?.dots.map(({ y }) => y)).toEqual(expected)
    expect(figure.y.label).toContain('97th percentile completion latency')
  })

  it('is compared like any other value, and reports if runs made too few I/Os', () => {
    const { review } = latencyReview()
    const sides = {
      baseline: [{ key: 'campaign', value: '1' }],
      candidates: [[{ key: 'campaign', value: '2' }]],
    }
    const { candidates } = review.compare({ ...sides, metric: 'completion_latency_p90' })
    expect(candidates[0]?.cells.map(({ comparison }) => comparison.verdict)).toEqual(['worse', 'worse'])
    const tail = review.compare({ ...sides, metric: 'completion_latency_p9999' })
    expect(tail.candidates[0]?.cells.map(({ comparison }) => comparison.verdict)).toEqual([
      'too_few_ios',
      'too_few_ios',
    ])
  })

  it('is neither better nor worse where all I/Os and the mark disagree', () => {
    const fifth = (ios: number, slowNs: number): readonly [number, number] => [ios, slowNs]
    const even = [99, 100, 101, 100, 100].map((us) => fifth(1000, us * 1000))
    // The last run of B made most I/Os, faster ones than its others.
    const uneven = [200, 202, 204, 206].map((us) => fifth(1000, us * 1000))
    const worseThan = (runs: readonly (readonly [number, number])[]) => {
      const review = tailReview([even, runs])
      const sides = {
        baseline: [{ key: 'campaign', value: '1' }],
        candidates: [[{ key: 'campaign', value: '2' }]],
      }
      const comparison = review.compare({ ...sides, metric: 'completion_latency_p95' })
      return { ...comparison.candidates[0]?.cells[0], summary: summaryText(comparison) }
    }
    const plain = worseThan([...uneven, fifth(1000, 190_000)])
    expect(plain.comparison?.verdict).toBe('worse')
    const few = worseThan([...uneven, fifth(20_000, 190_000)])
    expect(few.comparison?.verdict).toBe('few_runs_slow')
    expect(verdictText('few_runs_slow')).toBe('few runs hold most slow I/Os')
    expect(few.comparison?.differencePercent).toBeCloseTo(plain.comparison?.differencePercent ?? 0, 9)
    expect(few.comparison?.lowPercent).toBeGreaterThan(0)
    expect(few.summary).toContain('1 in which few runs hold most slow I/Os')
    expect(few.summary).not.toMatch(/better|worse|Largest/)
  })

  it('is offered if there are histograms', () => {
    const { review } = latencyReview()
    const metrics = review.measuredQuantities(1).map(({ metric }) => metric)
    expect(metrics).toContain('completion_latency_p9999')
    expect(metrics).not.toContain('latency_p9999')
  })
})

it('the names of boxes do not overlap in a print column', async () => {
  const figure = figureOfReview(latencyReview().review, { ...percentiles, view: 'box' })
  const column = builtInPresets.find(({ name }) => name === 'Print column')
  const svg = new TextDecoder().decode(
    await exportFigure(figure, {
      format: 'svg',
      ...(column && { preset: { look: column.look } }),
    }),
  )
  const names = svgElements(svg).filter(({ tag, text }) => tag === 'text' && text.includes(', drive'))
  expect(names).toHaveLength(4)
  for (const { attributes } of names) expect(attributes.transform).toContain('matrix')
})
