import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportCommand } from '../../../src/cli/commands/export'
import { runCaptured } from '../../cli/capture-output'
import { openReview } from '../../../src/bench/store/open-review'
import { closing, temporaryFolder } from '../store/sample-review'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { expectExports, expectPicture } from './figure-pictures'
import { drive, loadReview } from './load-review'

const kinds = [
  ['latency-throughput', 1],
  ['scaling', 1],
  ['offered-load', 2],
] as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

/** Rows of a figure by the keys of its columns. */
function rowsOf(settings: FigureSettings, review = loadReview().review) {
  const figure = figureOfReview(review, settings)
  const { columns = [], rows = [] } = figure.numbers ?? {}
  return {
    figure,
    rows: Array.from(rows, (row) => Object.fromEntries(columns.map(({ key }, at) => [key, row[at]]))),
  }
}

describe.each(kinds)('a %s figure of a review', (kind, campaignId) => {
  const settings = { kind, campaignIds: [campaignId], metric: 'iops' } as FigureSettings

  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', (theme) =>
    expectPicture(loadReview().review, settings, kind, theme),
  )

  it('is written in every format by the command line', async () => {
    const { review } = loadReview()
    await expectExports(review.path, ['--figure', kind, '--campaign', String(campaignId)])
  })

  it('reports what is missing if there is nothing to draw', () => {
    const { review } = loadReview()
    const figure = figureOfReview(review, { ...settings, fixed: { block_size: 1 } })
    expect(figure.notes.some(({ severity }) => severity === 'warning')).toBe(true)
    expect(figure.series.every(({ points }) => points.length === 0)).toBe(true)
  })
})

describe('the settings of these figures on the command line', () => {
  const exported = async (...options: readonly string[]) => {
    const out = join(temporaryFolder(), 'figure.json')
    const { path } = loadReview().review
    const done = await runCaptured(exportCommand, path, '--campaign', '1', ...options, '--out', out)
    return { ...done, text: done.status === 0 ? readFileSync(out, 'utf8') : '' }
  }

  it('are read as the window reads them', async () => {
    const plain = await exported('--figure', 'scaling')
    expect(plain.text).toContain('"partLabel": "USL fit"')
    const set = ['--set', 'showFit=off', '--set', 'secondMetric=latency_mean']
    const { text } = await exported('--figure', 'scaling', ...set)
    expect(text).not.toContain('"partLabel": "USL fit"')
    expect(text).toContain('Mean latency')
    const other = await exported('--figure', 'latency-throughput', '--set', 'throughput=bandwidth')
    expect(`${other.text}${other.stderr}`).toContain('Bandwidth')
  })

  it.each([
    ['scaling', 'showFit=perhaps', 'neither on nor off'],
    ['scaling', 'amount=gib', 'a scaling figure has no such setting'],
    ['scaling', 'amount=gib', 'secondMetric (a metric, e.g. completion_latency_p95), showFit (on|off)'],
    ['latency-throughput', 'throughput=tps', 'throughput takes iops|bandwidth'],
    ['fill-level', 'amount=gallons', 'amount takes percent|gb|gib'],
    ['fill-level', 'reference=half', 'reference takes a level'],
  ])('are refused if they cannot be read: %s --set %s', async (kind, text, reason) => {
    const done = await exported('--figure', kind, '--set', text)
    expect(done.status).toBe(2)
    expect(done.stderr).toContain(reason)
  })

  it.each([
    ['speed', 'There is no metric “speed”'],
    ['new_order_rate', 'No finished run has rate of new-order transactions (TPC-C-like, not audited)'],
  ])('name a second metric that was not measured: %s', async (metric, reason) => {
    const done = await exported('--figure', 'scaling', '--set', `secondMetric=${metric}`)
    expect(done.stderr).toContain(`${reason}: there is no second panel.`)
  })
})

describe('a drive of known behaviour', () => {
  const scaling = { kind: 'scaling', campaignIds: [1], metric: 'iops' } as const

  it('is recovered: the parameters of the law lie within their intervals', () => {
    const { figure } = rowsOf(scaling)
    const [line = ''] = figure.smallPrint.filter((text) => text.startsWith('USL fit'))
    const plain = line.replaceAll(',', '').replaceAll('\u2212', '-')
    const ends = (name: string) => {
      const found = new RegExp(`${name} = [^()]*\\(([\\d.e-]+) to ([\\d.e-]+)\\)`).exec(plain)
      return [Number(found?.[1]), Number(found?.[2])] as const
    }
    for (const [name, truth] of [
      ['λ', drive.lambda / 1000],
      ['σ', drive.sigma],
      ['κ', drive.kappa],
    ] as const) {
      const [low, high] = ends(name)
      expect(low, `${name} in ${line}`).toBeLessThanOrEqual(truth)
      expect(high, `${name} in ${line}`).toBeGreaterThanOrEqual(truth)
    }
  })

  it('has its knee, efficiency and Little\u2019s law in the table', () => {
    const { rows, figure } = rowsOf(scaling)
    expect(rows.map((row) => row.queue_depth)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
    expect(rows.filter((row) => row.is_knee).map((row) => row.queue_depth)).toEqual([64])
    expect(Number(rows[0]?.efficiency_percent)).toBe(100)
    expect(Number(rows[8]?.efficiency_percent)).toBeLessThan(15)
    for (const row of rows) {
      const [told, demanded] = [Number(row.mean_latency), Number(row.little_latency)]
      expect(Math.abs(told - demanded) / demanded).toBeLessThan(0.01)
    }
    expect(figure.notes.map(({ text }) => text).join()).not.toContain('Little')
  })

  it('has the requested second panel', () => {
    const { figure } = rowsOf({ ...scaling, secondMetric: 'p95' })
    expect(figure.panels?.titles).toEqual(['IOPS (thousands)', '95th percentile latency (ms)'])
  })

  it('is drawn in order of load, with intervals in both directions and the knee ringed', () => {
    const { figure, rows } = rowsOf({ kind: 'latency-throughput', campaignIds: [1], metric: 'p99' })
    const [curve, knee] = figure.series
    expect(curve?.points.map(({ tag }) => tag)).toEqual(['1', '2', '4', '8', '16', '32', '64', '128', '256'])
    for (const { x, y = 0, low = 0, high = 0, xLow = 0, xHigh = 0 } of curve?.points ?? []) {
      expect([xLow < x, x < xHigh, low < y, y < high]).toEqual([true, true, true, true])
    }
    expect(knee?.points.map(({ x }) => x)).toEqual([curve?.points[6]?.x])
    expect(rows.filter((row) => row.is_knee).map((row) => row.queue_depth)).toEqual([64])
    expect(figure.caption).toContain('coordinated omission')
  })

  it('is saturated once the offered rate is no longer reached', () => {
    const { figure, rows } = rowsOf({ kind: 'offered-load', campaignIds: [2], metric: 'latency_mean' })
    expect(rows.filter((row) => row.is_saturated).map((row) => row.rate_iops)).toEqual([55_000])
    const rule = figure.series.find(({ id }) => id.includes('/saturation/'))
    expect(rule?.columns?.x).toEqual([55])
    // An M/M/1 queue at half its capacity takes twice as long as an idle one.
    const at = (rate: number) => rows.find((row) => row.rate_iops === rate)
    const expected = 1e6 / (drive.capacity - 25_000)
    const toUs = { µs: 1, ms: 1000, s: 1e6, ns: 0.001 }[figure.unit] ?? 0
    expect(Number(at(25_000)?.latency_low) * toUs).toBeLessThan(expected)
    expect(Number(at(25_000)?.latency_high) * toUs).toBeGreaterThan(expected)
    expect(figure.caption).not.toContain('at fixed depth')
  })
})

describe('means taken from print', () => {
  const sample = () =>
    closing(
      openReview(join(import.meta.dirname, '../../../resources/samples/flashmax-generations.benchwright'), {
        mode: 'read',
      }),
    )
  const drawn = (settings: Partial<FigureSettings> = {}) =>
    figureOfReview(sample(), {
      ...({ kind: 'scaling', campaignIds: [], metric: 'bandwidth', ...settings } as FigureSettings),
    })

  it('are labelled as such, and are not single runs', () => {
    const figure = drawn()
    expect(figure.caption).toMatch(/^Published means/)
    expect(figure.caption).not.toContain('Single runs')
    const points = figure.series.flatMap((series) => series.points)
    expect(points.length).toBeGreaterThan(0)
    expect(points.every(({ n, dots }) => n === undefined && dots.length === 0)).toBe(true)
  })

  it('leave no empty space before the first load', () => {
    const { x } = drawn()
    expect(x.ticks?.map(({ value }) => value)[0]).toBe(64)
    expect(x.min).toBeGreaterThan(32)
  })
})
