import type { SmallPrintLength } from '../../../core/figures/figure/figure-look'
import {
  heightLimits,
  pointLimits,
  usualMarks,
  widthLimits,
  type ArticleHeight,
  type ArticleLook,
  type ArticleWidth,
  type FigureColors,
  type FigureFont,
  type PictureMark,
} from '../../../core/figures/figure/article-look'

export const fontChoices: readonly { value: FigureFont; label: string }[] = [
  { value: 'sans', label: 'Inter' },
  { value: 'serif', label: 'Source Serif' },
]

export const themeChoices: readonly { value: ArticleLook['theme']; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export const colorChoices: readonly { value: FigureColors; label: string }[] = [
  { value: 'okabe-ito', label: 'Okabe-Ito' },
  { value: 'tol-bright', label: 'Tol, bright' },
  { value: 'tol-muted', label: 'Tol, muted' },
  { value: 'greys', label: 'Greys with patterns' },
]

export const markChoices: readonly { value: PictureMark['kind']; label: string }[] = [
  { value: 'logo', label: 'Logo' },
  { value: 'watermark', label: 'Watermark' },
]

/** The look of a new preset. */
export const firstLook: ArticleLook = {
  width: { value: 600, unit: 'px' },
  font: 'sans',
  theme: 'light',
  colors: 'okabe-ito',
}

export const heightChoices: readonly { value: HeightUnit; label: string }[] = [
  { value: 'fitting', label: 'as needed' },
  { value: 'mm', label: 'mm' },
  { value: 'px', label: 'px' },
  { value: 'ratio', label: 'width : height' },
]

export const dpiChoices = [
  { value: '', label: 'As asked at export' },
  { value: '300', label: '300 dpi' },
  { value: '600', label: '600 dpi' },
] as const

export const smallPrintChoices: readonly { value: SmallPrintLength; label: string }[] = [
  { value: 'full', label: 'Full' },
  { value: 'short', label: 'One line' },
  { value: 'none', label: 'None' },
]

export type HeightUnit = ArticleHeight['unit'] | 'fitting'

/** The initial height of a look when its unit is chosen. */
const firstHeights = { px: 400, mm: 60, ratio: 1.5 } as const

/** The look with its height in this unit. */
export function withHeightIn(look: ArticleLook, unit: HeightUnit): ArticleLook {
  const { height: _, ...rest } = look
  return unit === 'fitting' ? rest : { ...rest, height: { unit, value: firstHeights[unit] } }
}

/** The look with this number as its height, within its limits. */
export function withHeight(look: ArticleLook, text: string): ArticleLook {
  const { height } = look
  if (height === undefined) return look
  const { least, most } = heightLimits[height.unit]
  const value = Number(text)
  const bounded = Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least
  return { ...look, height: { ...height, value: bounded } }
}

/** The look with this font size; an empty text lets it grow with the width. */
export function withPoints(look: ArticleLook, text: string): ArticleLook {
  const { points: _, ...rest } = look
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return rest
  return { ...rest, points: Math.min(pointLimits.most, Math.max(pointLimits.least, value)) }
}

/** The look with this resolution; if empty, each export chooses its own. */
export function withDpi(look: ArticleLook, choice: string): ArticleLook {
  const { dpi: _, ...rest } = look
  return choice === '' ? rest : { ...rest, dpi: choice === '300' ? 300 : 600 }
}

/** The width as it may be saved: within its limits, an integer. */
export function boundedWidth({ value, unit }: ArticleWidth): ArticleWidth {
  const { least, most } = widthLimits[unit]
  return { unit, value: Math.min(most, Math.max(least, Math.round(Number.isFinite(value) ? value : least))) }
}

/** The same length in the other unit. */
export function inUnit(width: ArticleWidth, unit: ArticleWidth['unit']): ArticleWidth {
  if (width.unit === unit) return width
  return boundedWidth({ unit, value: unit === 'mm' ? (width.value / 96) * 25.4 : (width.value / 25.4) * 96 })
}

/** The look with this kind of mark, with default size and opacity. */
export function withMark(look: ArticleLook, kind: PictureMark['kind'] | undefined): ArticleLook {
  const { mark, ...rest } = look
  if (kind === undefined) return rest
  return mark?.kind === kind ? look : { ...rest, mark: usualMarks[kind] }
}
