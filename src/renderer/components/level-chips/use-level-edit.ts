import { ref, type Ref } from 'vue'
import type { FieldKind } from '../../../core/engines/engine'
import { formatLevel } from '../../../core/plan/levels/format-level'
import { parseLevels } from '../../../core/plan/levels/levels'
import type { LevelValue } from '../../../core/plan/plan'

export interface LevelEdit {
  /** Index of the chip being edited; undefined if none is. */
  readonly place: Ref<number | undefined>
  readonly text: Ref<string>
  /** Starts editing a chip; false if it cannot be edited. */
  readonly start: (place: number) => boolean
  /** Applies the edited level, if it can be parsed. */
  readonly finish: () => void
  /** The same when the focus moves elsewhere; text that cannot be parsed is discarded. */
  readonly leave: () => void
  readonly cancel: () => void
}

/**
 * Editing one chip in place. `replace` receives one or several levels for it; `back` returns the focus to the chip.
 */
export function useLevelEdit(
  axis: () => {
    readonly levels: readonly LevelValue[]
    readonly kind: FieldKind
    readonly disabled: boolean
  },
  error: Ref<string | undefined>,
  replace: (place: number, by: readonly LevelValue[], what: string) => void,
  back: (place: number) => void,
): LevelEdit {
  const place = ref<number>()
  const text = ref('')
  const show = (level: LevelValue) => formatLevel(level, axis().kind)

  /** Replaces a level with the text; false, with the reason in `error`, if it cannot be parsed. */
  function put(edited: number): boolean {
    const read = parseLevels(text.value, axis().kind)
    if (!read.ok) {
      error.value = read.error
      return false
    }
    error.value = undefined
    const before = axis().levels[edited]
    const isSame = read.value.length === 1 && read.value[0] === before
    if (before !== undefined && !isSame) replace(edited, read.value, `change level ${show(before)}`)
    return true
  }

  function end(): void {
    place.value = undefined
    error.value = undefined
  }

  return {
    place,
    text,
    start(wanted) {
      const level = axis().levels[wanted]
      if (level === undefined || axis().disabled) return false
      place.value = wanted
      text.value = show(level)
      return true
    },
    finish() {
      const edited = place.value
      if (edited === undefined || !put(edited)) return
      end()
      back(edited)
    },
    leave() {
      const edited = place.value
      if (edited === undefined) return
      // Cleared first: removing the field makes it lose the focus once more.
      place.value = undefined
      put(edited)
      error.value = undefined
    },
    cancel() {
      const edited = place.value
      end()
      if (edited !== undefined) back(edited)
    },
  }
}
