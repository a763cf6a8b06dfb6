import { decimalsByHalfWidth, formatDecimals, groupThousands, thinSpace } from '../../units/number-format'
import type { GeometricChange } from '../comparison'

/**
 * A difference as printed, with its sign (U+2212 for minus): "+1.25 %". The interval determines the digits: as many
 * decimals as show two significant digits of its half width. Without one, two decimals below 100 %, otherwise one.
 * Values that round to zero are "0.00 %", never signed.
 */
export function differenceText(percent: number, lowPercent?: number, highPercent?: number): string {
  return `${signedNumber(percent, decimalsOf(lowPercent, highPercent))}${thinSpace}%`
}

/** An interval of a difference: "+0.80 to +1.70 %". */
export function intervalText(lowPercent: number, highPercent: number): string {
  const decimals = decimalsOf(lowPercent, highPercent)
  return `${signedNumber(lowPercent, decimals)} to ${signedNumber(highPercent, decimals)}${thinSpace}%`
}

/** The deviation of the sigma rule: "± 4.50 %", with these decimals or two significant digits. */
export function deviationText(percent: number, decimals?: number): string {
  return `± ${formatDecimals(percent, decimals ?? decimalsByHalfWidth(percent, 4) ?? 2)}${thinSpace}%`
}

/** A difference with its interval, if there is one: "+1.25 % (+0.80 to +1.70 %)". */
export function differenceWithInterval(
  percent: number,
  lowPercent: number | undefined,
  highPercent: number | undefined,
): string {
  if (lowPercent === undefined || highPercent === undefined) return differenceText(percent)
  return `${differenceText(percent, lowPercent, highPercent)} (${intervalText(lowPercent, highPercent)})`
}

/** What the interval of a geometric mean rests on: "95 % interval over 5 rounds", "…, cases treated as independent". */
export function geometricText(change: GeometricChange): string {
  const { rounds, lowPercent } = change
  if (lowPercent === undefined) return changeText(change)
  const unit = rounds === undefined ? 'cases treated as independent' : `over ${String(rounds)} rounds`
  return changeText(change).replace(/\)$/, `, ${unit})`)
}

/** A change with its interval, if it has one: "+1.25 % (95 % interval +0.80 to +1.70 %)". */
export function changeText({
  percent,
  lowPercent,
  highPercent,
}: Pick<GeometricChange, 'percent' | 'lowPercent' | 'highPercent'>): string {
  if (lowPercent === undefined || highPercent === undefined) return differenceText(percent)
  const interval = intervalText(lowPercent, highPercent)
  return `${differenceText(percent, lowPercent, highPercent)} (95${thinSpace}% interval ${interval})`
}

/** The number of a difference without its unit. */
export function signedNumber(percent: number, decimals?: number): string {
  const size = Math.abs(percent)
  const text = size.toFixed(decimals ?? (size < 99.995 ? 2 : 1))
  if (Number(text) === 0) return text
  return `${percent < 0 ? '\u2212' : '+'}${groupThousands(text)}`
}

/** Decimals of a percentage, from its interval; undefined without one or if it has no width. */
export function decimalsOf(
  lowPercent: number | undefined,
  highPercent: number | undefined,
): number | undefined {
  if (lowPercent === undefined || highPercent === undefined) return undefined
  return decimalsByHalfWidth((highPercent - lowPercent) / 2, 4)
}

/** A ratio in percent without its unit: "108.0", with the digits of its interval, or one decimal, as the articles print ratios. */
export function ratioText(ratio: number, low?: number, high?: number): string {
  return formatDecimals(ratio, decimalsOf(low, high) ?? 1)
}

/** The same with its interval: "108.0 (106.9 to 109.1)". */
export function ratioWithInterval(ratio: number, low: number | undefined, high: number | undefined): string {
  const text = (value: number) => ratioText(value, low, high)
  if (low === undefined || high === undefined) return text(ratio)
  return `${text(ratio)} (${text(low)} to ${text(high)})`
}

/** A p value as printed: "0.012", "< 0.001". */
export function pText(p: number): string {
  return p < 0.001 ? '<\u202f0.001' : p.toFixed(3)
}
