import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { cellTexts } from '../../../src/core/document/printed-table'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { finish } from '../../../src/core/iterables'
import type { PublishedValue } from '../../../src/core/results/published-result'
import { samplePublication } from '../store/sample-import'
import { requests, scattered, SimulatedReview } from './simulated'

const milliseconds = { unit: 'ms', factor: 1e6 }

/** Printed 99th percentiles of latency, of drives that print does not name. */
function print(made: SimulatedReview, configuration: string, value: PublishedValue): void {
  const levels = { queue_depth: 1 }
  const plan = {
    ...samplePublication().plan,
    ...{ name: 'Printed table', base: { pattern: 'random', block_size: 4096 } },
    axes: [{ key: 'queue_depth', levels: [1] }],
  }
  const quantity = { test: 'random-read', direction: 'total', metric: 'latency_p99', unit: 'ns' } as const
  finish(
    made.review.importCampaigns([
      {
        ...samplePublication(),
        ...{ plan, configuration, cases: [{ index: 0, key: 'queue_depth=1', levels }] },
        hostRecord: { name: 'unknown', raw: {} },
        published: [{ caseIndex: 0, result: { ...quantity, levels, value } }],
      },
    ]),
  )
}

function printedReview(): SimulatedReview {
  const made = new SimulatedReview()
  print(made, 'old', { kind: 'summary', mean: 1.49e6, form: { ...milliseconds, decimals: 2 } })
  print(made, 'new', { kind: 'summary', mean: 2.5e6, form: { ...milliseconds, decimals: 1 } })
  return made
}

/** The texts of a table, by the key of their column. */
function columnsOf({ numbers }: Figure): ReadonlyMap<string, readonly string[]> {
  if (numbers === undefined) throw new Error('The figure has no table')
  const textOf = cellTexts(numbers)
  const rows = Array.from(numbers.rows)
  return new Map(numbers.columns.map(({ key }, at) => [key, rows.map((row) => textOf(row, at))]))
}

const headOf = ({ numbers }: Figure, key: string) =>
  numbers?.columns.find((column) => column.key === key)?.label

const ranking = { kind: 'ranking', campaignIds: [] } as const

it('ranks printed numbers with their digits, and calls no drive unknown', () => {
  const columns = columnsOf(figureOfReview(printedReview().review, { ...ranking, metric: 'latency_p99' }))
  expect(columns.get('latency_p99')).toEqual(['1.49', '2.5'])
  expect(columns.get('device')?.join('')).not.toMatch(/unknown/i)
})

it('calls a printed percentile no mean of runs', () => {
  const side = (value: string) => [{ key: 'configuration', value }]
  const comparison = { baseline: side('old'), candidates: [side('new')], metric: 'latency_p99' }
  const titleOf = (kind: 'comparison' | 'percent-difference' | 'advantage-table') => {
    const { title, y } = figureOfReview(printedReview().review, {
      ...{ kind, campaignIds: [], metric: 'latency_p99', comparison },
    })
    return `${title} ${y.label}`
  }
  for (const kind of ['comparison', 'percent-difference', 'advantage-table'] as const) {
    expect(titleOf(kind)).toContain('99th percentile latency')
    expect(titleOf(kind)).not.toContain('runs')
  }
})

/** Drives that were measured at some depths. */
function measured(drives: readonly string[], depths: readonly number[]): SimulatedReview {
  const made = new SimulatedReview()
  for (const [at, drive] of drives.entries())
    made.add({
      plan: {
        ...{ name: 'Depths', base: { pattern: 'random', block_size: 4096 }, repetitions: 5 },
        axes: [{ key: 'queue_depth', levels: depths }],
      },
      drive,
      measure: ({ queue_depth }, repetition) =>
        requests(
          'random-read',
          scattered((at + 1) * 1000 * Number(queue_depth), 0.01, repetition),
          4096,
          100,
        ),
    })
  return made
}

it('calls a drive that is ranked alone by its own name', () => {
  const { review } = measured(['Swift 1 TB'], [1, 4])
  const figure = figureOfReview(review, { ...ranking, metric: 'iops' })
  expect(figure.x.ticks?.map(({ label }) => label)).toEqual(['1. Swift 1 TB'])
})

it('gives reported and expected latencies in the unit of the figure', () => {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Depths', base: { pattern: 'random', block_size: 4096 }, repetitions: 5 },
      axes: [{ key: 'queue_depth', levels: [1, 64] }],
    },
    drive: 'Swift',
    // Half of what is asked for is outstanding.
    measure: ({ queue_depth }, repetition) =>
      requests('random-read', scattered(2000, 0.01, repetition), 4096, 100, Number(queue_depth) / 2),
  })
  for (const unit of ['µs', 'ms']) {
    const { notes } = figureOfReview(made.review, {
      ...{ kind: 'mix-sweep', campaignIds: [], metric: 'latency_mean', xKey: 'queue_depth', unit },
    })
    const text = notes.map((note) => note.text).find((one) => one.includes('Little')) ?? ''
    const units = Array.from(text.matchAll(/\s(\S+) (?:reported|expected)/g), ([, found]) => found)
    expect(units).toEqual([unit, unit, unit, unit])
  }
})

it('heads geometric means as such, and the mean of one case by its metric', () => {
  const price = { soldBytes: 1e12, price: { amount: 100, currency: 'EUR' } }
  for (const [depths, head] of [
    [[1, 4], 'Geometric mean of bandwidth'],
    [[1], 'Bandwidth'],
  ] as const) {
    const { review } = measured(['Swift', 'Tortoise'], depths)
    for (const name of ['Swift', 'Tortoise']) review.cards.saveDevice({ name, card: price })
    for (const kind of ['ranking', 'price'] as const)
      expect(
        headOf(figureOfReview(review, { kind, campaignIds: [], metric: 'bandwidth' }), 'bandwidth'),
      ).toBe(head)
  }
})
