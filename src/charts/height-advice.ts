import { widthInPixels } from '../core/figures/figure/article-look'
import type { Figure } from '../core/figures/figure/figure'
import { figureParts } from '../core/figures/figure/figure-parts'
import { largestOf } from '../core/iterables'
import { counted, formatCount } from '../core/units/number-format'

/** Millimetres that a page of a magazine leaves for a picture, less than the 297 of an A4 page. */
const pageHeight = 240

/** How high a picture may be. */
export interface HeightLimit {
  /** CSS pixels; unset: what texts and plot need. */
  readonly asked: number | undefined
  /** For a printed page, whose lengths are in millimetres. */
  readonly isPrinted: boolean
}

/**
 * A message if a picture, or a part of it, is higher than requested because its texts and plot need the space, or higher
 * than a printed page; otherwise undefined. `heightOf`: height of the picture of a figure in CSS pixels.
 */
export function heightAdvice(
  figure: Figure,
  { asked, isPrinted }: HeightLimit,
  heightOf: (figure: Figure) => number,
): string | undefined {
  const length = (pixels: number) =>
    isPrinted ? `${formatCount(pixels / millimetre)}\u202fmm` : `${formatCount(pixels)} pixels`
  const limit = asked ?? (isPrinted ? pageHeight * millimetre : Infinity)
  const drawn = tallestPart(figure, heightOf)
  if (drawn <= limit) return undefined
  const fitting = panelsThatFit(figure, limit, heightOf)
  const parts = fitting === undefined ? '' : `print it in parts of at most ${counted(fitting, 'panel')}, `
  if (asked !== undefined)
    return `The height of ${length(asked)} is too low for this figure; it is ${length(drawn)} high. ${sentence(`${parts}ask for more height, less small print, smaller type or a wider picture.`)}`
  const count = figure.panels?.titles.length ?? 1
  const remedy =
    count > 1
      ? `Its ${formatCount(count)} panels do not fit into this width: ${parts}choose a wider preset, or show fewer tests or levels.`
      : 'Choose a wider preset, less small print or fewer rows.'
  return `The figure is ${length(drawn)} high, more than a printed page has room for. ${remedy}`
}

/** CSS pixels. */
const millimetre = widthInPixels({ value: 1, unit: 'mm' })

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function tallestPart(figure: Figure, heightOf: (figure: Figure) => number): number {
  return largestOf(figureParts(figure).map(heightOf))
}

/** The most panels in a part that is no higher than the limit; undefined if even one is higher. */
function panelsThatFit(
  figure: Figure,
  limit: number,
  heightOf: (figure: Figure) => number,
): number | undefined {
  const { panels } = figure
  if (panels === undefined) return undefined
  const { titles, perPart = titles.length } = panels
  for (let fewer = Math.min(perPart, titles.length) - 1; fewer > 0; fewer--) {
    const parted = { ...figure, panels: { ...panels, perPart: fewer } }
    if (tallestPart(parted, heightOf) <= limit)
      return largestOf(figureParts(parted).map((part) => part.panels?.titles.length ?? 1))
  }
  return undefined
}
