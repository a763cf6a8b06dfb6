import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'

/**
 * A number as it is printed: `49,739.90`, `49 739.90`, `-1.64`, `−1.64`, `1.5e3`, `12 %`. A comma that could stand for
 * thousands as well as for a decimal point is refused, because the two readings differ by a factor of 1000.
 */
export function parseCellNumber(text: string): Parsed<number> {
  if (torn.test(text)) return unreadable(`${quoted(text)} has a gap where no thousands end.`)
  const compact = text
    .trim()
    .replace(/[\s\u00a0\u2009\u202f']/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/%$/, '')
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(compact)) return finite(text, Number(compact))
  if (/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/.test(compact) || /^[-+]?\d{1,3}(?:,\d{3}){2,}$/.test(compact))
    return finite(text, Number(compact.replaceAll(',', '')))
  if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(compact))
    return finite(text, Number(compact.replaceAll('.', '').replace(',', '.')))
  if (isAmbiguous(compact))
    return unreadable(`${quoted(text)} can be read in two ways; write it without the comma.`)
  if (/^[-+]?\d+,\d+$/.test(compact)) return finite(text, Number(compact.replace(',', '.')))
  return unreadable(`${quoted(text)} is not a number.`)
}

/** A gap between digits that does not set thousands apart: two numbers that lost their separator, or a damaged one. */
const torn = (() => {
  const gap = "[\\s\\u00a0\\u2009\\u202f']+"
  return new RegExp(
    `\\d${gap}(?!\\d{3}(?!\\d))\\d|\\d{4}${gap}\\d|[.,]\\d+${gap}\\d|\\d${gap}[.,]|[.,]${gap}\\d`,
  )
})()

/** True for a number whose comma may be either. */
export function isAmbiguous(text: string): boolean {
  return /^[-+]?\d{1,3},\d{3}$/.test(text.trim())
}

function finite(text: string, value: number): Parsed<number> {
  return Number.isFinite(value) ? parsed(value) : unreadable(`${quoted(text)} is not a number.`)
}
