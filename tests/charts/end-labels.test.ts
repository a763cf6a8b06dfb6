import { describe, expect, it } from 'vitest'
import { endLabels } from '../../src/charts/end-labels'
import { mixRows, nvme } from '../core/figures/mix-rows'
import { buildMixSweep } from '../core/figures/figures-of-rows'

describe('names at line ends', () => {
  const rows = mixRows({ lines: nvme, runs: 2 })
  const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const

  it('are after the total at the right end, which is pure writes', () => {
    const figure = buildMixSweep(rows, settings, { campaigns: [] })
    const total = figure.series.find((series) => series.id === 'block_size=4096/total')!
    expect(endLabels(figure)[0]).toEqual({
      text: '4\u202fKiB',
      line: 'block_size=4096',
      group: 0,
      x: 0,
      y: total.points.find((point) => point.x === 0)!.y,
    })
  })

  it('are after the part that reaches furthest if the total is not drawn', () => {
    const figure = buildMixSweep(rows, { ...settings, directions: ['read', 'write'] }, { campaigns: [] })
    expect(endLabels(figure).map((label) => label.x)).toEqual([0, 0])
    const reads = buildMixSweep(rows, { ...settings, directions: ['read'] }, { campaigns: [] })
    expect(endLabels(reads).map((label) => label.x)).toEqual([10, 10])
  })

  it('are not needed for a single line without a name', () => {
    const single = rows.map((one) => ({ ...one, levels: { read_percent: one.levels.read_percent! } }))
    expect(endLabels(buildMixSweep(single, settings, { campaigns: [] }))).toEqual([])
  })
})
