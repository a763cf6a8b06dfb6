import { placeY, rowsHeight } from '../../../charts/panel-places'
import type { Figure } from '../../../core/figures/figure'

/** A cell of a heat map: its ends on y in the unit of its panel, and how much is in it. */
export interface FigureCell {
  readonly low: number
  readonly high: number
  readonly count: number
  readonly unit: string
}

/** The cell at a value of x and a height, 0 at the foot of the plot and 1 at its top; undefined if there is none. */
export function cellAt(figure: Figure, x: number, height: number): FigureCell | undefined {
  const y = height * rowsHeight(figure)
  for (const series of figure.series) {
    const { x: from, xEnd, low, high, count } = series.columns ?? {}
    if (!series.visible || !from || !xEnd || !low || !high || !count) continue
    for (let at = 0; at < from.length; at++) {
      if (!(x >= (from[at] ?? NaN) && x < (xEnd[at] ?? NaN))) continue
      const [bottom, top] = [low[at] ?? NaN, high[at] ?? NaN]
      if (!(y >= placeY(figure, series, bottom) && y < placeY(figure, series, top))) continue
      const unit = figure.panels?.axes?.[series.panel ?? 0]?.unit ?? figure.unit
      return { low: bottom, high: top, count: count[at] ?? 0, unit }
    }
  }
  return undefined
}
