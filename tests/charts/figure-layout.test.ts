import { expect, it } from 'vitest'
import { layOutFigure } from '../../src/charts/figure-layout'
import type { Figure, PanelAxes } from '../../src/core/figures/figure/figure'
import { Monospace } from './monospace'
import { panelFigure } from './panel-figure'

/** Height of the plot of a figure with this many panels of equal height below each other. */
function plotOf(count: number): number {
  const axes = Array.from({ length: count }, (): PanelAxes => ({ y: panelFigure.y, unit: 'MB/s' }))
  const titles = axes.map(() => 'Throughput (MB/s)')
  const figure: Figure = { ...panelFigure, panels: { columns: 1, titles, axes } }
  const { height, top, bottom } = layOutFigure(figure, { width: 700, scale: 1 }, new Monospace())
  return height - top - bottom
}

it('gives a panel that is alone the room of a plot, and each of several a flat one', () => {
  expect(plotOf(1)).toBeGreaterThan(280)
  expect(plotOf(2)).toBeGreaterThanOrEqual(plotOf(1))
  expect(plotOf(4) / 4).toBeGreaterThan(140)
  expect(plotOf(4) / 4).toBeLessThan(220)
})
