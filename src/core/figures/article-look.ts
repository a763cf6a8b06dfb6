import type { SmallPrintLength } from './figure-look'

/** The look of an article's figures: the requirements of a magazine or web page for every picture. */
export interface ArticleLook {
  readonly width: ArticleWidth
  /** Unset: the height that the texts and a well-proportioned plot need. A picture is never lower than that. */
  readonly height?: ArticleHeight
  /** Size of the axes' texts in points; the others follow, from 7/8 to 9/8 of it. Unset: texts grow with the width. */
  readonly points?: number
  /** Dots per inch of a PNG; unset: as requested. */
  readonly dpi?: ArticleDpi
  /** Amount of small print; unset: all. */
  readonly smallPrint?: SmallPrintLength
  readonly font: FigureFont
  readonly theme: 'light' | 'dark'
  readonly colors: FigureColors
  /** A picture on every figure, if the preset has one. */
  readonly mark?: PictureMark
}

export interface ArticleWidth {
  readonly value: number
  readonly unit: 'px' | 'mm'
}

/** A length, or width by height. */
export interface ArticleHeight {
  readonly value: number
  readonly unit: 'px' | 'mm' | 'ratio'
}

/** The formats printers require. */
export type ArticleDpi = 300 | 600

/** Fonts shipped with the app: Inter, and Source Serif 4. */
export type FigureFont = 'sans' | 'serif'

/**
 * Colours of series, distinguishable with any colour vision: Okabe & Ito 2008, Tol 2021 (bright, muted), or greys
 * with patterns for print without colours.
 */
export type FigureColors = 'okabe-ito' | 'tol-bright' | 'tol-muted' | 'greys'

export interface PictureMark {
  /** `logo`: small, next to the title. `watermark`: large and pale behind the data. */
  readonly kind: 'logo' | 'watermark'
  /** Of a logo: its height in lines of the title. Of a watermark: its share of the plot's width in percent. */
  readonly size: number
  /** 5 to 100. */
  readonly opacityPercent: number
}

/** Limits of an article's width. */
export const widthLimits = { px: { least: 200, most: 4000 }, mm: { least: 53, most: 1000 } } as const
/** Limits of its height, and of the size of its texts in points. */
export const heightLimits = {
  px: { least: 100, most: 4000 },
  mm: { least: 27, most: 1000 },
  ratio: { least: 0.25, most: 4 },
} as const
export const pointLimits = { least: 5, most: 24 } as const

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

export type PictureType = 'image/png' | 'image/jpeg'

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
