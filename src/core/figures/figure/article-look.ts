import type { PictureType } from '../../pictures/picture-header'
import { smallPrintLengths } from './figure-look'
import * as v from 'valibot'
import type { Immutable } from '../../plan/plan'

/** Limits of an article's width. */
export const widthLimits = { px: { least: 200, most: 4000 }, mm: { least: 53, most: 1000 } } as const
/** Limits of its height, and of the size of its texts in points. */
export const heightLimits = {
  px: { least: 100, most: 4000 },
  mm: { least: 27, most: 1000 },
  ratio: { least: 0.25, most: 4 },
} as const
export const pointLimits = { least: 5, most: 24 } as const

function between({ least, most }: { readonly least: number; readonly most: number }) {
  return v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most))
}

function length<U extends string>(unit: U, limits: { readonly least: number; readonly most: number }) {
  return v.strictObject({ unit: v.literal(unit), value: between(limits) })
}

const pictureMarkSchema = v.strictObject({
  /** `logo`: small, next to the title. `watermark`: large and pale behind the data. */
  kind: v.picklist(['logo', 'watermark']),
  /** Of a logo: its height in lines of the title. Of a watermark: its share of the plot's width in percent. */
  size: between({ least: 0.5, most: 100 }),
  opacityPercent: between({ least: 5, most: 100 }),
})
export type PictureMark = Immutable<v.InferOutput<typeof pictureMarkSchema>>

/**
 * The look of an article's figures: the requirements of a magazine or web page for every picture. Checked at the
 * contract and when a preset is read.
 */
export const articleLookSchema = v.strictObject({
  width: v.variant('unit', [length('px', widthLimits.px), length('mm', widthLimits.mm)]),
  /** Unset: the height that the texts and a well-proportioned plot need. A picture is never lower than that. */
  height: v.optional(
    v.variant('unit', [
      length('px', heightLimits.px),
      length('mm', heightLimits.mm),
      // Width by height.
      length('ratio', heightLimits.ratio),
    ]),
  ),
  /** Size of the axes' texts in points; the others follow, from 7/8 to 9/8 of it. Unset: texts grow with the width. */
  points: v.optional(between(pointLimits)),
  /** Dots per inch of a PNG, as printers require; unset: as requested. */
  dpi: v.optional(v.picklist([300, 600])),
  /** Amount of small print; unset: all. */
  smallPrint: v.optional(v.picklist(smallPrintLengths)),
  /** Fonts shipped with the app: Inter, and Source Serif 4. */
  font: v.picklist(['sans', 'serif']),
  theme: v.picklist(['light', 'dark']),
  /**
   * Colours of series, distinguishable with any colour vision: Okabe & Ito 2008, Tol 2021 (bright, muted), or greys
   * with patterns for print without colours.
   */
  colors: v.picklist(['okabe-ito', 'tol-bright', 'tol-muted', 'greys']),
  /** A picture on every figure, if the preset has one. */
  mark: v.optional(pictureMarkSchema),
})
export type ArticleLook = Immutable<v.InferOutput<typeof articleLookSchema>>
export type ArticleWidth = ArticleLook['width']
export type ArticleHeight = NonNullable<ArticleLook['height']>
export type FigureFont = ArticleLook['font']
export type FigureColors = ArticleLook['colors']

/** CSS pixels of a width; one is 1/96 inch. */
export function widthInPixels({ value, unit }: ArticleWidth): number {
  return unit === 'mm' ? (value / 25.4) * 96 : value
}

/** A look with a name. */
export interface ArticlePreset {
  /** Above 0: stored in the results file. Below 0: shipped with the app and read-only. */
  readonly id: number
  readonly name: string
  readonly look: ArticleLook
  /** What is known about its picture; the picture itself is requested by the preset's id. */
  readonly picture?: PictureFacts
}

/** A saved preset as known to a window, without its picture. */
export type KnownPreset = Pick<ArticlePreset, 'id' | 'name' | 'look'>

export interface PictureFacts {
  readonly name: string
  readonly type: PictureType
  /** Dots. */
  readonly width: number
  readonly height: number
}

const plain = { font: 'sans', theme: 'light', colors: 'okabe-ito' } as const
/** 14 pixels on a web page. */
const web = { ...plain, points: 10.5 } as const
const print = { ...plain, points: 8, dpi: 600, smallPrint: 'short' } as const

/** Presets that every review has. */
export const builtInPresets: readonly ArticlePreset[] = [
  { id: -1, name: 'Web column', look: { ...web, width: { value: 600, unit: 'px' } } },
  { id: -2, name: 'Web column, dark', look: { ...web, theme: 'dark', width: { value: 600, unit: 'px' } } },
  { id: -3, name: 'Print column', look: { ...print, width: { value: 85, unit: 'mm' } } },
  { id: -4, name: 'Print page', look: { ...print, width: { value: 174, unit: 'mm' } } },
  { id: -5, name: 'Print in greys', look: { ...print, colors: 'greys', width: { value: 85, unit: 'mm' } } },
]

/** The initial marks of a new preset once it has a picture. */
export const usualMarks: Readonly<Record<PictureMark['kind'], PictureMark>> = {
  logo: { kind: 'logo', size: 1.6, opacityPercent: 100 },
  watermark: { kind: 'watermark', size: 50, opacityPercent: 12 },
}
