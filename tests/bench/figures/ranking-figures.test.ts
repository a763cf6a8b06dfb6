import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { figureContent } from '../../../src/core/document/document'
import { exportCommand } from '../../../src/cli/commands/export'
import { runCaptured } from '../../cli/capture-output'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../store/sample-review'
import { ranking as rankingFigure } from '../../../src/core/figures/ranking/ranking'
import { measuredCasesOf } from '../../core/figures/figures-of-rows'
import { row } from '../../core/figures/mix-rows'
import { expectExports, expectPicture } from './figure-pictures'
import { tailReview } from './latency-review'

// The day of a run is in the small print.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

const pathOf = (id: string) => join(import.meta.dirname, `../../../resources/samples/${id}.benchwright`)
const sample = (id: string) => closing(openReview(pathOf(id), { mode: 'read' }))
const ranking = { kind: 'ranking', campaignIds: [], metric: 'iops' } as const

describe('the ranking of printed servers', () => {
  const settings = { ...ranking, metric: 'new_order_rate' } as const

  it('is by the geometric mean over the memory sizes that both have, untested', () => {
    const { x, series, caption } = figureOfReview(sample('tpcc-servers'), settings)
    expect(x.ticks?.map(({ label }) => label)).toEqual(['1. Percona Server', '2. MySQL 5.5.8'])
    const values = series.flatMap(({ points }) => points.map(({ y = 0 }) => Math.round(y)))
    expect(values).toEqual([
      Math.round(Math.cbrt(30436 * 88792 * 109631)),
      Math.round(Math.cbrt(23513 * 71774 * 78091)),
    ])
    expect(caption).toContain('Geometric means over the 3 cases that all have.')
    expect(caption).toContain('Places follow the numbers and are not tested')
  })

  it('has the number at each bar unless numbers are switched off', () => {
    const shown = (own: object) => figureOfReview(sample('tpcc-servers'), { ...settings, ...own }).show
    expect(shown({}).valueLabels).toEqual({})
    expect(shown({ valueLabels: false }).valueLabels).toBeUndefined()
  })

  it('does not claim that no run failed, which is not printed', () => {
    const { numbers, series } = figureOfReview(sample('tpcc-servers'), settings)
    const column = numbers?.columns.findIndex(({ key }) => key === 'failed_runs') ?? -1
    expect(column).toBeGreaterThan(0)
    expect(Array.from(numbers?.rows ?? [], (row) => row[column])).toEqual([undefined, undefined])
    expect(series.flatMap(({ points }) => points.map(({ failedRuns }) => failedRuns))).toEqual([
      undefined,
      undefined,
    ])
  })

  it('is in percent of the named one: the geometric mean of the printed advantages', () => {
    const { series, y } = figureOfReview(sample('tpcc-servers'), { ...settings, relativeTo: 'mysql 5.5.8' })
    const ratio = Math.cbrt((30436 / 23513) * (88792 / 71774) * (109631 / 78091))
    expect(series[0]?.points.map((point) => point.y)).toEqual([expect.closeTo(100 * ratio, 9), 100])
    expect(y.label).toContain('% of MySQL 5.5.8')
  })

  it('prints the reference, which is exactly 100, with the decimals of the numbers next to it', () => {
    const figure = figureOfReview(sample('tpcc-servers'), { ...settings, relativeTo: 'mysql 5.5.8' })
    const { columns, rows } = figureContent(figure).table
    const at = columns.findIndex(({ heading }) => heading.endsWith('(%)'))
    expect(Array.from(rows, (row) => row[at])).toEqual(['131.0', '100.0'])
    expect(Array.from(figure.numbers?.rows ?? [], (row) => row).flat()).toContain(100)
    expect(figure.series[0]?.points[1]?.label).toBe('100')
    expect(figure.caption).toContain('In percent of MySQL 5.5.8, which is exactly 100')
  })

  it.each(['reviewed', 'relative-to'])('is refused with --%s for a name that nobody has', async (option) => {
    const args = ['--figure', 'ranking', '--metric', 'new_order_rate', `--${option}`, 'NOBODY']
    const { status, stdout, stderr } = await runCaptured(
      exportCommand,
      ...[pathOf('tpcc-servers'), ...args, '--out', '/none/ranking.svg'],
    )
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`--${option} NOBODY: No campaign is called NOBODY.`)
    expect(stderr).toContain('The names are MySQL 5.5.8, Percona Server.')
  })

  it('is written by the command line', () =>
    expectExports(pathOf('tpcc-servers'), [
      ...['--figure', 'ranking', '--metric', 'new_order_rate'],
      ...['--reviewed', 'Percona Server', '--relative-to', 'MySQL 5.5.8'],
    ]))
})

describe('the ranking of printed flash cards', () => {
  const settings = { ...ranking, metric: 'latency_p95' } as const

  it('has the lowest latency first', () => {
    const { x, series } = figureOfReview(sample('flashmax-generations'), {
      ...settings,
      reviewed: 'FlashMAX II',
    })
    expect(x.ticks?.map(({ label }) => label)).toEqual(['1. FlashMAX II', '2. FlashMAX 1400M'])
    expect(series.map(({ line, points }) => [line, points.map(({ x: at }) => at)])).toEqual([
      ['reviewed', [0]],
      ['others', [1]],
    ])
  })

  it('leaves out the case that only one of them has, and reports it', () => {
    const figure = figureOfReview(sample('flashmax-generations'), { ...ranking, metric: 'bandwidth' })
    expect(figure.subtitle).toMatch(/^Geometric mean over 3 shared cases of .+ and .+$/)
    expect(figure.notes.map(({ text }) => text).join(' ')).toContain(
      '1 of 4 cases is not in every campaign and is left out.',
    )
  })

  it('is written by the command line', () =>
    expectExports(
      pathOf('flashmax-generations'),
      ['--figure', 'ranking', '--metric', 'bandwidth'],
      ['svg', 'csv'],
    ))
})

/** Eleven drives with five runs of two cases each; by drive the mean of the first case and the scatter of its runs. */
const drives: readonly (readonly [name: string, mean: number, scatter: number])[] = [
  ...([
    ['Made-up drive A', 1180, 20],
    ['Made-up drive B', 1174, 22],
    ['Made-up drive C', 1090, 7],
  ] as const),
  ...([
    ['Made-up drive D', 1084, 9],
    ['Made-up drive E', 1012, 6],
    ['Made-up drive F', 1008, 8],
  ] as const),
  ...([
    ['Made-up drive G', 940, 60],
    ['Made-up drive H', 700, 5],
    ['Made-up drive I', 560, 4],
  ] as const),
  ...([
    ['Made-up drive J', 310, 3],
    ['Made-up drive K', 96, 1],
  ] as const),
]

function manyDrives() {
  const review = newReview()
  for (const [name, mean, scatter] of drives) {
    const plan = {
      ...{ ...samplePlan, name, id: name.replaceAll(' ', '-') },
      ...{ axes: [{ key: 'read_percent', levels: [100, 0] }], excluded: [], repetitions: 5 },
    }
    const campaignId = review.createCampaign({ ...sampleCampaign(plan), configuration: name })
    for (const { id, phase, levels, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const share = levels.read_percent === 100 ? 1 : 0.8
      const value = 1000 * share * (mean + scatter * ([0, 1, -1, 0.5, -0.5][repetition % 5] ?? 0))
      const quantity = { test: 'mixed', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
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
  }
  return review
}

/** Two drives with three runs of three cases each; of one case, no run of either has enough I/Os for a 99th percentile. */
function drivesWithFewIos() {
  const review = newReview()
  for (const [name, usual] of [
    ['Drive A', 100_000],
    ['Drive B', 120_000],
  ] as const) {
    const plan = {
      ...{ ...samplePlan, name, id: name.replace(' ', '-') },
      ...{ axes: [{ key: 'read_percent', levels: [100, 50, 0] }], excluded: [], repetitions: 3 },
    }
    const campaignId = review.createCampaign({ ...sampleCampaign(plan), configuration: name })
    for (const { id, phase, levels, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const of = { kind: 'scalar', source: 'engine', test: 'mixed', direction: 'total' } as const
      review.startRun(id, sampleStart)
      review.finishRuns([
        [
          id,
          {
            ...sampleResult(),
            observations: [
              { ...of, metric: 'latency_p99', unit: 'ns', value: usual + 1000 * repetition },
              { ...of, metric: 'io_count', unit: 'count', value: levels.read_percent === 50 ? 400 : 40_000 },
            ],
          },
        ],
      ])
    }
  }
  return review
}

describe('the ranking of measured drives', () => {
  it('counts a case with too few I/Os for a percentile once, whatever the number of drives', () => {
    const { notes, subtitle } = figureOfReview(drivesWithFewIos(), { ...ranking, metric: 'latency_p99' })
    const text = notes.map((note) => note.text).join(' ')
    expect(subtitle).toBe('Geometric mean over 2 shared cases')
    expect(text).toContain('10 I/Os beyond it: 1 case has too few in some run and is left out.')
    expect(text).not.toContain('not in every campaign')
  })

  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', (theme) =>
    expectPicture(manyDrives(), { ...ranking, reviewed: 'Made-up drive D' }, 'ranking', theme),
  )

  it('shares places if tests do not separate them, and has intervals', () => {
    const { numbers, caption, series } = figureOfReview(manyDrives(), ranking)
    const places = Array.from(numbers?.rows ?? [], ([place]) => place)
    expect(places.slice(0, 4)).toEqual(['1–2', '1–2', '3–4', '3–4'])
    expect(places.slice(-4)).toEqual(['8', '9', '10', '11'])
    expect(caption).toContain('t tests of the log ratio of every pair')
    expect(series[0]?.points.every(({ low = 0, y = 0, high = 0 }) => low < y && y < high)).toBe(true)
  })

  it('shows the runs of one case, and reports how many there are', () => {
    const figure = figureOfReview(manyDrives(), { ...ranking, cases: 'one' })
    expect(figure.series[0]?.points.map(({ dots }) => dots.length)).toEqual(drives.map(() => 5))
    expect(figure.notes.map(({ text }) => text).join(' ')).toContain('of 2 shared cases')
    expect(figure.numbers?.columns.map(({ key }) => key)).toContain('run_5')
  })

  it('lists the existing names if a name is unknown', () => {
    const { notes, y } = figureOfReview(manyDrives(), { ...ranking, relativeTo: 'Nobody' })
    expect(notes).toContainEqual(
      expect.objectContaining({
        text: 'No campaign is called Nobody.',
        advice: expect.stringContaining('Made-up drive A') as string,
      }),
    )
    expect(y.label).toBe('IOPS (millions)')
  })
})

it('ranks campaigns that share cases when another one shares none, and says so', () => {
  const rows = [4096, 4096, 65_536].flatMap((block, at) =>
    [1, 2].flatMap((run) =>
      [block, 2 * block].map((size, place) =>
        row({
          ...{ campaignId: at + 1, runId: 100 * at + 10 * run + place, levels: { block_size: size } },
          ...{ device: `Drive ${String(at + 1)}`, configuration: 'as shipped', value: 1e9 - 1e7 * at + run },
        }),
      ),
    ),
  )
  const campaigns = [1, 2, 3].map((campaignId) => ({
    ...{ campaignId, label: 'as shipped', device: `Drive ${String(campaignId)}`, failedRuns: [] },
  }))
  const built = (ids: readonly number[]) =>
    rankingFigure.build(
      { measured: measuredCasesOf(rows), published: [] },
      { kind: 'ranking', campaignIds: ids, metric: 'bandwidth', reviewed: 'Drive 3' },
      { campaigns: campaigns as never },
    )
  const { x, notes } = built([])
  expect(x.ticks?.map(({ label }) => label)).toEqual(['1. Drive 1', '2. Drive 2'])
  const texts = notes.map(({ text }) => text)
  expect(texts).toContain(
    'as shipped (Drive 3) has no case of bandwidth in common with the others and no place.',
  )
  expect(texts.join()).not.toContain('Not exactly one')
  // Of two that share none, neither is the odd one out.
  expect(built([1, 3]).notes.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('No case of bandwidth was measured in every campaign.'),
  )
})

it('ranks the plans of a suite together, by drive', () => {
  const rows = ['Mix', 'Depth'].flatMap((plan, at) =>
    [1, 2].flatMap((drive) =>
      [1, 2].map((run) =>
        row({
          ...{ campaignId: 10 * drive + at, runId: 100 * drive + 10 * at + run, campaign: plan },
          ...{ test: plan, levels: { queue_depth: 32 }, device: `vd${'ab'[drive - 1] ?? ''}` },
          ...{ configuration: `drive ${String(drive)}`, value: (at + 1) * 1e6 * drive + run },
        }),
      ),
    ),
  )
  const campaigns = [10, 11, 20, 21].map((campaignId) => ({
    ...{ campaignId, label: `drive ${String(campaignId).charAt(0)}`, failedRuns: [] },
  }))
  const built = (given: typeof rows) =>
    rankingFigure.build(
      { measured: measuredCasesOf(given), published: [] },
      { kind: 'ranking', campaignIds: [], metric: 'bandwidth', reviewed: 'Depth' },
      { campaigns: campaigns as never },
    )
  const { x, subtitle, series, notes } = built(rows)
  expect(x.ticks?.map(({ label }) => label)).toEqual(['1. drive 2', '2. drive 1'])
  expect(subtitle).toMatch(/^Geometric mean over 2 shared cases of .+ and .+$/)
  expect(series[0]?.points[0]?.y).toBeCloseTo(Math.SQRT2 * 2, 4)
  expect(notes.map(({ text }) => text).join()).not.toContain('no place')
  expect(notes.map(({ text }) => text).join()).not.toContain('several plans')
  // A case in two plans of a drive counts from the first, and the figure says so.
  const repeated = rows
    .filter(({ campaignId }) => campaignId === 10)
    .map((one) => ({ ...one, campaignId: 11, campaign: 'Depth', runId: one.runId + 1000, value: 9e6 }))
  const twice = built([...rows, ...repeated])
  expect(twice.series[0]?.points.map(({ y }) => y)).toEqual(series[0]?.points.map(({ y }) => y))
  expect(twice.notes.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(
      / was measured by several plans of one drive; only the runs of the first plan count\.$/,
    ),
  )
  // Of the same plan run again, each campaign is ranked by itself, with those that share its cases.
  const again = built(rows.map((one) => ({ ...one, campaign: 'Mix' }))).notes
  expect(again.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/ has no case of bandwidth in common with the others and no place\.$/),
  )
})

describe('the names of ranked campaigns', () => {
  /** The names on the axis, without places, of campaigns with these devices and configurations. */
  function names(all: readonly (readonly [device: string, configuration: string])[]) {
    const rows = all.flatMap(([device, configuration], at) =>
      [1, 2].map((run) =>
        row({
          ...{ campaignId: at + 1, runId: 10 * at + run, device, configuration, levels: {} },
          value: 1e9 - 1e7 * at + run,
        }),
      ),
    )
    const campaigns = all.map(([, label], at) => ({ campaignId: at + 1, label, failedRuns: [] }))
    const figure = rankingFigure.build(
      { measured: measuredCasesOf(rows), published: [] },
      { kind: 'ranking', campaignIds: [], metric: 'bandwidth' },
      { campaigns: campaigns as never },
    )
    return figure.x.ticks?.map(({ label }) => label.replace(/^[\d–]+\. /, ''))
  }

  it('are those of their devices, without their kernel names', () => {
    expect(
      names([
        ['Samsung 990 PRO (nvme0n1)', 'firmware 1'],
        ['WD SN850X (nvme1n1)', 'firmware 1'],
        ['Example (retail)', 'as shipped'],
      ]),
    ).toEqual(['Samsung 990 PRO', 'WD SN850X', 'Example (retail)'])
  })

  it('add what distinguishes campaigns of one device', () => {
    expect(
      names([
        ['Samsung 990 PRO (nvme0n1)', 'firmware 1'],
        ['Samsung 990 PRO (nvme0n1)', 'firmware 2'],
        ['WD SN850X (nvme0n1)', 'firmware 1'],
        ['Twin (nvme0n1)', 'same'],
        ['Twin (nvme1n1)', 'same'],
      ]),
    ).toEqual([
      ...['Samsung 990 PRO · firmware 1', 'Samsung 990 PRO · firmware 2', 'WD SN850X'],
      ...['Twin (nvme0n1)', 'Twin (nvme1n1)'],
    ])
  })

  it('are the usual ones if there is one device, or one without a model', () => {
    expect(
      names([
        ['vda', 'kernel 6.1'],
        ['vda', 'kernel 6.18'],
      ]),
    ).toEqual(['kernel 6.1', 'kernel 6.18'])
    expect(
      names([
        ['vda', 'old drive'],
        ['WD SN850X (nvme0n1)', 'new drive'],
      ]),
    ).toEqual(['old drive', 'new drive'])
  })

  it('stay whole, however long', () => {
    const long = (end: string) => `A drive ${'whose name says little '.repeat(5)}${end}`
    const all = [long('one'), long('two')]
    expect(names(all.map((name) => [name, ''] as const))).toEqual(all)
  })
})

it('refuses the options of a ranking for another figure', async () => {
  const done = await runCaptured(
    exportCommand,
    pathOf('tpcc-servers'),
    ...['--figure', 'mix-sweep', '--relative-to', 'MySQL 5.5.8', '--out', 'x.png'],
  )
  expect(done).toMatchObject({ status: 2 })
  expect(done.stderr).toContain('a mix-sweep figure has no --relative-to')
})

it('names in the small print how values were compared, and no test where there was none', () => {
  const prints = (id: string, settings: Parameters<typeof figureOfReview>[1]) =>
    figureOfReview(sample(id), settings).smallPrint.join(' ')
  const side = (key: string, value: string) => [{ key, value }]
  const sizes = { baseline: side('block_size', '4k'), candidates: [side('block_size', '64k')] }
  expect(
    prints('fio-read-write-mix', {
      kind: 'percent-difference',
      campaignIds: [],
      metric: 'iops',
      comparison: sizes,
    }),
  ).toContain('statistics: default (log ratio of interleaved pairs, Student t; Benjamini-Hochberg;')
  const cards = {
    baseline: side('device', 'Fusion-io Duo 320 GB'),
    candidates: [side('device', 'tachIOn 400 GB')],
  }
  expect(
    prints('flash-card-prices', {
      kind: 'percent-difference',
      campaignIds: [],
      metric: 'bandwidth',
      comparison: cards,
    }),
  ).toContain('statistics: as printed, not tested')
  expect(prints('flashmax-generations', { kind: 'ranking', campaignIds: [], metric: 'bandwidth' })).toContain(
    'statistics: geometric mean, without intervals',
  )
  expect(
    prints('tachion-fill-level', { kind: 'fill-level', campaignIds: [], metric: 'bandwidth' }),
  ).toContain('statistics: means as printed')
})

describe('the ranking by a percentile of latency', () => {
  const byP95 = { ...ranking, metric: 'completion_latency_p95' } as const
  const run = (ios: number, slowUs: number) => [ios, slowUs * 1000] as const
  const even = [99, 100, 101, 100, 100].map((us) => run(1000, us))
  const slower = [200, 202, 204, 206].map((us) => run(1000, us))

  it('separates drives whose runs and all I/Os agree', () => {
    const figure = figureOfReview(tailReview([even, [...slower, run(1000, 190)]]), byP95)
    expect(figure.x.ticks?.map(({ label }) => label)).toEqual(['1. drive A', '2. drive B'])
    expect(figure.caption).not.toContain('few runs')
    expect(figure.families).toEqual([
      { name: 'places of 2 campaigns by 95th percentile completion latency', tests: 1 },
    ])
  })

  it('separates none where few runs hold most slow I/Os', () => {
    // The last run of drive B made most I/Os, faster ones than its others.
    const figure = figureOfReview(tailReview([even, [...slower, run(20_000, 190)]]), byP95)
    expect(figure.x.ticks?.map(({ label }) => label)).toEqual(['1–2. drive A', '1–2. drive B'])
    expect(figure.caption).toContain('1 pair in which few runs hold most slow I/Os is not separated.')
    expect(figure.notes.map(({ text }) => text)).toContain(
      'drive B: few runs hold most slow I/Os; all I/Os and the mean of the runs differ by more than its interval.',
    )
    const at = figure.numbers?.columns.findIndex(({ key }) => key === 'all_ios') ?? -1
    const rows = Array.from(figure.numbers?.rows ?? [], (row) => row[at])
    expect(rows).toEqual([100, 190])
  })

  it('has an interval above 0, on the log scale that its places are judged on', () => {
    const wide = [60, 120, 800].map((us) => run(1000, us))
    const figure = figureOfReview(tailReview([even.slice(0, 3), wide]), byP95)
    const { y = 0, low = 0, high = 0 } = figure.series[0]?.points[1] ?? {}
    expect(low).toBeGreaterThan(0)
    expect(y / low).toBeCloseTo(high / y, 9)
    expect(figure.caption).toContain('Student t, on the log scale where that would reach 0')
  })
})
