import { largestOf, smallestOf } from '../iterables'

/** Separates a number from its unit (U+202F): narrower than a space, and no line breaks at it. */
export const thinSpace = '\u202f'

/** Shown for a number that does not exist. Never 0. */
export const absentText = '–'

/**
 * A number for people: `significantDigits` in total but never less than the whole part (1,234.5 with 3 digits is
 * "1,235"), thousands grouped with commas. Trailing zeros are kept so that columns line up; see `formatShort`. Absent
 * and non-finite numbers give an en dash. The minus is U+2212, as in all texts for people; a rounded zero has no sign.
 */
export function formatNumber(value: number | undefined, significantDigits = 3): string {
  if (value === undefined || !Number.isFinite(value)) return absentText
  const magnitude = Math.abs(value)
  if (magnitude === 0) return '0'
  const wholeDigits = Math.floor(Math.log10(magnitude)) + 1
  const decimals = Math.min(Math.max(significantDigits - wholeDigits, 0), 20)
  // Rounding may carry into a new digit (9.996 with 3 digits is 10.0, not 10.00).
  const carried = Number(magnitude.toFixed(decimals)) >= 10 ** wholeDigits
  const fixed = magnitude.toFixed(carried ? Math.max(decimals - 1, 0) : decimals)
  return withSign(value, groupThousands(fixed))
}

/**
 * Decimals that show two significant digits of the half width of an interval, at most `most`; undefined for a width that
 * is 0 or not finite.
 */
export function decimalsByHalfWidth(half: number, most = 20): number | undefined {
  if (!(half > 0 && half < Infinity)) return undefined
  // 0.0996 with two digits is 0.10.
  const magnitude = Math.floor(Math.log10(Number(half.toPrecision(2))))
  return Math.min(Math.max(1 - magnitude, 0), most)
}

/**
 * A value with as many digits as its interval justifies: two significant digits of the half width. Without an
 * interval, `significantDigits` in total.
 */
export function formatByInterval(
  value: number | undefined,
  half: number | undefined,
  significantDigits = 4,
): string {
  const decimals = half === undefined ? undefined : decimalsByHalfWidth(half, 12)
  if (value === undefined || !Number.isFinite(value) || decimals === undefined)
    return formatNumber(value, significantDigits)
  return withSign(value, groupThousands(Math.abs(value).toFixed(decimals)))
}

/** A number with these decimals, its thousands grouped, and a real minus: "−1,234.50". */
export function formatDecimals(value: number, decimals: number): string {
  return withSign(value, groupThousands(Math.abs(value).toFixed(decimals)))
}

/** Most digits of a throughput without an interval that a review prints. */
export const mostPrintedDigits = 5

/**
 * A number as tables and the figures above them print it: with as many digits as its interval justifies. Without one
 * it has at most `most` digits, or, if that is unset, all digits of a whole number and four of any other.
 */
export function formatPrinted(value: number, half?: number, most?: number): string {
  if (half !== undefined) return formatByInterval(value, half)
  if (most !== undefined) return formatShort(value, most)
  const magnitude = Math.abs(value)
  if (Number.isInteger(value)) return magnitude < 1e15 ? formatCount(value) : exponential(value, 4)
  if (magnitude < 1e-4) return exponential(value, 2)
  return magnitude < 1e15 ? formatNumber(value, 4) : exponential(value, 3)
}

function exponential(value: number, decimals: number): string {
  return withSign(value, Math.abs(value).toExponential(decimals))
}

/** The number at a mark of a figure: by its interval; without one three digits, or up to four that are all it has. */
export function formatAtMark(value: number, half?: number): string {
  if (half !== undefined) return formatByInterval(value, half)
  return significantDigits(value) <= 4 ? formatShort(value, 4) : formatNumber(value, 3)
}

/** Digits that a number needs, without leading and trailing zeros; the last bits of a quotient do not count. */
export function significantDigits(value: number): number {
  const [digits = ''] = Math.abs(value).toExponential(11).split('e')
  return digits.replace('.', '').replace(/0+$/, '').length
}

/**
 * A standard deviation after its mean ("0.9 ± 0.5"): two significant digits, but no more decimals than the mean,
 * which has as many as its interval justifies.
 */
export function formatDeviation(deviation: number, mean: string): string {
  const own = decimalsOf(formatNumber(deviation, 2))
  const decimals = Math.min(own, decimalsOf(mean))
  return decimals === own ? formatNumber(deviation, 2) : groupThousands(deviation.toFixed(decimals))
}

/** Decimals of a printed number. */
export function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

/** Like `formatNumber` without trailing zeros: 1.50 is "1.5". For labels and sentences. */
export function formatShort(value: number | undefined, significantDigits = 3): string {
  const text = formatNumber(value, significantDigits)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Like `formatNumber` with a sign, as for differences: "+900", U+2212 for minus; zero has none. */
export function signedDigits(value: number, significantDigits = 3): string {
  const text = formatNumber(Math.abs(value), significantDigits)
  if (!/[1-9]/.test(text)) return text
  return `${value < 0 ? '\u2212' : '+'}${text}`
}

/** A whole number with grouped thousands: "100,000". */
export function formatCount(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return absentText
  return withSign(value, groupThousands(Math.round(Math.abs(value)).toFixed(0)))
}

/** A whole number of things: "1 run", "1,000 runs". */
export function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}

/** The smallest and the largest of some counts: "3", "3 to 5". */
export function countRange(counts: readonly number[]): string {
  const [fewest, most] = [smallestOf(counts), largestOf(counts)]
  return fewest === most ? String(most) : `${fewest} to ${most}`
}

/** A number and its unit, separated by a thin space; an absent number stays a bare dash. */
export function withUnit(number: string, unit: string): string {
  return number === absentText || unit === '' ? number : `${number}${thinSpace}${unit}`
}

/** A text in which no line breaks between a number and its unit or percent sign, whichever space was written there. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(
    /(?<=\d)(?:\u2009| (?=(?:%|[kKMGT]?i?B(?:\/s)?|[nµm]?s|min|h|IOPS)(?![\p{L}\p{N}])))/gu,
    thinSpace,
  )
}

/** An amount of money without its currency: whole, or with two decimals. */
export function formatAmount(amount: number): string {
  const cents = Math.round(amount * 100) / 100
  return withSign(cents, groupThousands(Math.abs(cents).toFixed(Number.isInteger(cents) ? 0 : 2)))
}

/** A percentage: "70 %". */
export function formatPercent(value: number | undefined, significantDigits = 3): string {
  return withUnit(formatShort(value, significantDigits), '%')
}

function withSign(value: number, digits: string): string {
  const isZero = !/[1-9]/.test(digits)
  return value < 0 && !isZero ? `\u2212${digits}` : digits
}

/** Digits as `toFixed` gives them, thousands grouped with commas: "1,234.50". */
export function groupThousands(fixed: string): string {
  const [whole = '0', decimals] = fixed.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
