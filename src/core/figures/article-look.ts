/** How the figures of an article look: what a magazine or a web page asks of every picture. */
export interface ArticleLook {
  readonly width: ArticleWidth
  readonly font: FigureFont
  readonly theme: 'light' | 'dark'
  readonly colors: FigureColors
  /** A picture on every figure, where the preset has one. */
  readonly mark?: PictureMark
}

export interface ArticleWidth {
  readonly value: number
  readonly unit: 'px' | 'mm'
}

/** Faces that are shipped with the app: Inter, and Source Serif 4. */
export type FigureFont = 'sans' | 'serif'

/**
 * Colours of series, all told apart with any colour vision: Okabe & Ito 2008, Tol 2021 (bright, muted), or greys with
 * patterns for print without colours.
 */
export type FigureColors = 'okabe-ito' | 'tol-bright' | 'tol-muted' | 'greys'

export interface PictureMark {
  /** `logo`: small, beside the title. `watermark`: large and pale behind the data. */
  readonly kind: 'logo' | 'watermark'
  /** Of a logo: its height in lines of the title. Of a watermark: its share of the plot's width in percent. */
  readonly size: number
  /** 5 to 100. */
  readonly opacityPercent: number
}

/** Limits of an article's width. */
export const widthLimits = { px: { least: 200, most: 4000 }, mm: { least: 53, most: 1000 } } as const

/** CSS pixels of a width; one is 1/96 inch. */
export function widthInPixels({ value, unit }: ArticleWidth): number {
  return unit === 'mm' ? (value / 25.4) * 96 : value
}

/** A look with a name. */
export interface ArticlePreset {
  /** Above 0: kept in the results file. Below 0: comes with the app and cannot be changed. */
  readonly id: number
  readonly name: string
  readonly look: ArticleLook
  /** What is known of its picture; the picture itself is asked for by the preset's id. */
  readonly picture?: PictureFacts
}

export interface PictureFacts {
  readonly name: string
  readonly type: PictureType
  /** Dots. */
  readonly width: number
  readonly height: number
}

export type PictureType = 'image/png' | 'image/jpeg'

const web = { font: 'sans', theme: 'light', colors: 'okabe-ito' } as const

/** Presets that every review has. */
export const builtInPresets: readonly ArticlePreset[] = [
  { id: -1, name: 'Web column', look: { ...web, width: { value: 600, unit: 'px' } } },
  { id: -2, name: 'Web column, dark', look: { ...web, theme: 'dark', width: { value: 600, unit: 'px' } } },
  { id: -3, name: 'Print column', look: { ...web, width: { value: 85, unit: 'mm' } } },
  { id: -4, name: 'Print page', look: { ...web, width: { value: 178, unit: 'mm' } } },
  { id: -5, name: 'Print in greys', look: { ...web, colors: 'greys', width: { value: 85, unit: 'mm' } } },
]

/** The marks a new preset begins with once it has a picture. */
export const usualMarks: Readonly<Record<PictureMark['kind'], PictureMark>> = {
  logo: { kind: 'logo', size: 1.6, opacityPercent: 100 },
  watermark: { kind: 'watermark', size: 50, opacityPercent: 12 },
}
