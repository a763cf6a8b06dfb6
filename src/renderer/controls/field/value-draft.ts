import type { FieldKind } from '../../../core/engines/engine'
import { formatLevel } from '../../../core/plan/levels/format-level'
import { parseLevel } from '../../../core/plan/levels/parse-level'
import type { LevelValue } from '../../../core/plan/plan'

/** What typed text means: nothing (the engine's default applies), a value, or a sentence why it is neither. */
export type Draft =
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: LevelValue }
  | { readonly kind: 'error'; readonly error: string }

/** Parses the text of a field in human-readable units. */
export function readDraft(text: string, kind: FieldKind): Draft {
  if (text.trim() === '') return { kind: 'empty' }
  const read = parseLevel(text, kind)
  return read.ok ? { kind: 'value', value: read.value } : { kind: 'error', error: read.error }
}

/** The text a field shows for a value: human-readable units, exact, so that it parses to the same value. */
export function textOfValue(value: LevelValue | undefined, kind: FieldKind): string {
  return value === undefined ? '' : formatLevel(value, kind)
}

/** Whether this text already means this value. If so, it is left as the person wrote it. */
export function means(text: string, kind: FieldKind, value: LevelValue | undefined): boolean {
  const draft = readDraft(text, kind)
  return draft.kind === 'value' ? draft.value === value : draft.kind === 'empty' && value === undefined
}
