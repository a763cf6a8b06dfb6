import { widthInPixels, type ArticleLook, type PictureMark } from '../core/figures/figure/article-look'
import { articlePalette, palettes, type Palette } from './palette'
import type { SmallPrintLength, PaletteName } from '../core/figures/figure/figure-look'
import { fontFamily, pixelsOfPoints, serifFamily } from './text'

/** A logo or watermark, ready to be drawn. */
export interface DrawnMark extends PictureMark {
  /** What the context's `drawImage` accepts. */
  readonly image: unknown
  /** Size of the picture in pixels; only the ratio matters. */
  readonly width: number
  readonly height: number
}

/** Everything a preset says about a picture, in drawing terms. */
export interface PictureStyle {
  readonly palette: Palette
  /** CSS font families. */
  readonly family: string
  readonly mark?: DrawnMark
  /** Font size of the axes; by default it grows with the width. */
  readonly points?: number
  /** Applies unless the figure says otherwise. */
  readonly smallPrint?: SmallPrintLength
}

/** The style of a picture without a preset. */
export function plainStyle(palette: PaletteName): PictureStyle {
  return { palette: palettes[palette], family: fontFamily }
}

/** The style of a preset's look; `picture`: its picture, ready to be drawn. */
export function articleStyle(
  look: ArticleLook,
  picture?: Pick<DrawnMark, 'image' | 'width' | 'height'>,
): PictureStyle {
  return {
    palette: articlePalette(look.theme, look.colors),
    family: look.font === 'serif' ? serifFamily : fontFamily,
    ...(look.mark && picture && { mark: { ...look.mark, ...picture } }),
    ...(look.points !== undefined && { points: look.points }),
    ...(look.smallPrint !== undefined && { smallPrint: look.smallPrint }),
  }
}

/** Width of the preset's pictures, in whole CSS pixels. */
export function articleWidth(look: ArticleLook): number {
  return Math.round(widthInPixels(look.width))
}

/** Height of the preset's pictures, in whole CSS pixels; undefined: what texts and a well-proportioned plot need. */
export function articleHeight(look: ArticleLook): number | undefined {
  const { height } = look
  if (height === undefined) return undefined
  const { value, unit } = height
  return Math.round(unit === 'ratio' ? widthInPixels(look.width) / value : widthInPixels({ value, unit }))
}

/** Scale of texts and marks of a preset's picture relative to the window's. */
export function styleScale({ points }: Pick<PictureStyle, 'points'>, width: number): number {
  return points === undefined ? textScale(width) : pixelsOfPoints(points) / windowTextSize
}

/** Font size of the axes in the window, in CSS pixels. */
const windowTextSize = 12

/** Default width of a picture: the column of a web article. */
export const usualWidth = 600

/**
 * Texts grow with the picture, so that it looks the same at any size: at the default width the smallest letters are
 * 12 pixels on a web page and 4.8 points in a magazine's 85 mm column. In a narrow picture they stay readable.
 */
export function textScale(width: number): number {
  return Math.max(0.9, (1.25 * width) / usualWidth)
}
