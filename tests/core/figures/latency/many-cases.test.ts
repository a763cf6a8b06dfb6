import { expect, test } from 'vitest'
import { buildFigure } from '../../../../src/core/figures/kinds/build-figure'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { latencyPercentiles } from '../../../../src/core/figures/latency/latency-percentiles'
import type { HistogramRun } from '../../../../src/core/figures/cases/histogram-lines'
import { provenanceOf } from '../mix-rows'

/** Two runs of each of 40 queue depths, and how often the histograms of each were read. */
function manyDepths() {
  const reads = new Map<number, number>()
  const runs = Array.from({ length: 80 }, (_, at): HistogramRun => {
    const levels = { queue_depth: 1 + (at % 40) }
    return {
      ...{ id: at + 1, campaignId: 1, caseKey: String(levels.queue_depth), levels, parameters: levels },
      repetition: at < 40 ? 1 : 2,
      histograms: () => {
        reads.set(at, (reads.get(at) ?? 0) + 1)
        return [
          {
            ...{ kind: 'histogram', source: 'engine', unit: 'ns', direction: 'read', metric: 'completion' },
            ...{ test: 'read', binsNs: [1000, 2000, 3000], counts: [500, 400, 100] },
          },
        ]
      },
    }
  })
  return { runs, reads }
}

const build = (runs: readonly HistogramRun[]) => {
  const settings = {
    kind: 'latency-percentiles',
    campaignIds: [],
    metric: 'iops',
    seriesKey: 'queue_depth',
  } as const
  return buildFigure(latencyPercentiles, { runs }, settings, { campaigns: [provenanceOf()] })
}

test('percentiles of more cases than a figure has room for are all in the table, and the picture says so', () => {
  const figure = build(manyDepths().runs)
  const { columns, rows } = figureTable(figure)
  const all = [...rows]
  const cells = (key: string) =>
    new Set(all.map((row) => row[columns.findIndex((column) => column.key === key)]))
  expect(cells('line').size).toBe(40)
  expect(cells('n')).toEqual(new Set([2]))
  expect(new Set(all.map((row) => row.length))).toEqual(new Set([columns.length]))
  expect(rows.length).toBe(all.length)
  expect(figure.subtitle).toContain('28 of 40 cases')
})

test('their histograms are read only when the table is written', () => {
  const { runs, reads } = manyDepths()
  const { numbers } = build(runs)
  expect(reads.size).toBe(56)
  expect([...(numbers?.rows ?? [])].length).toBeGreaterThan(0)
  expect(reads.size).toBe(80)
})
