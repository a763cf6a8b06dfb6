import { expect, it } from 'vitest'
import { figureChart } from '../../../src/charts/chart-config'
import { crossRadius, missingMarks, missingStrip } from '../../../src/charts/panels/missing-strip'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { buildFigure } from '../../core/figures/figures-of-rows'
import { mixRows, nvme } from '../../core/figures/mix-rows'
import { Monospace } from '../monospace'

const rows = mixRows({ lines: nvme, runs: 2 })
const figureOf = (missing: number): Figure =>
  buildFigure(
    rows.filter(({ levels }) => missing === 0 || levels.read_percent !== 40 || levels.block_size !== 4096),
    {
      ...{ kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', directions: ['total'] },
      ...{ showReference: false },
    },
    { campaigns: [] },
  )
const paddingOf = (figure: Figure) => {
  const { configuration } = figureChart(figure, { width: 600, palette: 'light' }, new Monospace())
  const x = configuration.options?.scales?.x as { readonly ticks: { readonly padding: number } } | undefined
  return x?.ticks.padding
}

it('a figure that lacks nothing has no strip', () => {
  const whole = figureOf(0)
  expect([missingMarks(whole), missingStrip(whole, 1)]).toEqual([[], 0])
})

it('the crosses of gaps are below the axis and above the names of its ticks', () => {
  const holey = figureOf(1)
  const marks = missingMarks(holey)
  expect(marks).toHaveLength(1)
  // Below the ticks, which are four pixels long, as far as the names.
  for (const { depth } of marks) {
    expect(depth - crossRadius).toBeGreaterThan(4)
    expect(depth + crossRadius).toBeLessThan((paddingOf(holey) ?? 0) + 4)
  }
})

it('lines without data at one level have their crosses below one another', () => {
  const whole = figureOf(0)
  const series = whole.series.map((one) => ({
    ...one,
    points: one.points.map((point, at) => (at === 3 ? { ...point, y: undefined } : point)),
  }))
  const depths = missingMarks({ ...whole, series }).map(({ depth }) => depth)
  expect(depths.length).toBeGreaterThan(1)
  for (const [at, depth] of depths.slice(1).entries())
    expect(depth - (depths[at] ?? 0)).toBeGreaterThan(2 * crossRadius)
})
