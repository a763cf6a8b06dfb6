import { parsed, quoted, unreadable, type Parsed } from '../../units/parsed'
import { levelText } from '../cases'
import { isNumeric, type LevelKind, parseLevel, parseNumber } from './parse-level'
import type { LevelValue } from '../plan'

/** Axes that readers expect first, in this order; others follow by name. */
const first = [
  'pattern',
  'block_size',
  'read_percent',
  'queue_depth',
  'jobs',
  'compress_percent',
  'dedupe_percent',
  'fill_percent',
  'reserved_percent',
  'offered_percent',
  'offered_iops',
  'offered_transactions',
  'file_size',
]

/** Keys of levels in the order of their columns. */
export function sortLevelKeys(keys: Iterable<string>): readonly string[] {
  const rank = (key: string) => {
    const place = first.indexOf(key)
    return place < 0 ? first.length : place
  }
  return [...new Set(keys)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

export { caseLabel, formatLevel, levelLabel } from './format-level'

/** More levels than this on one axis are a typing mistake. */
const maxLevels = 10_000

/**
 * Reads the text typed or pasted for an axis: one level, a list (`4k, 64k`), a range (`0..100 step 10`, descending
 * `100..0 step 10`) or powers (`1..64 *2`), in any mix, separated by commas, semicolons, tabs or lines. Duplicate
 * levels are kept once. A range ends at or before its limit. The error names the part that could not be read.
 */
export function parseLevels(text: string, kind: LevelKind): Parsed<readonly LevelValue[]> {
  const parts = text
    .split(/[,;\t\n\r]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0)
    return unreadable('Type a level, a list such as 1, 4, 16, or a range such as 0..100 step 10.')
  const levels = new Map<string, LevelValue>()
  for (const part of parts) {
    const read = part.includes('..') && isNumeric(kind) ? parseRange(part, kind) : parseOne(part, kind)
    if (!read.ok) return read
    for (const level of read.value) levels.set(levelText(level), level)
    if (levels.size > maxLevels) return unreadable(`${quoted(part)} makes more than ${maxLevels} levels.`)
  }
  return parsed([...levels.values()])
}

function parseOne(part: string, kind: LevelKind): Parsed<readonly LevelValue[]> {
  const level = parseLevel(part, kind)
  return level.ok ? parsed([level.value]) : level
}

function parseRange(part: string, kind: LevelKind): Parsed<readonly number[]> {
  const match = /^(.+?)\s*\.\.\s*(.+?)(?:\s*(?:step|by|\+)\s*(.+)|\s*[*×x]\s*(\d+(?:\.\d+)?))?$/i.exec(part)
  if (!match) return unreadable(`${quoted(part)} is not a range. Write it like 0..100 step 10 or 1..64 *2.`)
  const [, fromText = '', toText = '', stepText, factorText] = match
  const from = parseNumber(fromText, kind)
  if (!from.ok) return from
  const to = parseNumber(toText, kind)
  if (!to.ok) return to
  if (factorText !== undefined) return powers(part, from.value, to.value, Number(factorText), kind)
  if (stepText === undefined && kind.type !== 'integer') {
    return unreadable(
      `${quoted(part)} has no step. Add one, such as "step ${kind.type === 'percent' ? '10' : '4k'}" or "*2".`,
    )
  }
  const step = stepText === undefined ? parsed(1) : parseNumber(stepText, withoutLimits(kind))
  return step.ok ? steps(part, from.value, to.value, step.value) : step
}

function steps(part: string, from: number, to: number, step: number): Parsed<readonly number[]> {
  if (!(step > 0)) return unreadable(`The step in ${quoted(part)} must be more than 0.`)
  const count = Math.floor(Math.abs(to - from) / step + 1e-9) + 1
  if (count > maxLevels) return unreadable(`${quoted(part)} makes more than ${maxLevels} levels.`)
  const direction = to >= from ? step : -step
  return parsed(Array.from({ length: count }, (_, at) => exact(from + at * direction)))
}

function powers(
  part: string,
  from: number,
  to: number,
  factor: number,
  kind: LevelKind,
): Parsed<readonly number[]> {
  if (!(factor > 1)) return unreadable(`The factor in ${quoted(part)} must be more than 1.`)
  if (from <= 0 || to <= 0) return unreadable(`${quoted(part)} multiplies, so it cannot start or end at 0.`)
  const levels: number[] = []
  for (let level = from; from <= to ? level <= to * (1 + 1e-9) : level >= to * (1 - 1e-9);) {
    if (kind.type !== 'seconds' && !Number.isInteger(level)) {
      return unreadable(`${quoted(part)} passes through ${level}, which is not whole.`)
    }
    levels.push(level)
    if (levels.length > maxLevels) return unreadable(`${quoted(part)} makes more than ${maxLevels} levels.`)
    level = exact(from <= to ? level * factor : level / factor)
  }
  return parsed(levels)
}

/** A step may be smaller than the smallest level. */
function withoutLimits(kind: LevelKind): LevelKind {
  if (kind.type === 'bytes') return { ...kind, min: 0, max: Number.MAX_SAFE_INTEGER }
  return kind.type === 'seconds' || kind.type === 'integer' ? { type: kind.type } : kind
}

/** 0.1 + 0.2 is 0.3 here: decimal steps leave no binary rounding errors. */
function exact(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(12))
}

/** Levels without some of their keys; the same object if none is dropped. */
export function withoutKeys(
  levels: Readonly<Record<string, LevelValue>>,
  isDropped: (key: string) => boolean,
): Readonly<Record<string, LevelValue>> {
  const kept = Object.entries(levels).filter(([key]) => !isDropped(key))
  return kept.length === Object.keys(levels).length ? levels : Object.fromEntries(kept)
}
