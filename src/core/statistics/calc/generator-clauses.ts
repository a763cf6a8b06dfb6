/** A generator text taken apart: y[i] = source for i from first to last. */
export interface GeneratorClauses {
  /** Name of the series, `y` unless given. */
  readonly name: string
  readonly index: string
  readonly source: string
  readonly first: string
  readonly last: string
  /** The last index is left out, as in range(n) and i < n. */
  readonly lastExcluded: boolean
  /** Values given beforehand, such as y[0] = 100: expressions by index. */
  readonly given: readonly { readonly place: number; readonly source: string }[]
  /** Named constants, such as a = 3. */
  readonly constants: readonly { readonly name: string; readonly source: string }[]
}

interface IndexRange {
  readonly index: string
  readonly first: string
  readonly last: string
  readonly lastExcluded: boolean
}

const seriesName =
  /^([A-Za-z]\w*?)(?:\s*\[\s*([A-Za-z]\w*)\s*\]|\s*\(\s*([A-Za-z]\w*)\s*\)|_([a-z]))\s*=(?!=)\s*(.+)$/s
const givenValue = /^[A-Za-z]\w*\s*\[\s*(-?\d+)\s*\]\s*=(?!=)\s*(.+)$/s
const constant = /^([A-Za-z]\w*)\s*=(?!=)\s*(.+)$/s
/** i = 0..119, i in 0…119, i = 0 to 119; words such as a unit may follow. */
const dotted = /^([a-z])\s*(?:=|\bin\b)\s*(.+?)\s*(?:\.{2,3}|…|\bto\b)\s*(.+?)(?:\s+[a-z][a-z ]*)?$/s
const inRange = /^([a-z])\s+in\s+range\s*\(\s*(?:([^,()]+),)?([^,()]+)\)$/s
/** 0 <= i < 120 */
const between = /^(-?\w+)\s*(?:<=|≤)\s*([a-z])\s*(<=|≤|<)\s*([-+*\w ]+)$/s

/** Takes a generator text apart; undefined where it names no range of an index or no expression. */
export function generatorClauses(text: string): GeneratorClauses | undefined {
  let name = 'y'
  let source: string | undefined
  let range: IndexRange | undefined
  const given: { place: number; source: string }[] = []
  const constants: { name: string; source: string }[] = []
  for (const clause of clausesOf(text.trim().replace(/\.$/, ''))) {
    const span = rangeOf(clause)
    if (span !== undefined) {
      range ??= span
      continue
    }
    const start = givenValue.exec(clause)
    const series = seriesName.exec(clause)
    const named = constant.exec(clause)
    if (start !== null) given.push({ place: Number(start[1]), source: start[2] ?? '' })
    else if (series !== null && source === undefined) [name, source] = [series[1] ?? name, series[5]]
    else if (named !== null && source !== undefined)
      constants.push({ name: named[1] ?? '', source: named[2] ?? '' })
    else if (source === undefined)
      [name, source] = named === null ? [name, clause] : [named[1] ?? name, named[2]]
    else return undefined
  }
  return source === undefined || range === undefined
    ? undefined
    : { name, source, ...range, given, constants }
}

/** Parts between commas and semicolons outside of brackets, and before and after a last "for". */
function clausesOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of text) {
    if ('([⌊'.includes(sign)) depth++
    if (')]⌋'.includes(sign)) depth--
    if (depth === 0 && (sign === ',' || sign === ';')) {
      parts.push(part)
      part = ''
    } else {
      part += sign
    }
  }
  parts.push(part)
  return parts
    .flatMap((one) => one.split(/\bfor\b/))
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function rangeOf(clause: string): IndexRange | undefined {
  const counted = inRange.exec(clause)
  if (counted !== null) {
    const [, index = 'i', first = '0', last = ''] = counted
    return { index, first, last, lastExcluded: true }
  }
  const limits = between.exec(clause)
  if (limits !== null) {
    const [, first = '0', index = 'i', sign, last = ''] = limits
    return { index, first, last, lastExcluded: sign === '<' }
  }
  const span = dotted.exec(clause)
  if (span === null) return undefined
  const [, index = 'i', first = '0', last = ''] = span
  return { index, first, last, lastExcluded: false }
}
