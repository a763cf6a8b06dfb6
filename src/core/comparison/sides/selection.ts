import { axisName, levelLabel, levelName } from '../../plan/levels/format-level'
import { testLabel } from '../../plan/levels/level-words'
import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'
import { withinSentence } from '../../text/plain-text'
import { factorName } from './factor-names'

/** One condition on campaigns or cases: `kernel` is `6.18`, `queue_depth` is `32`. */
export interface SelectionTerm {
  readonly key: string
  readonly value: string
}

/** One side of a comparison: everything that matches all terms. */
export type Selection = readonly SelectionTerm[]

const aliases: ReadonlyMap<string, string> = new Map([
  ['config', 'configuration'],
  ['version', 'engine_version'],
  ['tool', 'engine'],
  ['tool_version', 'engine_version'],
  ['fs', 'file_system'],
  ['filesystem', 'file_system'],
  ['mount', 'mount_options'],
])

/** Reads `KEY=VALUE`, or several joined by commas: `host=a,kernel=6.18`. Keys are lower case, with underscores. */
export function parseSelection(text: string): Parsed<Selection> {
  const terms: SelectionTerm[] = []
  for (const part of text.split(/,(?=\s*[A-Za-z][\w -]*=)/)) {
    const equals = part.indexOf('=')
    const key = selectionKey(part.slice(0, equals))
    const value = part.slice(equals + 1).trim()
    if (equals < 1 || key === '' || value === '') {
      return unreadable(
        `${quoted(part.trim())} is not KEY=VALUE. Write it like kernel=6.18 or queue_depth=32.`,
      )
    }
    terms.push({ key, value })
  }
  return parsed(terms)
}

/** The key for what a user typed: `Tool version` is `engine_version`. */
export function selectionKey(text: string): string {
  const key = text.trim().toLowerCase().replace(/[ -]+/g, '_')
  return aliases.get(key) ?? key
}

/** Keys whose values are clear without the key. */
const names = new Set(['campaign', 'configuration', 'device', 'host', 'date'])

/** Whether the values of a key are names that people or makers gave. */
export function isNameKey(key: string): boolean {
  return names.has(key)
}

/** A side in words: "firmware B", "kernel 6.18, QD 32". `campaigns`: names of their values, see `comparedNames`. */
export function selectionLabel(selection: Selection, campaigns?: ReadonlyMap<string, string>): string {
  return selection.map((term) => termLabel(term, campaigns)).join(', ')
}

function termLabel({ key, value }: SelectionTerm, campaigns?: ReadonlyMap<string, string>): string {
  // Its number is the file's own and says nothing to readers.
  if (key === 'campaign')
    return campaigns?.get(value) ?? (/^\d+$/.test(value) ? 'a campaign that is not in the file' : value)
  if (key === 'device') return campaigns?.get(`device=${value}`) ?? value
  if (names.has(key)) return levelName(key, value)
  if (key === 'test') return testLabel(value)
  const name = factorName(key)
  if (name !== undefined) return `${withinSentence(name)} ${value}`
  const number = Number(value)
  const label = levelLabel(key, Number.isFinite(number) ? number : value)
  return label.startsWith(`${key} `)
    ? `${withinSentence(axisName(key))} ${label.slice(key.length + 1)}`
    : label
}

/** The selection as a user would type it; `parseSelection` reads it back. */
export function selectionText(selection: Selection): string {
  return selection.map(({ key, value }) => `${key}=${value}`).join(',')
}
