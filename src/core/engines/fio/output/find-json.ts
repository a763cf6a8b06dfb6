import { utf8Length } from '../../../text/plain-text'
import { isObject, type JsonObject } from './json-members'
import { parseWithBins } from './bin-list'

/** fio's output file, split into its JSON documents and all text outside them. */
export interface FoundJson {
  readonly documents: readonly JsonObject[]
  /** Text before, between and after the documents, trimmed; empty if there is none. */
  readonly textAround: string
  /** Numbers such as `-nan` and `inf`, which are not JSON, were read as absent. */
  readonly hadNonFinite: boolean
}

/** Why no document could be read. */
export interface JsonProblem {
  readonly id: 'too-large' | 'no-json' | 'truncated-json' | 'too-deep' | 'broken-json'
  readonly text: string
  /** Where in the file, in bytes. */
  readonly byteOffset: number
}

const maxBytes = 64 * 1024 ** 2
const maxDepth = 64

/**
 * Finds every JSON object at the start of a line, indented or not: fio may print notes before the document, append
 * one document per status interval, and print more text after it. Never throws.
 */
export function findJson(text: string): FoundJson | JsonProblem {
  // A character takes at most three bytes.
  const bytes = text.length > maxBytes || text.length * 3 <= maxBytes ? text.length : utf8Length(text)
  if (bytes > maxBytes) return tooLarge(text, bytes)
  const whole = asOneDocument(text)
  if (whole) return { documents: [whole], textAround: '', hadNonFinite: false }
  const documents: JsonObject[] = []
  const around: string[] = []
  let hadNonFinite = false
  let position = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const start = nextStart(text, position)
    around.push(text.slice(position, start ?? text.length))
    if (start === undefined) break
    const end = findEnd(text, start)
    if (typeof end !== 'number') return end
    const read = readJson(text, start, end)
    if ('byteOffset' in read) return read
    documents.push(isObject(read.value) ? read.value : {})
    hadNonFinite ||= read.hadNonFinite
    position = end
  }
  const textAround = around
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
  if (documents.length === 0)
    return problem('no-json', 'The output holds no JSON document.', text, text.length)
  return { documents, textAround, hadNonFinite }
}

/** Most outputs are one document and nothing else. */
function asOneDocument(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = parseWithBins(text) ?? JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The documents of a list of results (`[{…}, {…}]`), as scripts collect them; undefined if the text is not a list. */
export function findJsonList(text: string): readonly FoundJson[] | JsonProblem | undefined {
  if (!/^\uFEFF?\s*\[\s*\{/.test(text)) return undefined
  if (text.length > maxBytes) return tooLarge(text, text.length)
  const start = text.indexOf('[')
  const read = readJson(text, start, text.length)
  if ('byteOffset' in read) return read
  if (!Array.isArray(read.value)) return undefined
  return read.value
    .filter(isObject)
    .map((document) => ({ documents: [document], textAround: '', hadNonFinite: read.hadNonFinite }))
}

function nextStart(text: string, from: number): number | undefined {
  const start = /(?<=^|\n)[ \t]*\{/g
  if (text[from] === '{') return from
  start.lastIndex = from
  const found = start.exec(text)
  return found ? found.index + found[0].length - 1 : undefined
}

/** Position after the brace that closes the object; strings are skipped. */
function findEnd(text: string, start: number): number | JsonProblem {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at += 1
      else if (code === quote) inString = false
    } else if (code === quote) {
      inString = true
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > maxDepth)
        return problem('too-deep', `The JSON is nested deeper than ${maxDepth} levels.`, text, at)
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return problem('truncated-json', 'The JSON document ends before it is complete.', text, text.length)
}

const [backslash, quote, openBrace, openBracket, closeBrace, closeBracket] = [
  0x5c, 0x22, 0x7b, 0x5b, 0x7d, 0x5d,
]

function readJson(
  text: string,
  start: number,
  end: number,
): { readonly value: unknown; readonly hadNonFinite: boolean } | JsonProblem {
  const json = text.slice(start, end)
  try {
    return { value: JSON.parse(json), hadNonFinite: false }
  } catch (error) {
    const finite = json.replace(/([:,[]\s*)[-+]?(?:nan|inf(?:inity)?)(?=\s*[,\]}])/gi, '$1null')
    try {
      if (finite !== json) return { value: JSON.parse(finite), hadNonFinite: true }
    } catch {
      // The first error gives the position in the original text.
    }
    const detail = error instanceof Error ? error.message : String(error)
    const at = Number(/position (\d+)/.exec(detail)?.[1] ?? 0)
    return problem('broken-json', `The JSON document cannot be read: ${detail}.`, text, start + at)
  }
}

function tooLarge(text: string, bytes: number): JsonProblem {
  return problem(
    'too-large',
    `The output is ${bytes} bytes long; more than ${maxBytes} are not read.`,
    text,
    0,
  )
}

function problem(id: JsonProblem['id'], text: string, source: string, at: number): JsonProblem {
  const byteOffset = utf8Length(source, Math.min(at, source.length))
  return { id, text: `${text.replace(/\.$/, '')} (byte ${byteOffset}).`, byteOffset }
}
