import type { LevelValue } from '../plan/plan'
import { parseBytes } from '../units/bytes'
import { parseDuration } from '../units/durations'

/** How well a typed value names a recorded one. */
export type Likeness = 'exact' | 'part' | 'none'

/**
 * Compares a typed value with a recorded text, letters of either case: equal, or contained as whole words ("6.18" is a
 * part of "6.18.0-1-amd64" and of "kernel 6.18", "6.1" of neither).
 */
export function likeness(typed: string, recorded: string): Likeness {
  const wanted = typed.trim().toLowerCase()
  const text = recorded.trim().toLowerCase()
  if (wanted === '') return 'none'
  if (wanted === text) return 'exact'
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + wanted.length] ?? ' '
    // "2.6.3" is no part of "12.6.3", but "6.18" is one of "6.18.0".
    if (!/[\p{L}\p{N}.]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return 'part'
  }
  return 'none'
}

/** Whether a typed value names this level: `4k` is 4096, `on` is true, `30s` is 30. */
export function namesLevel(typed: string, level: LevelValue): boolean {
  const text = typed.trim().toLowerCase()
  if (typeof level === 'string') return text === level.toLowerCase()
  if (typeof level === 'boolean')
    return (level ? ['on', 'true', 'yes', '1'] : ['off', 'false', 'no', '0']).includes(text)
  if (Number(text.replace(/\s*%$/, '')) === level) return text !== ''
  const bytes = parseBytes(text)
  if (bytes.ok && bytes.value === level) return true
  const seconds = parseDuration(text)
  return seconds.ok && seconds.value === level
}
