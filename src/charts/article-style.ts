import { widthInPixels, type ArticleLook, type PictureMark } from '../core/figures/article-look'
import { articlePalette, palettes, type Palette, type PaletteName } from './palette'
import type { SmallPrintLength } from '../core/figures/figure-look'
import { fontFamily, pixelsOfPoints, serifFamily } from './text'

/** A mark ready to be drawn. */
export interface DrawnMark extends PictureMark {
  /** What the context's `drawImage` takes. */
  readonly image: unknown
  /** Dots of the picture; only their ratio counts. */
  readonly width: number
  readonly height: number
}

/** All that a preset says about a picture, in the words of drawing. */
export interface PictureStyle {
  readonly palette: Palette
  /** CSS families. */
  readonly family: string
  readonly mark?: DrawnMark
  /** Size of the axes' texts; unset: it grows with the width. */
  readonly points?: number
  /** Unless the figure says otherwise. */
  readonly smallPrint?: SmallPrintLength
}

/** The style of a picture without a preset. */
export function plainStyle(palette: PaletteName): PictureStyle {
  return { palette: palettes[palette], family: fontFamily }
}

/** The style that a preset's look asks for; `picture`: its picture, ready to be drawn. */
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

/** Width of the preset's pictures, whole CSS pixels. */
export function articleWidth(look: ArticleLook): number {
  return Math.round(widthInPixels(look.width))
}

/** Height of the preset's pictures, whole CSS pixels; undefined: what texts and a well-shaped plot need. */
export function articleHeight(look: ArticleLook): number | undefined {
  const { height } = look
  if (height === undefined) return undefined
  const { value, unit } = height
  return Math.round(unit === 'ratio' ? widthInPixels(look.width) / value : widthInPixels({ value, unit }))
}

/** Size of texts and marks of a preset's picture against the window's. */
export function styleScale({ points }: Pick<PictureStyle, 'points'>, width: number): number {
  return points === undefined ? textScale(width) : pixelsOfPoints(points) / windowTextSize
}

/** Of the axes' texts in the window, CSS pixels. */
const windowTextSize = 12

/** Width of a picture where none is asked for: the column of a web article. */
export const usualWidth = 600

/**
 * Texts grow with the picture, so that it looks the same at any size: at the usual width the smallest letters are 12
 * pixels on a web page and 4.8 points in a magazine's 85 mm column. A narrow picture keeps them readable.
 */
export function textScale(width: number): number {
  return Math.max(0.9, (1.25 * width) / usualWidth)
}
