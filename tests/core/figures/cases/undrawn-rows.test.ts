import { describe, expect, test } from 'vitest'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { buildFigure } from '../../../../src/core/figures/kinds/build-figure'
import { type FigureSettings, figureDefinition } from '../../../../src/core/figures/kinds/figure-kinds'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import type { Series } from '../../../../src/core/results/observation'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf } from '../over-time/recorded-runs'

const kinds = ['time-series', 'consistency', 'whole-drive', 'processor-split', 'heat-map'] as const
const count = 30

const recorded: readonly Series[] = [
  seriesOf([100, 110, 120], { metric: 'bandwidth', unit: 'B/s' }),
  seriesOf([1, 2, 3], { metric: 'cpu_user', source: 'cpu', unit: '%' }),
  seriesOf([20, 20, 20], {
    ...{ metric: 'completion', unit: 'count', seconds: Float64Array.of(1, 2, 3) },
    binsNs: Float64Array.of(1000, 1000, 1000),
  }),
]

/** More runs than any of these figures has room for, and how often each was read. */
function manyRuns() {
  const reads = new Map<number, number>()
  const runs = Array.from({ length: count }, (_, at): RecordedRun => {
    const id = at + 1
    const levels = { block_size: 4096 * (1 + (at % 15)) }
    return {
      ...runOf(recorded, { id, levels, parameters: levels, caseKey: String(levels.block_size) }),
      repetition: at < 15 ? 1 : 2,
      series: () => {
        reads.set(id, (reads.get(id) ?? 0) + 1)
        return recorded
      },
    }
  })
  return { runs, reads }
}

const build = (runs: readonly RecordedRun[], own: Partial<FigureSettings>) => {
  const settings = { campaignIds: [], metric: 'bandwidth', ...own } as FigureSettings
  const provenance = { campaigns: [provenanceOf()] }
  return buildFigure(figureDefinition(settings.kind), { runs }, settings, provenance)
}

describe.each(kinds)('the numbers of a %s with more runs than it has room for', (kind) => {
  test('are of all of them, each called by its own name', () => {
    const { runs } = manyRuns()
    const { columns, rows } = figureTable(build(runs, { kind }))
    const place = columns.findIndex(({ key }) => key === 'line' || key === 'run')
    const named = new Map<unknown, number>()
    const all = [...rows]
    for (const row of all) named.set(row[place], (named.get(row[place]) ?? 0) + 1)
    expect(named.size).toBe(count)
    expect(new Set(named.values()).size).toBe(1)
    expect(rows.length).toBe(all.length)
  })

  test('are read only when they are written', () => {
    const { runs, reads } = manyRuns()
    const { numbers } = build(runs, { kind })
    expect(reads.size).toBeLessThan(count)
    expect([...(numbers?.rows ?? [])].length).toBeGreaterThan(0)
    expect(reads.size).toBe(count)
  })
})

test('the numbers of means are those of every case', () => {
  const { runs } = manyRuns()
  const { columns, rows } = figureTable(build(runs, { kind: 'time-series', lines: 'mean' }))
  const place = columns.findIndex(({ key }) => key === 'line')
  expect(new Set(Array.from(rows, (row) => row[place])).size).toBe(15)
})
