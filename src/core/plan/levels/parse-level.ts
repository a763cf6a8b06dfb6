import { formatExactBytes, parseBytes } from '../../units/bytes'
import { formatExactDuration, parseDuration } from '../../units/durations'
import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'
import type { LevelValue } from '../plan'

/** A word that can be a level, and how it is shown. */
export interface LevelWord {
  readonly value: string
  readonly label: string
}

/** How a level is written and read, and its parameter entered. Forms are drawn from this, so the window does not depend on any engine. */
export type LevelKind =
  | { readonly type: 'seconds' | 'integer'; readonly min?: number; readonly max?: number }
  | {
      readonly type: 'bytes'
      readonly min?: number
      readonly max?: number
      /** `KB` and `MB` count in 1024, as engines read them and publications name block sizes; otherwise in 1000, as drives are sold. */
      readonly counts?: 'binary'
      /** A rate: "20 MiB/s". */
      readonly perSecond?: true
    }
  | {
      readonly type: 'percent'
      /** Largest level, 100 by default. */
      readonly max?: number
      /** Levels that are not percentages but are shown with them on the same axis, such as `random`. */
      readonly words?: readonly LevelWord[]
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'choice'; readonly choices: readonly (LevelWord & { readonly help?: string })[] }
  | {
      /** One or several names in one value, separated by spaces: `write random-read`. */
      readonly type: 'names'
      readonly names: readonly LevelWord[]
      /** A word that means many of them. */
      readonly all?: LevelWord
    }
  | { readonly type: 'text'; readonly pattern?: string }

/** True for kinds whose levels are numbers, so that ranges make sense. */
export function isNumeric(kind: LevelKind): boolean {
  return (
    kind.type === 'bytes' || kind.type === 'seconds' || kind.type === 'integer' || kind.type === 'percent'
  )
}

/** Reads one level of a kind, in common spellings, into base units. */
export function parseLevel(text: string, kind: LevelKind): Parsed<LevelValue> {
  const trimmed = text.trim()
  if (trimmed === '') return unreadable('A level is missing between two commas.')
  switch (kind.type) {
    case 'percent':
      return parseWord(trimmed, kind.words ?? []) ?? parseNumber(trimmed, kind)
    case 'boolean':
      return parseSwitch(trimmed)
    case 'choice':
      return parseChoice(trimmed, kind.choices)
    case 'names':
      return parseNames(trimmed, kind)
    case 'text':
      return parseText(trimmed, kind.pattern)
    default:
      return parseNumber(trimmed, kind)
  }
}

/** Reads one level of a kind whose levels are numbers. */
export function parseNumber(text: string, kind: LevelKind): Parsed<number> {
  const trimmed = text.trim()
  switch (kind.type) {
    case 'bytes':
      return withinRange(
        trimmed,
        parseBytes(amountOf(trimmed, kind), kind.counts),
        kind.min,
        kind.max,
        (bytes) => formatExactBytes(bytes, kind.counts),
      )
    case 'seconds':
      return withinRange(trimmed, parseDuration(trimmed), kind.min, kind.max, formatExactDuration)
    case 'percent':
      return withinRange(
        trimmed,
        parsePlain(trimmed.replace(/[\s\u2009\u202f]*%$/, ''), trimmed),
        0,
        kind.max ?? 100,
        (value) => `${value} %`,
      )
    case 'integer':
      return withinRange(trimmed, parseInteger(trimmed), kind.min, kind.max, String)
    default:
      return unreadable(`${quoted(trimmed)} is not a number.`)
  }
}

/** A rate with or without its "/s". */
function amountOf(text: string, { perSecond }: Extract<LevelKind, { type: 'bytes' }>): string {
  return perSecond === true ? text.replace(/[\s\u2009\u202f]*\/s$/, '') : text
}

function parsePlain(text: string, asTyped: string): Parsed<number> {
  if (/^-?(\d+(\.\d+)?|\.\d+)$/.test(text)) return parsed(Number(text))
  return unreadable(`${quoted(asTyped)} is not a number.`)
}

function parseInteger(text: string): Parsed<number> {
  const plain = parsePlain(text.replace(/_/g, ''), text)
  if (plain.ok && !Number.isSafeInteger(plain.value))
    return unreadable(`${quoted(text)} is not a whole number.`)
  return plain
}

function parseSwitch(text: string): Parsed<boolean> {
  if (/^(on|yes|true|1)$/i.test(text)) return parsed(true)
  if (/^(off|no|false|0)$/i.test(text)) return parsed(false)
  return unreadable(`${quoted(text)} is neither on nor off.`)
}

function parseChoice(text: string, choices: readonly LevelWord[]): Parsed<string> {
  return (
    parseWord(text, choices) ??
    unreadable(`${quoted(text)} is not one of ${choices.map((choice) => choice.value).join(', ')}.`)
  )
}

/** A level by its value or label, ignoring case; undefined if there is none. */
function parseWord(text: string, choices: readonly LevelWord[]): Parsed<string> | undefined {
  const wanted = text.toLowerCase()
  const found =
    choices.find((choice) => choice.value.toLowerCase() === wanted) ??
    choices.find((choice) => choice.label.toLowerCase() === wanted)
  return found && parsed(found.value)
}

/** Names or their labels in any order and letter case, sorted in the order of the kind. The word for all of them is used alone. */
function parseNames(text: string, kind: Extract<LevelKind, { type: 'names' }>): Parsed<string> {
  const labelled = [...(kind.all ? [kind.all] : []), ...kind.names]
  const words = text
    .toLowerCase()
    .split(/\s*[,+]\s*/)
    .flatMap((part) => labelled.find(({ label }) => label.toLowerCase() === part)?.value ?? part.split(/\s+/))
  if (kind.all && words.length === 1 && words[0] === kind.all.value) return parsed(kind.all.value)
  const stranger = words.find((word) => !kind.names.some(({ value }) => value === word))
  if (stranger !== undefined) {
    return unreadable(`${quoted(stranger)} is not one of ${labelled.map(({ value }) => value).join(', ')}.`)
  }
  const chosen = kind.names.filter(({ value }) => words.includes(value))
  return parsed(chosen.map(({ value }) => value).join(' '))
}

function parseText(text: string, pattern: string | undefined): Parsed<string> {
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'u').test(text)) {
    return unreadable(`${quoted(text)} does not have the form this option takes.`)
  }
  return parsed(text)
}

function withinRange(
  text: string,
  value: Parsed<number>,
  min: number | undefined,
  max: number | undefined,
  show: (value: number) => string,
): Parsed<number> {
  if (!value.ok) return value
  if (min !== undefined && value.value < min)
    return unreadable(`${quoted(text)} is below the smallest level, ${show(min)}.`)
  if (max !== undefined && value.value > max)
    return unreadable(`${quoted(text)} is above the largest level, ${show(max)}.`)
  return value
}
