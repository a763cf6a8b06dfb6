import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Axis, PreparationStep } from '../../../src/core/plan/plan'
import { addEngine } from '../../../src/core/engines/registry'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { FioWorkshop } from '../runner/fio-workshop'
import { drive, queueingEngine } from './queueing-engine'

/**
 * * A drive with exactly known behaviour, measured like any other: planned, run, stored and drawn. Eight channels, each
 * serving its randomly arriving requests in 80 µs on average, exponentially distributed.
 *
 * With N requests always outstanding it is a closed network of equal stations: X(N) = (N/S) c/(N + c - 1). That is the
 * Universal Scalability Law with λ = 1/S, σ = 1/c, κ = 0, and it tends to c/S. At an offered rate λ every channel is an
 * M/M/1 queue: response times are exponential with the mean 1/(1/S - λ/c).
 */
const { channels, serviceNs } = drive
const depths = [1, 4, 16, 32, 64, 128, 256]
const shares = [20, 50, 80, 110]
const capacityDepth = 1024

const throughput = (depth: number) => ((depth * 1e9) / serviceNs) * (channels / (depth + channels - 1))
const responseNs = (iops: number) => 1e9 / (1e9 / serviceNs - iops / channels)

let shop: FioWorkshop
let remove: () => void
let depthId: number
let loadId: number

async function measure(
  name: string,
  axis: Axis,
  preparation: readonly PreparationStep[],
  repetitions: number,
) {
  const identity = { id: name, seed: 11, target: { kind: 'none' } } as const
  const plan = newPlan(identity, { name, engine: 'queueing', base: {}, axes: [axis], repetitions })
  const campaignId = await shop.start({ ...plan, preparation })
  expect(await shop.runner.ended(campaignId), shop.logText(campaignId)).toBe('done')
  expect(new Set(shop.states(campaignId))).toEqual(new Set(['done']))
  return campaignId
}

beforeAll(async () => {
  remove = addEngine(queueingEngine)
  shop = new FioWorkshop()
  depthId = await measure('depths', { key: 'queue_depth', levels: depths }, [], 3)
  const findCapacity = { kind: 'capacity', seconds: 1, queueDepth: capacityDepth } as const
  loadId = await measure('loads', { key: 'offered_percent', levels: shares }, [findCapacity], 5)
})
afterAll(async () => {
  await shop.close()
  remove()
})

/** A figure, and its numbers by the keys of their columns. */
function figureOf(settings: FigureSettings) {
  const figure = figureOfReview(shop.store, settings)
  const { columns = [], rows = [] } = figure.numbers ?? {}
  const named = Array.from(rows, (row) => Object.fromEntries(columns.map(({ key }, at) => [key, row[at]])))
  return { figure, rows: named }
}

/** An interval and the value it has to contain. */
interface Recovered {
  readonly what: string
  readonly truth: number
  readonly low: number
  readonly high: number
}

const misses = (all: readonly Recovered[]) =>
  all.filter(({ truth, low, high }) => truth < low || truth > high)

/**
 * At most one of these intervals, which contain the truth in 95 of 100 cases, may miss it; and they are informative.
 */
function expectRecovered(all: readonly Recovered[], widest: number): void {
  expect(misses(all).length, JSON.stringify(misses(all))).toBeLessThanOrEqual(1)
  for (const { what, truth, low, high } of all) expect((high - low) / truth, what).toBeLessThan(widest)
}

const nsOf: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }

describe('a drive of known behaviour, through plan, runner, store and figure', () => {
  it('has the throughput of its depth, and the law behind it', () => {
    const { figure, rows } = figureOf({ kind: 'scaling', campaignIds: [depthId], metric: 'iops' })
    expect(rows.map((row) => row.queue_depth)).toEqual(depths)
    expectRecovered(
      rows.map((row) => ({
        what: `queue depth ${String(row.queue_depth)}`,
        truth: throughput(Number(row.queue_depth)) / 1000,
        ...{ low: Number(row.iops_low), high: Number(row.iops_high) },
      })),
      0.06,
    )
    const law = figure.smallPrint.find((text) => text.startsWith('USL fit')) ?? ''
    const ends = (name: string) => {
      const [, low, high] = new RegExp(`${name} = [^()]*\\(([\\d.,e−-]+) to ([\\d.,e−-]+)\\)`).exec(law) ?? []
      const number = (text = '') => Number(text.replaceAll(',', '').replace('−', '-'))
      return { what: `${name} of ${law}`, low: number(low), high: number(high) }
    }
    const parameters = [
      { ...ends('λ'), truth: 1e6 / serviceNs },
      { ...ends('σ'), truth: 1 / channels },
      { ...ends('κ'), truth: 0 },
    ]
    expect(misses(parameters)).toEqual([])
  })

  it('has its knee, and no more latency than Little’s law allows', () => {
    const { figure, rows } = figureOf({ kind: 'scaling', campaignIds: [depthId], metric: 'iops' })
    const best = throughput(256)
    const knee = depths.find((depth) => throughput(depth) >= 0.95 * best)
    expect(knee).toBe(128)
    expect(rows.filter((row) => row.is_knee).map((row) => row.queue_depth)).toEqual([knee])
    for (const row of rows) {
      const ratio = Number(row.mean_latency) / Number(row.little_latency)
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02)
    }
    expect(figure.notes).toEqual([])
    const curve = figureOf({ kind: 'latency-throughput', campaignIds: [depthId], metric: 'latency_mean' })
    expect(curve.rows.filter((row) => row.is_knee).map((row) => row.queue_depth)).toEqual([knee])
  })

  it('has its capacity found, and the response times of an open queue below it', () => {
    const found = shop.store.runs(loadId).find(({ phase }) => phase === 'prepare')?.headline.iops ?? NaN
    // One run of 200,000 requests: its standard error is a fifth of a percent.
    expect(Math.abs(found / throughput(capacityDepth) - 1)).toBeLessThan(0.01)
    const { figure, rows } = figureOf({ kind: 'offered-load', campaignIds: [loadId], metric: 'latency_mean' })
    expect(rows.map((row) => row.offered_percent)).toEqual(shares)
    for (const row of rows) {
      const offered = (Number(row.offered_percent) * found) / 100
      expect(Math.abs((Number(row.offered) * 1000) / offered - 1)).toBeLessThan(0.001)
    }
    expect(rows.filter((row) => row.is_saturated).map((row) => row.offered_percent)).toEqual([110])
    const factor = nsOf[figure.unit] ?? NaN
    expectRecovered(
      rows
        .filter((row) => !row.is_saturated)
        .map((row) => ({
          what: `${String(row.offered_percent)} % offered`,
          truth: responseNs(Number(row.offered) * 1000) / factor,
          ...{ low: Number(row.latency_low), high: Number(row.latency_high) },
        })),
      0.12,
    )
  })

  it('has the percentiles of an exponential distribution', () => {
    const { figure, rows } = figureOf({ kind: 'latency-percentiles', campaignIds: [loadId], metric: '' })
    expect(figure.caption).not.toContain('at fixed depth')
    const factor = nsOf[figure.unit] ?? NaN
    const found = shop.store.runs(loadId).find(({ phase }) => phase === 'prepare')?.headline.iops ?? NaN
    const printed = rows.flatMap((row) => {
      const share = Number(/\d+/.exec(String(row.line))?.[0])
      const percent = Number(row.percentile)
      // Beyond saturation there is no distribution; a percentile with few I/Os beyond has no interval from five runs.
      if (share > 100 || percent > 99.9) return []
      const truth = (-Math.log(1 - percent / 100) * responseNs((share * found) / 100)) / factor
      // A percentile is the middle of its bin, which is 1/64 of a power of two wide.
      const bin = truth / 64
      return [
        {
          ...{ what: `${String(percent)} % at ${String(share)} %`, truth },
          ...{ low: Number(row.low) - bin / 2, high: Number(row.high) + bin / 2 },
        },
      ]
    })
    expect(printed).toHaveLength(15)
    expectRecovered(printed, 0.25)
  })
})
