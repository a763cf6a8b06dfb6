import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { exportCommand } from '../../../src/cli/commands/export'
import type { DeviceCard } from '../../../src/core/devices/device-card'
import { runCaptured } from '../../cli/capture-output'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../store/sample-review'
import { expectExports, expectPicture } from './figure-pictures'

// The day of a run is in the small print.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

const path = join(import.meta.dirname, '../../../resources/samples/flash-card-prices.benchwright')
const sample = () => closing(openReview(path, { mode: 'read' }))
const price = { kind: 'price', campaignIds: [], metric: 'iops' } as const

/** Five runs of random reads by drive; the mean IOPS or latency in ns, and the contents of its card. `configuration`: one for all drives; their names if unset. */
function drives(
  all: readonly (readonly [name: string, mean: number, card: DeviceCard | undefined])[],
  configuration?: string,
  metric: 'iops' | 'latency_mean' = 'iops',
): ReviewWriter {
  const review = newReview()
  for (const [name, mean, card] of all) {
    const plan = {
      ...{ ...samplePlan, name, id: name.replaceAll(' ', '-') },
      base: { ...samplePlan.base, pattern: 'random-read' },
      ...{ axes: [{ key: 'queue_depth', levels: [1, 32] }], excluded: [], repetitions: 5 },
    }
    const campaignId = review.createCampaign({
      ...{ ...sampleCampaign(plan), configuration: configuration ?? name },
    })
    if (configuration !== undefined)
      review.setHostRecord(
        campaignId,
        { name: 'lab', device: { name: 'sda', model: name }, raw: {} },
        undefined,
      )
    for (const { id, phase, levels, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const share = levels.queue_depth === 1 ? 0.1 : 1
      const value = share * mean * (1 + 0.01 * ([0, 1, -1, 0.5, -0.5][repetition % 5] ?? 0))
      const unit = metric === 'iops' ? ('IOPS' as const) : ('ns' as const)
      const quantity = { test: 'random-read', direction: 'total', metric, unit } as const
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
    if (card !== undefined) review.cards.saveDevice({ name, card: { ...card, standsFor: [name] } })
  }
  return review
}

it('names few of many devices without a price, and counts the rest', () => {
  const all = Array.from({ length: 9 }, (_, at) => [`Drive ${String(at + 1)}`, 1000, undefined] as const)
  const review = drives([
    ['Priced', 2000, { soldBytes: 1e12, price: { amount: 100, currency: 'EUR' } }],
    ...all,
  ])
  const { notes } = figureOfReview(review, { ...price, cases: 'one', view: 'per-money' })
  expect(notes[0]?.text).toMatch(
    /^No priced device card is known for (Drive \d+, ){7}Drive \d+ and 1 more\.$/,
  )
})

it('mentions a frontier only if there is a line, and better only if two are shown', () => {
  const caption = (all: Parameters<typeof drives>[0], view: 'scatter' | 'per-usable-gb') =>
    figureOfReview(drives(all), { ...price, view }).caption
  const cheap = ['Drive A', 600_000, { soldBytes: 1e12, price: usd(100) }] as const
  const worse = ['Drive B', 500_000, { soldBytes: 1e12, price: usd(140) }] as const
  const better = ['Drive C', 900_000, { soldBytes: 1e12, price: usd(240) }] as const
  expect(caption([cheap], 'scatter')).not.toMatch(/Dashed|better/)
  expect(caption([cheap], 'per-usable-gb')).not.toContain('Shorter')
  expect(caption([cheap, worse], 'scatter')).not.toContain('Dashed')
  expect(caption([cheap, worse], 'scatter')).toContain('Higher and further left is better.')
  expect(caption([cheap, worse], 'per-usable-gb')).toContain('Lower is better.')
  expect(caption([cheap, better], 'scatter')).toContain('Dashed: no cheaper device has a better mean.')
})

it('divides by a price only what is better when there is more of it', () => {
  const review = drives(
    [
      ['Drive A', 350_000, { soldBytes: 1e12, price: usd(100) }],
      ['Drive B', 700_000, { soldBytes: 1e12, price: usd(50) }],
    ],
    undefined,
    'latency_mean',
  )
  const latency = { ...price, metric: 'latency_mean', cases: 'one' } as const
  const perMoney = figureOfReview(review, { ...latency, view: 'per-money' })
  expect(perMoney.caption).toBe('No data.')
  expect(perMoney.notes.map(({ text }) => text)).toContain(
    'Mean latency is not divided by a price: lower is better, so more of it for the money is worse. Choose a metric of which more is better, or price against performance.',
  )
  const scatter = figureOfReview(review, { ...latency, view: 'scatter' })
  expect(scatter.caption).toContain('Lower and further left is better.')
  expect(scatter.numbers?.columns.map(({ key }) => key)).not.toContain('per_money')
})

it('names the case and the statistics of its performance', () => {
  const review = drives([
    ['Drive A', 600_000, { soldBytes: 1e12, price: usd(100) }],
    ['Drive B', 550_000, { soldBytes: 1e12, price: usd(140) }],
  ])
  const one = figureOfReview(review, { ...price, view: 'scatter', cases: 'one', fixed: { queue_depth: 32 } })
  expect(one.title).toMatch(/^Random read[:,] /)
  expect(one.subtitle).toBe('QD 32 · Direct I/O on')
  expect(one.smallPrint.join(' ')).toContain('statistics: mean, Student t')
  const all = figureOfReview(review, { ...price, view: 'scatter' })
  expect(all.subtitle).toBe('Geometric mean over 2 shared cases')
  expect(all.smallPrint.join(' ')).toContain('statistics: geometric mean, t on the log scale')
  expect(figureOfReview(review, { ...price, view: 'per-usable-gb' }).subtitle).toBe('')
})

const usd = (amount: number) => ({ amount, currency: 'USD', date: '2026-11-01', source: 'shop.example' })
const four = () =>
  drives([
    ['Drive A', 600_000, { soldBytes: 1e12, price: usd(100), ratedEndurance: 600e12 }],
    ['Drive B', 550_000, { soldBytes: 1e12, price: usd(140) }],
    ['Drive C', 900_000, { soldBytes: 2e12, usableBytes: 1.5e12, price: usd(240) }],
    ['Drive D', 300_000, { soldBytes: 1e12, price: usd(60) }],
  ])

const priceViews = ['per-usable-gb', 'per-sold-gb', 'per-tb-written', 'per-money', 'scatter'] as const

describe('the printed prices', () => {
  it('are recomputed, and what print rounds or gets wrong is named', () => {
    const { series, x, caption: written, title, y } = figureOfReview(sample(), price)
    const caption = written.replace(/\s/g, ' ')
    expect(title).toBe('Price per usable GB')
    expect(y.label).toBe('Price per usable GB (USD)')
    expect(x.ticks?.map(({ label }) => label)).toEqual([
      'Virident tachIOn 400 GB',
      'Fusion-io 160 GB SLC',
      'Fusion-io 160 GB SLC, 25 % reserved',
    ])
    const values = series[0]?.points.map((point) => point.y)
    expect(values).toEqual([34, expect.closeTo(39.4312, 4), expect.closeTo(52.5749, 4)])
    expect(caption).toContain('6,308.99 USD for 160 GB is 39.43 USD/GB; the source prints 39.5.')
    expect(caption).toContain('with 25 % reserved, a usable GB costs 33.3 % more than one sold.')
    expect(caption).toContain('the article says that 25 % of reserved space makes a GB 25 % dearer.')
    // 34 is what 13,600 / 400 is.
    expect(caption).not.toContain('prints 34')
  })

  it('are compared with the printed throughput of the card that has both', () => {
    const { series, notes, subtitle, smallPrint } = figureOfReview(sample(), {
      ...price,
      ...{ metric: 'bandwidth', view: 'per-money' },
    })
    // The small print is of what is drawn.
    expect(smallPrint.join(' ')).toContain('tachIOn 400 GB')
    expect(smallPrint.join(' ')).not.toContain('Fusion-io Duo')
    expect(subtitle).toBe('Geometric mean over 9 shared cases')
    const mib = [990, 980, 964, 872, 783, 669, 611, 502, 417]
    const mean = Math.exp(mib.reduce((sum, value) => sum + Math.log(value * 2 ** 20), 0) / mib.length)
    // In the unit of print.
    expect(series[0]?.points.map((point) => point.y)).toEqual([expect.closeTo(mean / 2 ** 20 / 13_600, 9)])
    expect(notes.map(({ text }) => text).join(' ')).toContain(
      'No priced device card is known for Fusion-io Duo',
    )
  })

  it('are written by the command line in every format', () =>
    expectExports(path, ['--figure', 'price', '--set', 'view=per-usable-gb']))
})

describe('price against performance', () => {
  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', (theme) =>
    expectPicture(four(), { ...price, cases: 'one', fixed: { queue_depth: 32 } }, 'price-scatter', theme),
  )

  it('marks those that nothing cheaper outperforms', () => {
    const { series } = figureOfReview(four(), {
      ...price,
      against: 'price',
      cases: 'one',
      fixed: { queue_depth: 32 },
    })
    const names = (id: string) => series.find((one) => one.id === id)?.points.map(({ name, x }) => [name, x])
    expect(names('frontier')).toEqual([
      ['Drive D', 60],
      ['Drive A', 100],
      ['Drive C', 240],
    ])
    expect(names('others')).toEqual([['Drive B', 140]])
  })

  it('counts usable capacity, operations per unit of money, and TB written', () => {
    const { numbers } = figureOfReview(four(), { ...price, cases: 'one', fixed: { queue_depth: 32 } })
    const at = (key: string) => numbers?.columns.findIndex((column) => column.key === key) ?? -1
    const rows = Array.from(numbers?.rows ?? [])
    const column = (key: string) => rows.map((row) => row[at(key)])
    expect(column('per_usable_gb')).toEqual([0.1, 0.14, 0.16, 0.06])
    expect(column('dearer_percent')).toEqual([undefined, undefined, expect.closeTo(100 / 3, 9), undefined])
    expect(column('per_money').map(Number)).toEqual([6000, expect.closeTo(550_000 / 140, 6), 3750, 5000])
    expect(numbers?.columns[at('per_money')]?.unit).toBe('IOPS per USD')
    expect(column('per_tb_written')).toEqual([expect.closeTo(1 / 6, 9), undefined, undefined, undefined])
  })

  it('has the unit of what is drawn, which the tip of a bar shows', () => {
    const review = four()
    const unitOf = (view: (typeof priceViews)[number]) => figureOfReview(review, { ...price, view }).unit
    expect(priceViews.map(unitOf)).toEqual(['USD/GB', 'USD/GB', 'USD/TB', 'IOPS/USD', 'k IOPS'])
  })

  it('never mixes currencies without a rate, and prints the given rate', () => {
    const review = drives([
      ['Drive A', 600_000, { soldBytes: 1e12, price: usd(108) }],
      ['Drive B', 550_000, { soldBytes: 1e12, price: { amount: 100, currency: 'EUR' } }],
    ])
    expect(() => figureOfReview(review, price)).toThrow(
      'Prices are in EUR and USD, and no rate from EUR to USD',
    )
    const { caption, series } = figureOfReview(review, {
      ...price,
      ...{ rates: '1 EUR = 1.08 USD', view: 'per-sold-gb' },
    })
    expect(series[0]?.points.map((point) => point.y)).toEqual([
      expect.closeTo(0.108, 9),
      expect.closeTo(0.108, 9),
    ])
    expect(caption).toContain('1 EUR = 1.08 USD.')
    const euros = figureOfReview(review, {
      ...price,
      ...{ currency: 'EUR', rates: '1 EUR = 1.08 USD', view: 'per-sold-gb' },
    })
    expect(euros.y.label).toContain('(EUR)')
    expect(euros.series[0]?.points[0]?.y).toBeCloseTo(0.1, 9)
  })

  it('is refused by the command line with the remedy, and drawn with a rate', async () => {
    const review = drives([
      ['Drive A', 600_000, { soldBytes: 1e12, price: usd(108) }],
      ['Drive B', 550_000, { soldBytes: 1e12, price: { amount: 100, currency: 'EUR' } }],
    ])
    const out = join(review.path, '..', 'price.csv')
    const command = [review.path, '--figure', 'price', '--out', out] as const
    const refused = await runCaptured(exportCommand, ...command)
    expect(refused.status).toBe(2)
    expect(refused.stderr).toContain('1 EUR = 1.08 USD')
    const done = await runCaptured(exportCommand, ...command, '--set', 'rates=1 EUR = 1.1 USD')
    expect(done).toMatchObject({ status: 0 })
    const wrong = await runCaptured(exportCommand, ...command, '--set', 'rates=1.1')
    expect(wrong.status).toBe(2)
  })

  it('says what to do if there is no card', async () => {
    const review = drives([['Drive A', 600_000, undefined]])
    const out = join(review.path, '..', 'price.csv')
    const done = await runCaptured(exportCommand, review.path, '--figure', 'price', '--out', out)
    expect(done.status).toBe(2)
    expect(done.stderr).toContain('No device card states a price.')
  })
})

describe('the specification against the measurement', () => {
  const promising = () =>
    drives([
      [
        'Drive A',
        548_000,
        {
          promises: [
            { metric: 'iops', value: 600_000, workload: { pattern: 'random-read' } },
            { metric: 'iops', value: 54_700, workload: { pattern: 'random-read', queue_depth: 1 } },
            { metric: 'bandwidth', value: 7e9, workload: { pattern: 'sequential-read' } },
          ],
        },
      ],
    ])

  it('compares the best case that agrees with each promise, with its interval', () => {
    const { numbers, printed, notes, caption } = figureOfReview(promising(), {
      ...{ kind: 'specification', campaignIds: [], metric: 'iops' },
    })
    const rows = Array.from(printed?.rows ?? []).map((row) =>
      row.map((cell) => String(cell).replace(/\s/g, ' ')),
    )
    // 548,000 ± t(0.975, 4) s/√5 with s = 548,000 × 0.01 × √(2.5/4).
    expect(rows).toEqual([
      [
        ...[
          'IOPS, Random read (best of 2: QD 32)',
          '600,000 IOPS',
          '548,000 IOPS',
          '542,621 to 553,379',
          '5',
        ],
        '8.67 % less',
      ],
      [
        ...['IOPS, Random read · QD 1', '54,700 IOPS', '54,800 IOPS', '54,262 to 55,338', '5'],
        '0.18 % more; the interval holds the advertised number',
      ],
    ])
    const [first] = Array.from(numbers?.rows ?? [])
    const half = (2.776445 * 548_000 * 0.01 * Math.sqrt(2.5 / 4)) / Math.sqrt(5)
    const [advertised, n, mean, low, high, difference] = (first ?? []).slice(7, 13).map(Number)
    expect([advertised, n]).toEqual([600_000, 5])
    expect(mean).toBeCloseTo(548_000, 6)
    expect(low).toBeCloseTo(548_000 - half, 0)
    expect(high).toBeCloseTo(548_000 + half, 0)
    expect(difference).toBeCloseTo(-8.6667, 3)
    expect(caption).toContain('the best one is set against it')
    expect(notes.map(({ text }) => text)).toEqual([
      expect.stringContaining('Drive A: nothing was measured that agrees with 7'),
    ])
  })

  it('prints a single run and a round promise without digits that nobody measured', () => {
    const review = newReview()
    const plan = {
      ...{ ...samplePlan, base: { ...samplePlan.base, pattern: 'sequential-read' } },
      ...{ axes: [{ key: 'queue_depth', levels: [32] }], excluded: [], repetitions: 1 },
    }
    const campaignId = review.createCampaign(sampleCampaign(plan, 'Drive A'))
    const bandwidth = { metric: 'bandwidth', unit: 'B/s', value: 3.456_789_12e9 } as const
    for (const { id, phase } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const scalar = {
        kind: 'scalar',
        source: 'engine',
        test: 'sequential-read',
        direction: 'total',
      } as const
      review.startRun(id, sampleStart)
      review.finishRuns([[id, { ...sampleResult(), observations: [{ ...scalar, ...bandwidth }] }]])
    }
    const promises = [
      { metric: 'bandwidth', value: 3.5e9, workload: { pattern: 'sequential-read' } },
    ] as const
    review.cards.saveDevice({ name: 'Drive A', card: { standsFor: ['Drive A'], promises: [...promises] } })
    const { printed } = figureOfReview(review, {
      ...{ kind: 'specification', campaignIds: [], metric: 'bandwidth' },
    })
    const [row] = Array.from(printed?.rows ?? [])
    expect(row?.slice(1, 4)).toEqual(['3.5\u202fGB/s', '3.457\u202fGB/s', undefined])
  })

  it('is written by the command line in every format', () =>
    expectExports(promising().path, ['--figure', 'specification']))

  it('states the best of all plans that measured a device in one configuration', () => {
    const promises = [{ metric: 'iops', value: 600_000, workload: { pattern: 'random-read' } }] as const
    const review = drives(
      [
        ['Mix', 400_000, undefined],
        ['Depth', 548_000, undefined],
      ],
      'as shipped',
    )
    const card = { standsFor: ['Mix', 'Depth'], promises: [...promises] }
    review.cards.saveDevice({ name: 'Drive A', card })
    const { printed } = figureOfReview(review, {
      ...{ kind: 'specification', campaignIds: [], metric: 'iops' },
    })
    const rows = Array.from(printed?.rows ?? [], (row) => row.map((cell) => String(cell)))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.join(' ')).toContain('(best of 4: QD 32) 600,000\u202fIOPS 548,000\u202fIOPS')
  })

  it('gives a difference that rounds to zero no direction, and a case without levels of its own no name', () => {
    const workload = { pattern: 'random-read', queue_depth: 32 }
    const review = drives(
      [
        ['Mix', 400_000, undefined],
        ['Depth', 548_000, undefined],
      ],
      'as shipped',
    )
    const card = { standsFor: ['Mix', 'Depth'], promises: [{ metric: 'iops', value: 548_001, workload }] }
    review.cards.saveDevice({ name: 'Drive A', card })
    const { printed } = figureOfReview(review, {
      ...{ kind: 'specification', campaignIds: [], metric: 'iops' },
    })
    const [row = []] = Array.from(printed?.rows ?? [], (cells) => cells.map((cell) => String(cell)))
    expect(row[0]).toBe('IOPS, Random read · QD 32 (best of 2)')
    expect(row.at(-1)).toBe('0.00\u202f%; the interval holds the advertised number')
  })

  it('names in its small print only campaigns that it has numbers of, whatever they are called', () => {
    const promises = [{ metric: 'iops', value: 600_000, workload: { pattern: 'random-read' } }] as const
    const review = drives(
      [
        ['Drive A', 548_000, { promises: [...promises] }],
        ['Drive B', 400_000, undefined],
      ],
      'as shipped',
    )
    const figure = figureOfReview(review, {
      ...{ kind: 'specification', campaignIds: [], metric: 'iops' },
    })
    expect(figure.numbers?.rows.length).toBe(1)
    expect(figure.smallPrint.join(' ')).toContain('Drive A')
    expect(figure.smallPrint.join(' ')).not.toContain('Drive B')
  })

  it('says what to do if no card promises anything', () => {
    const { notes, numbers } = figureOfReview(four(), {
      ...{ kind: 'specification', campaignIds: [], metric: 'iops' },
    })
    expect(numbers?.rows.length).toBe(0)
    expect(notes[0]?.text).toContain('No device card states what its vendor promises.')
  })
})
