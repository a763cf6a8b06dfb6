import type { FieldKind } from '../../../core/engines/engine'
import { levelText } from '../../../core/plan/cases'
import { formatLevel } from '../../../core/plan/levels/format-level'
import { parseLevels } from '../../../core/plan/levels/levels'
import type { LevelValue } from '../../../core/plan/plan'

/** What typed or pasted text would do to the levels of an axis. */
export type LevelEntry =
  | { readonly kind: 'none' }
  | { readonly kind: 'error'; readonly error: string }
  | {
      readonly kind: 'levels'
      /** Levels that are new. */
      readonly added: readonly LevelValue[]
      /** Levels that already exist. */
      readonly known: readonly LevelValue[]
    }

/** Parses text for an axis that already has some levels. */
export function readEntry(text: string, kind: FieldKind, present: readonly LevelValue[]): LevelEntry {
  if (text.trim() === '') return { kind: 'none' }
  const read = parseLevels(text, kind)
  if (!read.ok) return { kind: 'error', error: read.error }
  const there = new Set(present.map(levelText))
  return {
    kind: 'levels',
    added: read.value.filter((level) => !there.has(levelText(level))),
    known: read.value.filter((level) => there.has(levelText(level))),
  }
}

/** What Enter will do, in a few words: "adds 11 levels: 0 %, 10 %, … 100 %", and how ambiguous units were read. */
export function entryHint(entry: LevelEntry, kind: FieldKind, typed = ''): string | undefined {
  const does = entryDoes(entry, kind)
  const isTwofold = kind.type === 'bytes' && kind.counts === 'binary' && /[kmg]b\b/i.test(typed)
  return does !== undefined && isTwofold ? `${does} (KB and MB count in 1024 here)` : does
}

function entryDoes(entry: LevelEntry, kind: FieldKind): string | undefined {
  if (entry.kind !== 'levels') return undefined
  const { added, known } = entry
  const show = (level: LevelValue | undefined) => (level === undefined ? '' : formatLevel(level, kind))
  const first = added[0]
  if (first === undefined) {
    return known.length === 1 ? `${show(known[0])} is a level already` : 'all of these are levels already'
  }
  if (added.length === 1) return `Enter adds ${show(first)}`
  const listed =
    added.length <= 4
      ? added.map(show).join(', ')
      : `${show(first)}, ${show(added[1])}, … ${show(added.at(-1))}`
  return `Enter adds ${added.length} levels: ${listed}`
}

/** Levels in ascending or descending order; texts alphabetically, and off before on. */
export function sortLevels(levels: readonly LevelValue[], direction: 'up' | 'down'): readonly LevelValue[] {
  const sign = direction === 'up' ? 1 : -1
  return [...levels].sort((a, b) => {
    if (typeof a === 'string' || typeof b === 'string') return sign * String(a).localeCompare(String(b))
    return sign * (Number(a) - Number(b))
  })
}

/** The levels with one replaced by others. Levels that are already elsewhere in the list are not added again. */
export function replaceLevel(
  levels: readonly LevelValue[],
  place: number,
  by: readonly LevelValue[],
): readonly LevelValue[] {
  const others = new Set(levels.filter((_, other) => other !== place).map(levelText))
  const fresh = by.filter((level) => !others.has(levelText(level)))
  return [...levels.slice(0, place), ...fresh, ...levels.slice(place + 1)]
}
