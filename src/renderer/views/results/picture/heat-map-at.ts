import { panelEnds, placeY, rowsHeight } from '../../../../charts/panel-places'
import type { Figure } from '../../../../core/figures/figure/figure'

/** A cell of a heat map: its ends on y in the unit of its panel, and how much is in it. */
export interface FigureCell {
  readonly low: number
  readonly high: number
  readonly count: number
  readonly unit: string
}

/** What is at a place of a heat map: its panel, and the cell if there is one. */
export interface HeatMapPlace {
  readonly panel: number
  /** Name of the panel; empty if it is the only one. */
  readonly name: string
  readonly cell: FigureCell | undefined
}

/**
 * What a heat map has at a value of x and a height, 0 at the foot of the plot and 1 at its top; undefined between its
 * panels, and for a figure of another kind.
 */
export function heatMapAt(figure: Figure, x: number, height: number): HeatMapPlace | undefined {
  const y = height * rowsHeight(figure)
  const titles = figure.panels?.titles ?? []
  const panel = titles.findIndex((_, at) => {
    const { bottom, top } = panelEnds(figure, at)
    return y >= bottom && y <= top
  })
  const cells = figure.series.filter(
    (series) => series.visible && series.columns?.count !== undefined && (series.panel ?? 0) === panel,
  )
  if (cells.length === 0) return undefined
  const name = titles.length > 1 ? (titles[panel] ?? '').replace(/ \([^)]*\)$/, '') : ''
  for (const series of cells) {
    const { x: from = [], xEnd = [], low = [], high = [], count = [] } = series.columns ?? {}
    for (let at = 0; at < from.length; at++) {
      if (!(x >= (from[at] ?? NaN) && x < (xEnd[at] ?? NaN))) continue
      const [bottom, top] = [low[at] ?? NaN, high[at] ?? NaN]
      if (!(y >= placeY(figure, series, bottom) && y < placeY(figure, series, top))) continue
      const unit = figure.panels?.axes?.[panel]?.unit ?? figure.unit
      return { panel, name, cell: { low: bottom, high: top, count: count[at] ?? 0, unit } }
    }
  }
  return { panel, name, cell: undefined }
}
