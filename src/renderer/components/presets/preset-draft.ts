import {
  usualMarks,
  widthLimits,
  type ArticleLook,
  type ArticlePreset,
  type ArticleWidth,
  type FigureColors,
  type FigureFont,
  type PictureMark,
} from '../../../core/figures/article-look'

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

/** The look a new preset begins with. */
export const firstLook: ArticleLook = {
  width: { value: 600, unit: 'px' },
  font: 'sans',
  theme: 'light',
  colors: 'okabe-ito',
}

/** A name that no preset has yet: “Magazine 2”. */
export function freeName(wanted: string, presets: readonly ArticlePreset[]): string {
  const taken = new Set(presets.map(({ name }) => name))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!taken.has(name)) return name
  }
}

/** The width as it may be saved: within its limits, whole. */
export function boundedWidth({ value, unit }: ArticleWidth): ArticleWidth {
  const { least, most } = widthLimits[unit]
  return { unit, value: Math.min(most, Math.max(least, Math.round(Number.isFinite(value) ? value : least))) }
}

/** The same length in the other unit. */
export function inUnit(width: ArticleWidth, unit: ArticleWidth['unit']): ArticleWidth {
  if (width.unit === unit) return width
  return boundedWidth({ unit, value: unit === 'mm' ? (width.value / 96) * 25.4 : (width.value / 25.4) * 96 })
}

/** The look with this kind of mark, its size and strength the usual ones. */
export function withMark(look: ArticleLook, kind: PictureMark['kind'] | undefined): ArticleLook {
  const { mark, ...rest } = look
  if (kind === undefined) return rest
  return mark?.kind === kind ? look : { ...rest, mark: usualMarks[kind] }
}
