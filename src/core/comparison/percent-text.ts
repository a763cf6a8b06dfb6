import { thinSpace } from '../units/number-format'

/**
 * A difference as it is printed: two decimals below 100 %, one from there, with its sign (U+2212 for minus): "+1.25 %".
 * What rounds to zero is "0.00 %", never signed.
 */
export function differenceText(percent: number): string {
  return `${signedNumber(percent)}${thinSpace}%`
}

/** An interval of a difference: "+0.80 to +1.70 %". */
export function intervalText(lowPercent: number, highPercent: number): string {
  return `${signedNumber(lowPercent)} to ${differenceText(highPercent)}`
}

/** The number of a difference without its unit. */
export function signedNumber(percent: number): string {
  const size = Math.abs(percent)
  const text = size.toFixed(size < 99.995 ? 2 : 1)
  if (Number(text) === 0) return text
  return `${percent < 0 ? '\u2212' : '+'}${text}`
}

/** A p value as it is printed: "0.012", "< 0.001". */
export function pText(p: number): string {
  return p < 0.001 ? '<\u20090.001' : p.toFixed(3)
}
