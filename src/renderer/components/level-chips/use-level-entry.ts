import { computed, ref, type ComputedRef, type Ref } from 'vue'
import type { FieldKind } from '../../../core/engines/engine'
import { formatLevel } from '../../../core/plan/levels/format-level'
import type { LevelValue } from '../../../core/plan/plan'
import { entryHint, readEntry } from './level-edits'

export interface LevelEntryField {
  readonly text: Ref<string>
  /** What Enter will do. */
  readonly hint: ComputedRef<string | undefined>
  readonly error: Ref<string | undefined>
  /** Adds what was typed, if it can be parsed; otherwise it stays, with its error. */
  readonly commit: () => void
  readonly type: (typed: string) => void
  readonly clear: () => void
  /** Set when the next text is pasted, which is taken literally. */
  readonly expectPaste: () => void
}

/** The field that adds levels to an axis. `add` receives the new levels and their name. */
export function useLevelEntry(
  axis: () => { readonly levels: readonly LevelValue[]; readonly kind: FieldKind },
  add: (levels: readonly LevelValue[], what: string) => void,
): LevelEntryField {
  const text = ref('')
  const error = ref<string>()
  let pasting = false
  const entry = computed(() => readEntry(text.value, axis().kind, axis().levels))

  function commit(): void {
    const read = entry.value
    error.value = read.kind === 'error' ? read.error : undefined
    if (read.kind !== 'levels') return
    text.value = ''
    const [first] = read.added
    if (first === undefined) return
    const one = `level ${formatLevel(first, axis().kind)}`
    add(read.added, read.added.length === 1 ? one : `${read.added.length} levels`)
  }

  return {
    text,
    error,
    hint: computed(() => entryHint(entry.value, axis().kind, text.value)),
    commit,
    type(typed) {
      text.value = typed
      error.value = undefined
      // A comma ends a level, as in a list; a range contains none.
      if (pasting || (/[,;]\s*$/.test(typed) && entry.value.kind === 'levels')) commit()
      pasting = false
    },
    clear() {
      text.value = ''
      error.value = undefined
    },
    expectPaste() {
      pasting = true
    },
  }
}
