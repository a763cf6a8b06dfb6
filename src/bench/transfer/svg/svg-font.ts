import type { FontWeight } from '../figure-fonts'

/** Size and weight of a CSS font such as `600 12px Inter`; the family is set at the root. */
export function fontAttributes(font: string): Record<string, string | undefined> {
  const size = /(\d+(?:\.\d+)?)px/.exec(font)?.[1]
  const weight = fontWeight(font)
  return { 'font-size': size, 'font-weight': weight === 400 ? undefined : String(weight) }
}

/** The weight of a CSS font, among those that figures use. */
export function fontWeight(font: string): FontWeight {
  const weight = /(?:^|\s)([1-9]00|bold)\s/.exec(font)?.[1]
  if (weight === '500') return 500
  return weight === '600' || weight === '700' || weight === 'bold' ? 600 : 400
}
