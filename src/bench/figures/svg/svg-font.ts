import type { FontWeight } from '../figure-fonts'

/** Size and weight of a CSS font such as `600 12px Inter`; the family is set at the root. */
export function fontAttributes(font: string): Record<string, string | undefined> {
  const weight = fontWeight(font)
  return { 'font-size': String(fontSize(font)), 'font-weight': weight === 400 ? undefined : String(weight) }
}

/** The weight of a CSS font, among those that figures use. */
export function fontWeight(font: string): FontWeight {
  const weight = /(?:^|\s)([1-9]00|bold)\s/.exec(font)?.[1]
  if (weight === '500') return 500
  return weight === '600' || weight === '700' || weight === 'bold' ? 600 : 400
}

/** The size of a CSS font in pixels. */
export function fontSize(font: string): number {
  return Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1])
}

/** Units of an outline per font size; a unit is finer than any print. */
export const unitsPerEm = 1000

/** The same font with a unit of outlines per pixel. */
export function outlineFont(font: string): string {
  return font.replace(/\d+(?:\.\d+)?px/, `${unitsPerEm}px`)
}
