import { widthInPixels } from '../core/figures/article-look'
import type { Figure } from '../core/figures/figure'
import { formatCount } from '../core/units/number-format'

/** Millimetres that a page of a magazine leaves for a picture, less than the 297 of an A4 page. */
const pageHeight = 240

/** How high a picture turned out; CSS pixels. */
export interface PictureHeights {
  /** Unset: what texts and plot need. */
  readonly asked: number | undefined
  readonly drawn: number
  /** For a printed page, whose lengths are in millimetres. */
  readonly isPrinted: boolean
}

/**
 * A message if a picture is higher than requested because its texts and plot need the space, or higher than a printed
 * page; otherwise undefined.
 */
export function heightAdvice(
  { panels }: Pick<Figure, 'panels'>,
  { asked, drawn, isPrinted }: PictureHeights,
): string | undefined {
  const length = (pixels: number) =>
    isPrinted ? `${formatCount(millimetres(pixels))}\u202fmm` : `${formatCount(pixels)} pixels`
  if (asked !== undefined && drawn > asked)
    return `The height of ${length(asked)} is too low for this figure; it is ${length(drawn)} high. Ask for more height, less small print, smaller type or a wider picture.`
  if (!isPrinted || asked !== undefined || millimetres(drawn) <= pageHeight) return undefined
  const count = panels?.titles.length ?? 1
  const remedy =
    count > 1
      ? `Its ${formatCount(count)} panels do not fit into this width: choose a wider preset, or show fewer tests or levels.`
      : 'Choose a wider preset, less small print or fewer rows.'
  return `The figure is ${length(drawn)} high, more than a printed page has room for. ${remedy}`
}

function millimetres(pixels: number): number {
  return pixels / widthInPixels({ value: 1, unit: 'mm' })
}
