import type { Figure } from '../../core/figures/figure/figure'
import { largestOf } from '../../core/iterables'
import type { TextMeasure } from '../ink'
import { missingStrip } from './missing-strip'
import { hasOwnX, labelledPlaces, panelRows, panelsOnly, withGap } from '../panel-places'
import { capHeight, textWidth, type TextStyle } from '../text'

/** What gaps depend on: the font of tick labels, and its scale. */
export interface GapStyle {
  readonly axis: TextStyle
  readonly scale: number
}

/** Approximate height of the x axis with its labels and its name, at scale 1. */
export const xAxisHeight = 34
/** Half of the largest mark and a stroke's width, at scale 1: what may stand above the upper end of an axis. */
const markReach = 7
/** From the foot of a panel to the names of its ticks, at scale 1. */
const tickReach = 9

/** From the upper end of a panel to the baseline of its title: no mark at the end of the axis touches a letter. */
export function titleLift({ axis, scale }: GapStyle): number {
  return markReach * scale + 0.22 * axis.size
}

/** Space above the first row of panels: their titles. */
export function roomAbove(style: GapStyle): number {
  return titleLift(style) + capHeight * style.axis.size
}

/** Space between two rows of panels: what hangs below the upper one, air, and the titles of the lower one. */
export function roomBetween(figure: Figure, style: GapStyle): number {
  const { axis, scale } = style
  const hasLabels = figure.panels?.axes?.some((one) => one.x !== undefined && one.x.label !== '') === true
  const below = hasOwnX(figure) ? tickReach * scale + (hasLabels ? 2 : 1) * axis.lineHeight : 0
  const strip = missingStrip(figure, scale)
  const crosses = strip === 0 ? 0 : strip + 4 * scale + 0.2 * axis.size
  return roomAbove(style) + Math.max(1.3 * axis.size, crosses + below + 0.5 * axis.size)
}

/** Width of the plot of all columns: the names of the value axis are beside it. */
export function columnsWidth(
  figure: Figure,
  width: number,
  { axis, scale }: GapStyle,
  measure: TextMeasure,
): number {
  const axes = [figure.y, ...(figure.panels?.axes ?? []).map(({ y }) => y)]
  const names = axes.flatMap(({ ticks = [] }) => ticks.map(({ label }) => textWidth(measure, label, axis)))
  return Math.max(1, width - largestOf(names, 0) - 39 * scale)
}

/**
 * The figure with a gap between its columns in which the last name below one panel and the first below the next stand
 * apart, whatever they are. `width`: of the plot.
 */
export function withColumnGap(
  figure: Figure,
  width: number,
  { axis }: GapStyle,
  measure: TextMeasure,
): Figure {
  const { panels } = figure
  const columns = Math.min(panels?.columns ?? 1, panels?.titles.length ?? 1)
  if (columns < 2) return figure
  const { labels, inset } = labelledPlaces(figure)
  const names = labels.reduce((sum, label) => sum + textWidth(measure, label, axis), 0) / 2
  const needed = names + 0.9 * axis.size
  // What names have of the panels grows with these, and these shrink with the gap.
  const solved = (needed - (inset * width) / columns) / (1 - (inset * (columns - 1)) / columns)
  const gap = Math.min(Math.max(1.5 * axis.size, solved), (0.3 * width) / columns)
  return withGap(figure, { x: gap / ((width - (columns - 1) * gap) / columns) })
}

/** The share of a regular panel's height that the gaps between rows take. `height`: of the plot and its x axis. */
export function rowShare(figure: Figure, height: number, room: number, scale: number): number {
  const free = height - xAxisHeight * scale - panelRows(figure) * room
  return room / Math.max(8 * scale, free / panelsOnly(figure))
}
