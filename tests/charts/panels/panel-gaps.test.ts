import { expect, it } from 'vitest'
import { figureChart } from '../../../src/charts/chart-config'
import { columnsWidth, roomBetween, titleLift, withColumnGap } from '../../../src/charts/panels/panel-gaps'
import { panelEnds, placeX, rowsHeight, withGap } from '../../../src/charts/panel-places'
import { markerRadius } from '../../../src/charts/datasets'
import { textStyles, textWidth } from '../../../src/charts/text'
import type { Figure, FigureAxis } from '../../../src/core/figures/figure/figure'
import { Monospace } from '../monospace'
import { panelFigure } from '../panel-figure'

const style = { axis: textStyles(0.9, undefined, 8).axis, scale: 0.9 }
const { axes: _, ...grid } = panelFigure.panels ?? { columns: 1, titles: [] }
const measure = new Monospace()

const axis = (kind: FigureAxis['kind'], labels: readonly string[], reverse = false): FigureAxis => {
  const half = kind === 'category' ? 0.5 : 0
  return {
    ...{ label: 'Reads (%)', kind, reverse, min: -half, max: labels.length - 1 + half },
    ticks: labels.map((label, value) => ({ value, label })),
  }
}

it.each([
  ['numbers at both ends of the axis', axis('linear', ['0', '50,000', '100,000'])],
  ['the same from right to left', axis('linear', ['0', '50,000', '100,000'], true)],
  ['levels with room beside them', axis('category', ['98', '50', '2'])],
  ['long levels', axis('category', ['4 KiB', '1,024 KiB', '16,384 KiB'])],
])('the last name below a panel stands apart from the first below the next: %s', (_name, x) => {
  for (const columns of [2, 3]) {
    const width = columnsWidth(panelFigure, 321, style, measure)
    const figure: Figure = withColumnGap(
      { ...panelFigure, x, panels: { ...grid, columns, titles: ['a', 'b', 'c'] } },
      width,
      style,
      measure,
    )
    const [first, second] = [panelEnds(figure, 0), panelEnds(figure, 1)]
    const last = panelEnds(figure, columns - 1)
    const pixels = width / Math.abs(last.right - first.left)
    const ticks = x.reverse === true ? [...(x.ticks ?? [])].reverse() : (x.ticks ?? [])
    const place = (panel: number, value: number) =>
      Math.abs(placeX(figure, { panel }, value) - first.left) * pixels
    const wide = (at: number) => textWidth(measure, ticks.at(at)?.label ?? '', style.axis) / 2
    const end = place(0, ticks.at(-1)?.value ?? 0) + wide(-1)
    const start = place(1, ticks[0]?.value ?? 0) - wide(0)
    const isCapped = Math.abs(second.left - first.right) * pixels > (0.29 * width) / columns
    if (!isCapped) expect(start - end).toBeGreaterThan(0.5 * style.axis.size)
    expect(Math.abs(second.left - first.right) * pixels).toBeGreaterThan(style.axis.size)
  }
})

it('rows stand apart by what their titles and tick names need, however high the picture is', () => {
  for (const height of [undefined, 500, 900]) {
    const chart = figureChart(
      panelFigure,
      { width: 321, scale: 0.9, palette: 'light', ...(height !== undefined && { height }) },
      measure,
    )
    const drawn = withGap(panelFigure, chart.gap)
    const { layout } = chart
    const plot = layout.height - layout.top - layout.bottom
    const own = { axis: layout.styles.axis, scale: 0.9 }
    const gap = ((chart.gap?.y ?? 0) / rowsHeight(drawn)) * (plot - 34 * 0.9)
    expect(gap).toBeCloseTo(roomBetween(panelFigure, own), 0)
  }
})

it('a mark at the upper end of a panel does not reach into its title', () => {
  const [mark = 0] = [...panelFigure.series]
    .map((series) => markerRadius({ ...series, mark: 'line', marker: 'diamond', part: 'read' }, 0.9))
    .sort((a, b) => b - a)
  expect(titleLift(style)).toBeGreaterThan(mark + 0.2 * style.axis.size)
})
