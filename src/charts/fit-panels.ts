import type { Figure } from '../core/figures/figure'
import type { TextMeasure } from './ink'
import { panelGap } from './panel-places'
import { textStyles, textWidth } from './text'

/** A panel's title need not fit whole beyond this width, at scale 1. */
const widestTitle = 118
/** A long one is set smaller; up to this width it must fit whole then. */
const smallerTitle = 0.8
const widestSmaller = 170
/** What value labels and margins take of the width, about, at scale 1. */
const besides = 70

/**
 * The figure with as many panels side by side as leave room for their titles: in a narrow column of print there are fewer
 * than on a page.
 */
export function fitPanels(
  figure: Figure,
  {
    width,
    scale,
    family,
    points,
  }: {
    readonly width: number
    readonly scale: number
    readonly family: string
    readonly points?: number | undefined
  },
  measure: TextMeasure,
): Figure {
  const { panels } = figure
  if (!panels || panels.columns < 2) return figure
  const style = { ...textStyles(scale * 0.88, family, points && points * 0.88).axis, weight: 600 as const }
  const longest = panels.titles.reduce((most, title) => Math.max(most, textWidth(measure, title, style)), 0)
  const needed = Math.max(
    Math.min(longest, widestTitle * scale),
    Math.min(longest * smallerTitle, widestSmaller * scale),
  )
  const fits = (columns: number) =>
    (width - besides * scale) / (columns + (columns - 1) * panelGap.x) >= needed
  let { columns } = panels
  while (columns > 1 && !fits(columns)) columns -= 1
  return columns === panels.columns ? figure : { ...figure, panels: { ...panels, columns } }
}
