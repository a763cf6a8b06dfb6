import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import { exportCommand } from '../../../src/cli/commands/export'
import { takesSecondMetric } from '../../../src/core/figures/cases/define-figure'
import {
  figureDefinition,
  figureKinds,
  type FigureSettings,
  ownFields,
} from '../../../src/core/figures/kinds/figure-kinds'
import { runCaptured } from '../../cli/capture-output'
import { temporaryFolder } from '../store/sample-review'
import { expectExports, expectPicture } from './figure-pictures'
import { loadReview } from './load-review'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20) }))

const sweep = {
  ...{ kind: 'mix-sweep', campaignIds: [1], metric: 'iops', xKey: 'queue_depth' },
  secondMetric: 'latency_p99',
} as const satisfies FigureSettings

describe('a second metric below the first', () => {
  it.each(['light', 'dark'] as const)('matches the picture on record (%s)', (theme) =>
    expectPicture(loadReview().review, sweep, 'second-panel', theme),
  )

  it('is a separate panel on the same x axis, with its own unit and its runs', () => {
    const figure = figureOfReview(loadReview().review, sweep)
    expect(figure.panels?.titles).toEqual([
      'IOPS (thousands)',
      'Mean of the runs’ 99th percentile latency (ms)',
    ])
    expect(figure.title).toMatch(/^Random read: IOPS and 99th percentile latency/)
    const [first, second] = figure.panels?.axes ?? []
    expect(second?.unit).toBe('ms')
    expect(first?.y.max).not.toBe(second?.y.max)
    const shown = figure.series.filter(({ role }) => role === 'measured')
    expect(shown.map(({ panel }) => panel)).toEqual([0, 1])
    expect(new Set(shown.map(({ line, group }) => `${line} ${String(group)}`)).size).toBe(1)
    const alone = figureOfReview(loadReview().review, {
      ...{ ...sweep, metric: 'latency_p99', secondMetric: undefined },
    })
    expect(shown[1]?.points).toEqual(alone.series[0]?.points)
    expect(figure.caption).toContain('Lower is better')
    const { columns = [], rows = [] } = figure.numbers ?? {}
    expect(columns[0]).toEqual({ key: 'metric', label: 'Metric' })
    expect(new Set(Array.from(rows, ([metric]) => metric))).toEqual(new Set(figure.panels?.titles))
  })

  it.each([
    ['iops', 'latency_p99'],
    ['latency_p99', 'iops'],
  ])('leaves each panel the axis of its metric, whichever is longer: %s above %s', (metric, secondMetric) => {
    const { review } = loadReview()
    const figure = figureOfReview(review, { ...sweep, metric, secondMetric })
    const alone = [metric, secondMetric].map((one) =>
      figureOfReview(review, { ...sweep, metric: one, secondMetric: undefined }),
    )
    expect(figure.panels?.axes?.map(({ y }) => y.max)).toEqual(alone.map(({ y }) => y.max))
  })

  it('leaves settings of the first axis to the first', () => {
    const figure = figureOfReview(loadReview().review, { ...sweep, yMax: 100_000 })
    const plain = figureOfReview(loadReview().review, sweep)
    expect(figure.panels?.axes?.[0]?.y.max).toBe(100)
    expect(figure.panels?.axes?.[1]).toEqual(plain.panels?.axes?.[1])
  })

  it('reports why there is none', () => {
    const { review } = loadReview()
    for (const [secondMetric, text] of [
      ['speed', 'There is no metric “speed”'],
      ['iops', 'The second panel would show IOPS again.'],
      ['tps', 'No finished run has transaction rate: there is no second panel.'],
    ] as const) {
      const figure = figureOfReview(review, { ...sweep, secondMetric })
      expect(figure.panels).toBeUndefined()
      expect(figure.notes.map((note) => note.text).join()).toContain(text)
    }
  })

  it('is below a figure with its own panels, which it does not repeat', () => {
    const { review } = loadReview()
    const settings = { campaignIds: [], metric: 'latency_p95', secondMetric: 'latency_p99' } as const
    const curve = figureOfReview(review, { ...settings, kind: 'latency-throughput', campaignIds: [1] })
    expect(curve.panels?.titles).toHaveLength(2)
    const load = figureOfReview(review, { ...settings, kind: 'offered-load', campaignIds: [2] })
    const alone = figureOfReview(review, {
      ...{ kind: 'offered-load', campaignIds: [2], metric: 'latency_p95' },
    })
    expect(load.panels?.titles.slice(0, -1)).toEqual(alone.panels?.titles)
    expect(load.panels?.titles.at(-1)).toContain('99th percentile latency')
  })

  it('is declared by every picture of runs that has a metric, and by no other kind', () => {
    const declaring = figureKinds.filter((kind) => ownFields(kind).some(({ key }) => key === 'secondMetric'))
    expect(declaring).toEqual(
      figureKinds.filter((kind) => kind === 'scaling' || takesSecondMetric(figureDefinition(kind))),
    )
    for (const kind of [
      'mix-sweep',
      'compressibility',
      'fill-level',
      'latency-throughput',
      'offered-load',
      'price',
    ])
      expect(declaring).toContain(kind)
    for (const kind of ['results-table', 'heat-map', 'latency-percentiles'])
      expect(declaring).not.toContain(kind)
  })

  it('is set on the command line, in every format', async () => {
    const { path } = loadReview().review
    const options = ['--figure', 'mix-sweep', '--campaign', '1', '--metric', 'iops', '--x', 'queue_depth']
    await expectExports(path, [...options, '--set', 'secondMetric=p99'], ['svg', 'png', 'pdf', 'csv'])
    const out = join(temporaryFolder(), 'figure.json')
    await runCaptured(exportCommand, path, ...options, '--set', 'secondMetric=p99', '--out', out)
    expect(readFileSync(out, 'utf8')).toContain('99th percentile latency (ms)')
    const table = ['--figure', 'results-table', '--set', 'secondMetric=p99', '--out', out]
    expect((await runCaptured(exportCommand, path, ...table)).status).toBe(2)
  })
})
