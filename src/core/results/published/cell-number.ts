import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'

/** Which mark precedes the decimals; the other one separates thousands. */
export type NumberConvention = 'point' | 'comma'

/** What the cells of one column reveal about its number format. */
export type ColumnNumbers =
  /** No cell reads differently under the two conventions. */
  | { readonly kind: 'plain' }
  /** Some cells make sense under one convention only. */
  | { readonly kind: 'found'; readonly convention: NumberConvention }
  /** Every cell with a mark makes sense under both, with different values, such as `example`. */
  | { readonly kind: 'ambiguous'; readonly example: string; readonly point: number; readonly comma: number }
  /** Some cells need one convention, some the other. */
  | { readonly kind: 'mixed'; readonly point: string; readonly comma: string }

/**
 * A number as it is printed: `49,739.90`, `49 739.90`, `-1.64`, `−1.64`, `1.5e3`, `12 %`. Without a convention the
 * text itself must be unambiguous: `1,234` and `22.000` are rejected, because they can be read in two ways.
 */
export function parseCellNumber(text: string, convention?: NumberConvention): Parsed<number> {
  if (torn.test(text)) return unreadable(`${quoted(text)} has a gap where no thousands end.`)
  const compact = compactOf(text)
  if (convention !== undefined) return valueOr(text, read(compact, convention), convention)
  const point = read(compact, 'point')
  const comma = read(compact, 'comma')
  if (point !== undefined && comma !== undefined && point !== comma)
    return unreadable(`${quoted(text)} can be read in two ways: ${point} and ${comma}.`)
  return valueOr(text, point ?? comma)
}

/** Digits after the decimal mark of a text that was read as `value`: 2 of `49,739.90`, 0 of `550`; undefined with an exponent. */
export function printedDecimals(text: string, value: number): number | undefined {
  const compact = compactOf(text)
  if (/e/i.test(compact)) return undefined
  const convention = (['point', 'comma'] as const).find((one) => read(compact, one) === value)
  const [, digits = ''] = (convention === 'comma' ? /,(\d*)$/ : /\.(\d*)$/).exec(compact) ?? []
  return digits.length
}

/** Finds the convention that all cells of a column follow. Cells that are not numbers are ignored. */
export function numbersOfColumn(cells: Iterable<string>): ColumnNumbers {
  let pointOnly: string | undefined
  let commaOnly: string | undefined
  let either: Extract<ColumnNumbers, { kind: 'ambiguous' }> | undefined
  for (const cell of cells) {
    if (torn.test(cell)) continue
    const compact = compactOf(cell.replace(/^\s*±|\s*[a-zµ/]+\s*$/gi, ''))
    const point = read(compact, 'point')
    const comma = read(compact, 'comma')
    if (point === comma) continue
    if (comma === undefined) pointOnly ??= cell
    else if (point === undefined) commaOnly ??= cell
    else either ??= { kind: 'ambiguous', example: cell, point, comma }
  }
  if (pointOnly !== undefined && commaOnly !== undefined)
    return { kind: 'mixed', point: pointOnly, comma: commaOnly }
  if (pointOnly !== undefined) return { kind: 'found', convention: 'point' }
  if (commaOnly !== undefined) return { kind: 'found', convention: 'comma' }
  return either ?? { kind: 'plain' }
}

/** A gap between digits that does not separate thousands: two numbers that lost their separator, or a damaged one. */
const torn = (() => {
  const gap = "[\\s\\u00a0\\u2009\\u202f']+"
  return new RegExp(
    `\\d${gap}(?!\\d{3}(?!\\d))\\d|\\d{4}${gap}\\d|[.,]\\d+${gap}\\d|\\d${gap}[.,]|[.,]${gap}\\d`,
  )
})()

const shapes: Readonly<Record<NumberConvention, RegExp>> = {
  point: /^[-+]?(?:(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i,
  comma: /^[-+]?(?:(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?|,\d+)(?:e[-+]?\d+)?$/i,
}

/** Undefined for a text that is not a number under this convention. */
function read(compact: string, convention: NumberConvention): number | undefined {
  if (!shapes[convention].test(compact)) return undefined
  const text =
    convention === 'point' ? compact.replaceAll(',', '') : compact.replaceAll('.', '').replace(',', '.')
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}

function compactOf(text: string): string {
  return text
    .trim()
    .replace(/[\s\u00a0\u2009\u202f']/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/%$/, '')
}

function valueOr(text: string, value: number | undefined, convention?: NumberConvention): Parsed<number> {
  if (value !== undefined) return parsed(value)
  const how = convention !== undefined && /\d[.,]\d/.test(text) ? ` with a decimal ${convention}` : ''
  return unreadable(`${quoted(text)} is not a number${how}.`)
}
