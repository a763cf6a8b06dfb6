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
  const bytes = bytesOf(text)
  const found: BinList[] = []
  const pieces: string[] = []
  let position = 0
  for (;;) {
    const name = text.indexOf(binsName, position)
    if (name < 0) break
    const behindName = skipSpace(bytes, name + binsName.length)
    if (bytes[behindName] !== colon) return undefined
    const start = skipSpace(bytes, behindName + 1)
    const bins = readBins(bytes, start)
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

/**
 * One byte per UTF-16 unit, `?` for those beyond ASCII; valid until the next call, and what follows the last is not part
 * of it. Reading bytes and keeping their place saves a quarter of the time for a whole document.
 */
function bytesOf(text: string): Uint8Array {
  // A character takes at most three bytes.
  const bytes = 3 * text.length <= place.length ? place : new Uint8Array(3 * text.length)
  const { written } = encoder.encodeInto(text, bytes)
  if (written !== text.length) encoder.encodeInto(text.replace(/[\u0080-\uffff]/g, '?'), bytes)
  bytes[text.length] = 0
  return bytes
}

/** Node and browsers have it, the language itself has not. */
declare class TextEncoder {
  /** Writes UTF-8. */
  encodeInto(text: string, to: Uint8Array): { readonly written: number }
}

const encoder = new TextEncoder()
const place = new Uint8Array(1024 ** 2)

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
function readBins(
  bytes: Uint8Array,
  start: number,
): { readonly list: BinList; readonly end: number } | undefined {
  if (bytes[start] !== openBrace) return undefined
  let length = 0
  let at = skipSpace(bytes, start + 1)
  let last = -1
  while (bytes[at] === quote) {
    // Both numbers are read as their digits are found: this loop sees four fifths of the text.
    const keyStart = (at += 1)
    let key = 0
    let code = bytes[at] ?? 0
    for (; code >= zero && code <= nine; code = bytes[(at += 1)] ?? 0) key = key * 10 + code - zero
    if (!isPlain(bytes, keyStart, at) || code !== quote || key <= last) return undefined
    at = skipSpace(bytes, at + 1)
    if (bytes[at] !== colon) return undefined
    const countStart = (at = skipSpace(bytes, at + 1))
    let count = 0
    code = bytes[at] ?? 0
    for (; code >= zero && code <= nine; code = bytes[(at += 1)] ?? 0) count = count * 10 + code - zero
    if (!isPlain(bytes, countStart, at)) return undefined
    foundKeys[length] = last = key
    foundCounts[length] = count
    length += 1
    at = skipSpace(bytes, at)
    if (bytes[at] !== comma) break
    at = skipSpace(bytes, at + 1)
    if (bytes[at] !== quote) return undefined
  }
  if (bytes[at] !== closeBrace) return undefined
  return { list: new BinList(foundKeys.slice(0, length), foundCounts.slice(0, length)), end: at + 1 }
}

/** The bins being read; kept between calls, because growing new arrays takes a third of the time. */
const foundKeys: number[] = []
const foundCounts: number[] = []

/** Index of the next character that is not JSON white space. */
function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  let code = bytes[at] ?? 0
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = bytes[(at += 1)] ?? 0
  return at
}

/** Whether these digits are a whole number of JSON that a double represents exactly. */
function isPlain(bytes: Uint8Array, from: number, end: number): boolean {
  const length = end - from
  return length === 1 || (length > 1 && length <= 15 && bytes[from] !== zero)
}

const [quote, comma, colon, openBrace, closeBrace, zero, nine] = [0x22, 0x2c, 0x3a, 0x7b, 0x7d, 0x30, 0x39]
