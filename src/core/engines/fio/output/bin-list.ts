import { isObject, memberOf } from './json-members'

/** Bins of a latency section as fio wrote them: ascending keys, and their counts. */
export class BinList {
  constructor(
    readonly keys: readonly number[],
    readonly counts: readonly number[],
  ) {}
}

/**
 * Parses the JSON of fio with each `bins` object as a BinList. As objects, the hundreds of numeric keys cost several
 * times as much as the rest of the document. Undefined if any bins are not plain ascending whole numbers, or the text
 * has escapes, which might hide a key: such a document needs plain `JSON.parse`. Throws a SyntaxError as `JSON.parse`
 * does.
 */
export function parseWithBins(text: string): unknown {
  if (text.includes('\\')) return undefined
  const found: BinList[] = []
  const pieces: string[] = []
  let position = 0
  for (;;) {
    const name = text.indexOf(binsName, position)
    if (name < 0) break
    const behindName = skipSpace(text, name + binsName.length)
    if (text.charCodeAt(behindName) !== colon) return undefined
    const start = skipSpace(text, behindName + 1)
    const bins = readBins(text, start)
    if (!bins) return undefined
    pieces.push(text.slice(position, start), String(found.length))
    found.push(bins.list)
    position = bins.end
  }
  if (found.length === 0) return undefined
  const document: unknown = JSON.parse(pieces.join('') + text.slice(position))
  putBack(document, found)
  return document
}

const binsName = '"bins"'

/** `bins` of the parsed document are indexes into the list of bins found. Iterative, because a document may be deeper than the stack. */
function putBack(document: unknown, found: readonly BinList[]): void {
  const left = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    const bins = isObject(value) ? memberOf(value, 'bins') : undefined
    if (typeof bins === 'number') Reflect.set(value, 'bins', found[bins])
    for (const member of Object.values(value)) if (typeof member === 'object') left.push(member)
  }
}

/** The object that starts at `start`, and the index after it; undefined unless it has only plain ascending whole numbers. */
function readBins(text: string, start: number): { readonly list: BinList; readonly end: number } | undefined {
  if (text.charCodeAt(start) !== openBrace) return undefined
  let length = 0
  let at = skipSpace(text, start + 1)
  let last = -1
  while (text.charCodeAt(at) === quote) {
    // Both numbers are read as their digits are found: this loop sees four fifths of the text.
    const keyStart = (at += 1)
    let key = 0
    let code = text.charCodeAt(at)
    for (; code >= zero && code <= nine; code = text.charCodeAt((at += 1))) key = key * 10 + code - zero
    if (!isPlain(text, keyStart, at) || code !== quote || key <= last) return undefined
    at = skipSpace(text, at + 1)
    if (text.charCodeAt(at) !== colon) return undefined
    const countStart = (at = skipSpace(text, at + 1))
    let count = 0
    code = text.charCodeAt(at)
    for (; code >= zero && code <= nine; code = text.charCodeAt((at += 1))) count = count * 10 + code - zero
    if (!isPlain(text, countStart, at)) return undefined
    foundKeys[length] = last = key
    foundCounts[length] = count
    length += 1
    at = skipSpace(text, at)
    if (text.charCodeAt(at) !== comma) break
    at = skipSpace(text, at + 1)
    if (text.charCodeAt(at) !== quote) return undefined
  }
  if (text.charCodeAt(at) !== closeBrace) return undefined
  return { list: new BinList(foundKeys.slice(0, length), foundCounts.slice(0, length)), end: at + 1 }
}

/** The bins being read; kept between calls, because growing new arrays takes a third of the time. */
const foundKeys: number[] = []
const foundCounts: number[] = []

/** Index of the next character that is not JSON white space. */
function skipSpace(text: string, from: number): number {
  let at = from
  let code = text.charCodeAt(at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt((at += 1))
  return at
}

/** Whether these digits are a whole number of JSON that a double represents exactly. */
function isPlain(text: string, from: number, end: number): boolean {
  const length = end - from
  return length === 1 || (length > 1 && length <= 15 && text.charCodeAt(from) !== zero)
}

const [quote, comma, colon, openBrace, closeBrace, zero, nine] = [0x22, 0x2c, 0x3a, 0x7b, 0x7d, 0x30, 0x39]
