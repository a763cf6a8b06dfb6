import { describe, expect, test } from 'vitest'
import { processorSplit } from '../../../../src/core/figures/over-time/processor-split'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf } from './recorded-runs'

type Settings = Parameters<typeof processorSplit.build>[1]
const usual: Settings = { kind: 'processor-split', campaignIds: [], metric: 'transactions' }
const build = (runs: readonly RecordedRun[], own: Partial<Settings> = {}) =>
  processorSplit.build({ runs }, { ...usual, ...own }, { campaigns: [provenanceOf()] })

/** A run of a configuration with this processor usage in each second, in percent. */
function processorRun(id: number, name: string, parts: Readonly<Record<string, readonly number[]>>) {
  const levels = { configuration: `${name}: innodb_io_capacity=${String(100 * id)}` }
  const series = Object.entries(parts).map(([metric, values]) =>
    seriesOf(values, { source: 'cpu', direction: 'total', metric, unit: '%' }),
  )
  return runOf(series, { id, levels, parameters: levels, caseKey: name })
}

const four = ['A', 'B', 'C', 'D'].map((name, at) =>
  processorRun(at + 1, name, {
    cpu_user: [10, 20, 30],
    cpu_system: [5, 5, 15],
    cpu_iowait: [1, 2, 4],
    cpu_steal: [0, 0, 0],
  }),
)

describe('processor usage over time', () => {
  test('is arranged in two columns, each run in its own panel', () => {
    const figure = build(four)
    expect(figure.panels).toEqual({ columns: 2, titles: ['A', 'B', 'C', 'D'] })
    expect(new Set(figure.series.map(({ panel }) => panel))).toEqual(new Set([0, 1, 2, 3]))
  })

  test('is stacked; a part that is 0 throughout is left out', () => {
    const bands = build(four).series.filter(({ mark, panel }) => mark === 'band' && panel === 1)
    expect(bands.map(({ label }) => label)).toEqual(['User', 'System', 'Waiting for I/O'])
    expect(
      bands.map(({ columns }) => [Array.from(columns?.low ?? []), Array.from(columns?.high ?? [])]),
    ).toEqual([
      [
        [0, 0, 0],
        [10, 20, 30],
      ],
      [
        [10, 20, 30],
        [15, 25, 45],
      ],
      [
        [15, 25, 45],
        [16, 27, 49],
      ],
    ])
  })

  test('leaves no gap for a hidden part, and drops the warm-up', () => {
    const { series, caption, printed } = build(four, { hiddenSeries: ['cpu_user'], warmUpSeconds: 1 })
    const system = series.find(({ mark, line }) => mark === 'band' && line === 'cpu_system')
    expect(Array.from(system?.columns?.low ?? [])).toEqual([0, 0])
    expect(caption).toContain('The first 1\u202fs of each run are dropped.')
    expect([...(printed?.rows ?? [])][0]).toEqual([1, 'A', 25, 10, 3, 0])
  })

  test('names the run that was not observed', () => {
    const figure = build([...four.slice(0, 1), processorRun(9, 'E', {})])
    expect(figure.notes).toEqual([{ severity: 'warning', text: 'E: no processor was observed.' }])
    expect(build([]).notes[0]?.text).toContain('Have the plan observe the CPU')
  })
})
