import { describe, expect, test } from 'vitest'
import { ComparisonError } from '../../../src/core/comparison/comparison-error'
import type { ComparisonSettings } from '../../../src/core/comparison/comparison-settings'
import type { Figure } from '../../../src/core/figures/figure/figure'
import type { CampaignProvenance } from '../../../src/core/figures/figure/provenance'
import { summarize } from '../../../src/core/statistics/summary/summarize'
import { comparisonFigure } from '../../../src/core/figures/kinds/build-figure'
import type { ComparisonFigureKind, FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns, type SampleCampaign } from '../comparison/sample-data'

const axes = [
  { key: 'block_size', levels: [4096, 65536] },
  { key: 'read_percent', levels: [100, 70, 0] },
]
const level = (l: Readonly<Record<string, unknown>>) =>
  1e5 + 100 * Number(l.read_percent) - Number(l.block_size)
const before: SampleCampaign = {
  id: 1,
  configuration: 'A',
  kernel: '6.1',
  axes,
  runs: (l) => tenRuns(level(l)),
}
const after: SampleCampaign = {
  id: 2,
  configuration: 'B',
  kernel: '6.18',
  axes,
  runs: (l) =>
    l.block_size === 65536 && l.read_percent === 70
      ? undefined
      : tenRuns(level(l) * (l.read_percent === 0 ? 1.08 : 1.0002)),
}
const third: SampleCampaign = {
  ...after,
  id: 3,
  configuration: 'C',
  kernel: '6.19',
  runs: (l) => tenRuns(level(l) * 0.9),
}
const byKernel: ComparisonSettings = {
  baseline: selection('kernel=6.1'),
  candidates: [selection('kernel=6.18')],
}
const both: ComparisonSettings = {
  ...byKernel,
  candidates: [selection('kernel=6.18'), selection('kernel=6.19')],
}
const provenance = (
  campaignId: number,
  failedRuns: CampaignProvenance['failedRuns'] = [],
): CampaignProvenance => ({
  campaignId,
  label: `campaign ${campaignId}`,
  tool: 'fio 3.33',
  device: 'Drive A (nvme0n1)',
  axes,
  failedRuns,
  openRuns: 0,
})
const origin = { campaigns: [provenance(1), provenance(2), provenance(3)] }

function build(
  kind: ComparisonFigureKind,
  comparison: ComparisonSettings = byKernel,
  settings: Partial<FigureSettings> = {},
  from = origin,
) {
  const made = compareCampaigns(comparisonData([before, after, third]), comparison)
  return comparisonFigure(made, { kind, campaignIds: [], metric: 'iops', ...settings }, from)
}

test.each(['percent-difference', 'comparison', 'advantage', 'comparison-table', 'advantage-table'] as const)(
  'a %s of 1,200 cases has all numbers',
  (kind) => {
    const large = [
      { key: 'block_size', levels: Array.from({ length: 40 }, (_, at) => 4096 * (at + 1)) },
      { key: 'read_percent', levels: Array.from({ length: 30 }, (_, at) => at) },
    ]
    const sides = [before, after].map((one) => ({ ...one, axes: large, runs: () => [1e5, 1.1e5] }))
    const made = compareCampaigns(comparisonData(sides), byKernel)
    const settings = { kind, campaignIds: [], metric: 'iops' }
    expect(comparisonFigure(made, settings, origin).numbers?.rows).toHaveLength(1200)
  },
)

describe.each(['percent-difference', 'comparison', 'advantage'] as const)('panels of a %s figure', (kind) => {
  const marks = ({ series }: Figure) =>
    series.flatMap(({ points }) => points.flatMap(({ y, cell }) => (y === undefined ? [] : [`${cell} ${y}`])))

  test('are the levels of the requested axis, with the same numbers as without', () => {
    const figure = build(kind, byKernel, { facet: 'read_percent' })
    expect(figure.xKey).toBe('block_size')
    expect(figure.panels?.titles).toEqual(['100\u202f% read', '70\u202f% read', '0\u202f% read'])
    expect(new Set(marks(figure))).toEqual(new Set(marks(build(kind))))
    expect(figure.y).toEqual(build(kind).y)
  })

  test('exist for an axis that was held at one level before', () => {
    const figure = build(kind, byKernel, { facet: 'read_percent', fixed: { read_percent: 70 } })
    expect(figure.panels?.titles).toHaveLength(3)
  })

  test('are not built from an axis on x or one that does not vary, with a note', () => {
    for (const asked of [{ facet: 'read_percent', xKey: 'read_percent' }, { facet: 'queue_depth' }])
      expect(build(kind, byKernel, asked).notes.map((note) => note.text)).toContainEqual(
        expect.stringMatching(/^No small multiples by /),
      )
    expect(build(kind).notes.some((note) => note.text.startsWith('No small'))).toBe(false)
  })
})

test('of an axis come before those of what else varies', () => {
  const depths = [{ key: 'queue_depth', levels: [32, 1] }, ...axes]
  const sides = [before, after].map((one) => ({ ...one, axes: depths, runs: () => tenRuns(one.id) }))
  const made = compareCampaigns(comparisonData(sides), byKernel)
  const settings = { kind: 'comparison', campaignIds: [], metric: 'iops', facet: 'block_size' } as const
  const { panels } = comparisonFigure(made, settings, origin)
  expect(panels?.titles).toEqual([
    '4\u202fKiB · QD 32',
    '4\u202fKiB · QD 1',
    '64\u202fKiB · QD 32',
    '64\u202fKiB · QD 1',
  ])
})

describe('percent differences', () => {
  test('are around a drawn zero line on a symmetric axis, levels side by side', () => {
    const figure = build('percent-difference')
    expect(figure.y.zeroLine).toBe(true)
    expect(figure.y.min).toBe(-(figure.y.max ?? NaN))
    expect(figure.y.ticks?.map((tick) => tick.value)).toContain(0)
    expect(figure.y.ticks?.map((tick) => tick.label)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\u2212/), '0', expect.stringMatching(/^\+/)]),
    )
    expect(figure.x).toMatchObject({
      kind: 'category',
      min: -0.5,
      max: 2.5,
      label: 'Reads (%), by block size',
    })
    expect(figure.x.ticks?.map((tick) => tick.label)).toEqual(['100', '70', '0'])
    expect(figure.series.map((one) => [one.label, one.mark])).toEqual([
      ['4\u202fKiB', 'point'],
      ['64\u202fKiB', 'point'],
    ])
    const [first, second] = figure.series
    expect((first?.offset ?? NaN) + (second?.offset ?? NaN)).toBeCloseTo(0, 12)
    expect(new Set(figure.series.map((one) => one.marker)).size).toBe(2)
  })

  test('are filled if significant, hollow if not, and a gap if a side is missing', () => {
    const [small, large] = build('percent-difference').series
    expect(small?.points.map((point) => [point.x, point.filled])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ])
    expect(small?.points[2]?.y).toBeCloseTo(8, 9)
    expect(small?.points[2]?.low).toBeLessThan(8)
    const gap = large?.points.find((point) => point.x === 1)
    expect(gap).toMatchObject({ y: undefined, n: undefined })
    expect(gap?.low).toBeUndefined()
  })

  test('explain in the caption what marks, bars and fillings mean, and over how many cells', () => {
    expect(build('percent-difference').caption).toBe(
      'Change of kernel 6.18 relative to kernel 6.1 (= 0 %), ratio of means of 10 and 10 runs. Bars: 95 % interval of the ratio of means. ' +
        'Filled: significant after Benjamini-Hochberg at 5 % over the 5 cells shown. Higher is better.',
    )
    expect(build('percent-difference', { ...byKernel, mode: 'robust' }).caption).toContain(
      'Hodges-Lehmann ratio of 10 and 10 runs. Bars: 95 % interval of the Hodges-Lehmann ratio.',
    )
    expect(build('percent-difference', { ...byKernel, mode: 'sigma' }).caption).toBe(
      'Difference of the means of 10 runs as a percentage of kernel 6.1; error bars are the standard deviation of kernel 6.18 in percent. ' +
        'A bar that crosses zero is called not meaningful (hollow); this rule ignores the spread of kernel 6.1. Higher is better.',
    )
    expect(build('percent-difference').smallPrint.join(' ')).toContain(
      'statistics: default (log ratio of means',
    )
  })

  test('are refused until what else differs is accepted, and the caption states the acceptance', () => {
    const byName: ComparisonSettings = {
      baseline: selection('configuration=A'),
      candidates: [selection('configuration=B')],
    }
    expect(() => build('percent-difference', byName)).toThrow(ComparisonError)
    expect(() => build('percent-difference', byName)).toThrow('kernel (6.1 → 6.18)')
    const caption = build('percent-difference', {
      ...byName,
      acceptance: 'The kernels are what is compared.',
    }).caption
    expect(caption).toContain(
      'Also different: kernel (6.1 → 6.18). Accepted: The kernels are what is compared.',
    )
    expect(build('comparison', byName).caption).toContain('Also different: kernel (6.1 → 6.18).')
  })

  test('count failed runs and name runs left out', () => {
    const failed = {
      campaigns: [
        provenance(1, [{ block_size: 4096, read_percent: 0 }]),
        provenance(2, [{ block_size: 4096, read_percent: 100 }]),
      ],
    }
    const { caption } = build(
      'percent-difference',
      { ...byKernel, excludedRuns: [{ runId: 2003, reason: 'the drive was trimming' }] },
      {},
      failed,
    )
    expect(caption).toContain('2 of 101 runs failed and are not shown.')
    expect(caption).toContain(
      'Left out by hand: kernel 6.18: 4\u202fKiB · 100\u202f% read, run 4 (the drive was trimming).',
    )
    expect(caption).toContain('ratio of means of 9 to 10 and 10 runs')
  })

  test('of several candidates are series of their own, other parameters become panels with the same axes', () => {
    const figure = build('percent-difference', both)
    expect(figure.panels).toEqual({ columns: 2, titles: ['4\u202fKiB', '64\u202fKiB'] })
    expect(figure.series.map((one) => [one.label, one.panel])).toEqual([
      ['kernel 6.18', 0],
      ['kernel 6.18', 1],
      ['kernel 6.19', 0],
      ['kernel 6.19', 1],
    ])
    expect(new Set(figure.series.map((one) => one.group)).size).toBe(2)
  })

  test('of a large matrix show as many panels as are readable, and report how many they leave out', () => {
    const large = [
      { key: 'block_size', levels: [4096, 8192, 16384, 65536, 131072] },
      { key: 'read_percent', levels: Array.from({ length: 21 }, (_, step) => 100 - 5 * step) },
      { key: 'queue_depth', levels: Array.from({ length: 16 }, (_, step) => step + 1) },
    ]
    const sides = [before, after].map((side) => ({ ...side, axes: large, runs: () => tenRuns(1e5) }))
    const made = compareCampaigns(comparisonData(sides), byKernel)
    const settings: FigureSettings = { kind: 'percent-difference', campaignIds: [], metric: 'iops' }
    const figure = comparisonFigure(made, settings, origin)
    expect(figure.panels?.titles).toHaveLength(6)
    const marks = figure.series.flatMap((one) => one.points)
    expect(marks).toHaveLength(6 * 5 * 21)
    expect(figure.notes.map(({ text }) => text)).toContain(
      '10 more panels do not fit: only the first 6 are shown. Hold a parameter at one level.',
    )
  })

  test('follow what a person set: x, series, a level, names, hidden series', () => {
    const figure = build('percent-difference', byKernel, {
      xKey: 'block_size',
      seriesKey: 'read_percent',
      fixed: { read_percent: 0 },
      title: 'Mine',
      yLabel: 'Gain',
    })
    expect(figure.x.ticks?.map((tick) => tick.label)).toEqual(['4\u202fKiB', '64\u202fKiB'])
    expect(figure.series).toHaveLength(1)
    expect([figure.title, figure.y.label]).toEqual(['Mine', 'Gain'])
    const [, hidden] = build('percent-difference', byKernel, {
      hiddenSeries: ['block_size=64\u2009KiB'],
      seriesLabels: { 'block_size=4\u2009KiB': 'small' },
    }).series
    expect(hidden?.visible).toBe(false)
  })

  test('spell patterns for readers, while settings know them by their words', () => {
    const patterns = [
      { key: 'pattern', levels: ['random-read', 'random-write'] },
      { key: 'queue_depth', levels: [1, 32] },
    ]
    const sides = [before, after].map((side) => ({ ...side, axes: patterns, runs: () => tenRuns(1e5) }))
    const made = compareCampaigns(comparisonData(sides), byKernel)
    const built = (part: Partial<FigureSettings>) =>
      comparisonFigure(made, { kind: 'percent-difference', campaignIds: [], metric: 'iops', ...part }, origin)
    const lines = built({ xKey: 'queue_depth' }).series.map(({ line, label }) => [line, label])
    expect(lines).toEqual([
      ['pattern=random-read', 'Random read'],
      ['pattern=random-write', 'Random write'],
    ])
    expect(built({ xKey: 'queue_depth' }).x.ticks?.map((tick) => tick.label)).toEqual(['1', '32'])
    const onX = built({ xKey: 'pattern' })
    expect(onX.x.ticks?.map((tick) => tick.label)).toEqual(['Random read', 'Random write'])
    expect(onX.series.flatMap(({ points }) => points.map(({ name }) => name))).toContain('Random read · QD 1')
  })

  test('give the verdict, p and n of each point', () => {
    const facts = build('percent-difference').series[0]?.points[2]?.facts
    expect(facts?.[0]).toMatch(/^\+8\.00\u202f% \(\+7\.\d\d to \+8\.\d\d\u202f%\), ratio of means$/)
    expect(facts?.[1]).toBe('better')
    expect(facts).toContain('n 10 and 10')
    expect(facts?.[2]).toMatch(/^p <\u202f0\.001, adjusted/)
  })

  test('note unmatched cases and the geometric mean of the ratios', () => {
    const texts = build('percent-difference').notes.map((note) => note.text)
    expect(texts).toContain('kernel 6.18: 1 case has no partner (1 of the baseline, 0 of the candidate).')
    expect(
      texts.some((text) =>
        /geometric mean of the ratios of [^ ]+ over 5 cells \+3\.\d\d\u202f% \(95\u202f% interval \+\d.* to \+\d.*%, cases treated as independent\)\.$/.test(
          text,
        ),
      ),
    ).toBe(true)
  })
})

describe('both sides as bars', () => {
  test('start at 0 and show the mean with its interval and every run', () => {
    const figure = build('comparison')
    expect(figure.y.min).toBe(0)
    expect(figure.unit).toBe('k IOPS')
    const baseline = figure.series.filter((one) => one.line === 'baseline')
    const candidate = figure.series.filter((one) => one.line === 'candidate=0')
    expect([baseline.length, candidate.length]).toEqual([2, 2])
    const point = candidate[0]?.points.find((one) => one.x === 2)
    const expected = summarize(after.runs({ block_size: 4096, read_percent: 0 }) ?? [])
    expect(point?.y).toBeCloseTo((expected?.mean ?? NaN) / 1000, 9)
    expect(point?.low).toBeCloseTo((expected?.low ?? NaN) / 1000, 9)
    expect(point?.high).toBeCloseTo((expected?.high ?? NaN) / 1000, 9)
    expect(point?.dots).toHaveLength(10)
    expect(figure.show.dots).toBe(true)
    expect(figure.caption).toBe(
      'Mean of 10 runs; dots are single runs; error bars are 95 % confidence intervals of the mean (Student t). Higher is better.',
    )
  })

  test('draw the baseline once beside all candidates, in slots that do not overlap', () => {
    const figure = build('comparison', both)
    const lines = [...new Set(figure.series.map((one) => one.line))]
    expect(lines).toEqual(['baseline', 'candidate=0', 'candidate=1'])
    const slots = lines.map((line) => figure.series.find((one) => one.line === line))
    slots.forEach((one, at) => {
      const next = slots[at + 1]
      if (one && next)
        expect((one.offset ?? 0) + (one.barWidth ?? 0) / 2).toBeLessThan(
          (next.offset ?? 0) - (next.barWidth ?? 0) / 2,
        )
    })
    const baseline = figure.series.find((one) => one.line === 'baseline' && one.panel === 1)
    expect(baseline?.points.map((point) => point.y !== undefined)).toEqual([true, true, true])
  })

  test('export every number: derived columns and all runs', () => {
    const { numbers } = build('comparison')
    const place = (key: string) => numbers?.columns.findIndex((column) => column.key === key) ?? -1
    expect(numbers?.rows).toHaveLength(5)
    expect(place('baseline_run_10')).toBeGreaterThan(0)
    expect([...(numbers?.rows ?? [])][0]?.[place('baseline_run_1')]).toBe(
      before.runs({ block_size: 4096, read_percent: 100 })?.[0],
    )
    expect(numbers?.columns.some((column) => column.key === 'excluded_runs')).toBe(false)
    const left = build('comparison', { ...byKernel, excludedRuns: [{ runId: 2003, reason: 'odd' }] }).numbers
    const column = left?.columns.findIndex((one) => one.key === 'excluded_runs') ?? -1
    expect([...(left?.rows ?? [])].map((row) => row[column])).toEqual([
      'kernel 6.18: 4\u202fKiB · 100\u202f% read, run 4 (odd)',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('bars of a case that only one side has', () => {
  test('are drawn on that side, with a gap on the other', () => {
    const figure = build('comparison')
    const at = (line: string) =>
      figure.series
        .find((one) => one.line === line && one.panel === 1)
        ?.points.find((point) => figure.x.ticks?.[point.x]?.label === '70')
    expect(at('baseline')?.y).toBeGreaterThan(0)
    expect(at('baseline')).toMatchObject({ n: 10, facts: ['no partner on the other side'] })
    expect(at('baseline')?.dots).toHaveLength(10)
    expect(at('candidate=0')).toMatchObject({ y: undefined, n: undefined })
  })

  test('leave out what a person excluded', () => {
    const alone = build('comparison').series.find((one) => one.line === 'baseline' && one.panel === 1)
    const runIds = alone?.points.find((point) => point.facts?.[0]?.startsWith('no partner'))?.dots ?? []
    const excludedRuns = runIds.slice(0, 9).map(({ runId }) => ({ runId, reason: 'odd' }))
    const figure = build('comparison', { ...byKernel, excludedRuns })
    const left = figure.series.find((one) => one.line === 'baseline' && one.panel === 1)
    expect(left?.points.find((point) => point.facts?.[0]?.startsWith('no partner'))?.n).toBe(1)
  })
})

describe('names of sides', () => {
  test('are explained in the small print', () => {
    const names = [{ side: byKernel.baseline, name: 'Old' }]
    expect(build('percent-difference', { ...byKernel, names }).smallPrint[0]).toBe('Old: kernel 6.1')
    expect(build('percent-difference').smallPrint[0]).not.toContain('kernel 6.1')
  })
})

describe('an interval that is wider than its axis', () => {
  test('is explained in the small print, if intervals are shown', () => {
    const two: SampleCampaign = { ...before, id: 1, runs: (l) => [level(l) * 0.2, level(l)] }
    const made = compareCampaigns(comparisonData([two, after]), byKernel)
    const settings: FigureSettings = { kind: 'comparison', campaignIds: [], metric: 'iops' }
    const figure = comparisonFigure(made, settings, origin)
    expect(figure.smallPrint[0]).toMatch(
      /^6 intervals reach beyond the axis and are cut at its end \(arrow heads\)/,
    )
    const without = comparisonFigure(made, { ...settings, showIntervals: false }, origin)
    expect(without.smallPrint.join(' ')).not.toContain('arrow head')
  })
})

describe('advantages', () => {
  test('are ratios in percent as bars from 0, 100 where both sides are equal, and a table of them', () => {
    const figure = build('advantage', both)
    expect(figure.series.every((one) => one.mark === 'bar')).toBe(true)
    expect(figure.y).toMatchObject({
      min: 0,
      lineAt: 100,
      label: 'IOPS in percent of kernel 6.1 (100 = equal)',
    })
    const [gain] = figure.series[0]?.points.filter((point) => point.x === 2) ?? []
    expect(gain?.y).toBeCloseTo(108, 9)
    expect(gain?.facts?.[0]).toBe('108.0\u202f% of kernel 6.1')
    expect(figure.numbers?.columns.slice(-6).map((column) => column.label)).toEqual([
      'kernel 6.18 in percent of kernel 6.1',
      'kernel 6.18, low',
      'kernel 6.18, high',
      'kernel 6.19 in percent of kernel 6.1',
      'kernel 6.19, low',
      'kernel 6.19, high',
    ])
    expect(figure.show.intervals).toBe(true)
    expect(gain!.low!).toBeLessThan(108)
    expect(gain!.high!).toBeGreaterThan(108)
    expect(figure.caption).toMatch(/^Advantage of the classic articles: .* a ratio; 100 % is equal/)
    expect(figure.title).not.toMatch(/difference|change/i)
  })

  test('are refused in the same cases as percentages', () => {
    const byName = { baseline: selection('configuration=A'), candidates: [selection('configuration=B')] }
    expect(() => build('advantage', byName)).toThrow(ComparisonError)
  })
})

describe('latency in a comparison', () => {
  const caption = (base: SampleCampaign['base'], metric = 'completion_latency_mean') => {
    const latency = { test: 'random-read', direction: 'read', metric, unit: 'ns' } as const
    const sides = [
      { ...before, quantity: latency, base },
      { ...after, quantity: latency, base },
    ]
    const made = compareCampaigns(comparisonData(sides), byKernel)
    const settings: FigureSettings = { kind: 'percent-difference', campaignIds: [], metric }
    return comparisonFigure(made, settings, origin).caption
  }

  test('is described as at fixed depth only if nothing held the requests back', () => {
    const sentence = 'Completion latency at fixed depth, not response time under load.'
    expect(caption({})).toContain(sentence)
    expect(caption({ rate_iops: 1000 })).not.toContain('fixed depth')
  })

  test('has its proper name', () => {
    expect(caption({}, 'latency_mean')).toContain('. Latency at fixed depth, not response time under load.')
  })
})
