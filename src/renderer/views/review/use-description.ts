import {
  computed,
  onBeforeUnmount,
  onDeactivated,
  shallowRef,
  watch,
  type ComputedRef,
  type Ref,
  type ShallowRef,
} from 'vue'
import type { ReviewSummary } from '../../../core/contract/review'
import type { FileState } from '../../composables/review/use-save-state'

/** How long typing must pause before it is saved. */
const restMs = 600

/** The review's title and notes. */
export interface Words {
  readonly title: string
  readonly notes: string
}

export interface Description {
  readonly title: ShallowRef<string>
  readonly notes: ShallowRef<string>
  readonly fileState: ComputedRef<FileState>
  /** Saves pending input now; called on blur. Never rejects. */
  readonly saveNow: () => Promise<void>
  /** If the file's text has changed: shows it instead of what was typed. */
  readonly takeTheirs: () => void
  /** If the file's text has changed: overwrites it with what was typed. */
  readonly keepMine: () => Promise<void>
}

/**
 * Title and notes as typed, saved automatically shortly after the last key, on blur and on leaving the view. Changes
 * from the file are applied as long as nothing unsaved would be lost.
 */
export function useDescription(
  summary: Readonly<Ref<ReviewSummary | undefined>>,
  save: (description: Words, base: Words) => Promise<void>,
  failed: (error: unknown) => void,
): Description {
  const title = shallowRef('')
  const notes = shallowRef('')
  /** The text in the file, or being saved to it. */
  const saved = shallowRef({ title: '', notes: '' })
  const saving = shallowRef(false)
  const hasFailed = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  const isDirty = () => title.value !== saved.value.title || notes.value !== saved.value.notes

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!isDirty()) return
    const before = saved.value
    saved.value = { title: title.value, notes: notes.value }
    saving.value = true
    try {
      await save(saved.value, before)
      hasFailed.value = false
    } catch (error) {
      // Unsaved again: the next key or blur retries.
      saved.value = before
      hasFailed.value = true
      failed(error)
    } finally {
      saving.value = false
    }
  }

  function takeOver(known: Words): void {
    saved.value = { title: known.title, notes: known.notes }
    title.value = known.title
    notes.value = known.notes
  }

  watch(
    summary,
    (known) => {
      if (known && !isDirty()) takeOver(known)
    },
    { immediate: true, flush: 'sync' },
  )
  watch([title, notes], () => {
    if (!isDirty()) return
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), restMs)
  })
  const leave = () => void saveNow()
  onDeactivated(leave)
  onBeforeUnmount(leave)
  const fileState = computed((): FileState => {
    if (!isDirty()) return saving.value ? 'saving' : 'saved'
    return hasFailed.value ? 'not-saved' : 'saving'
  })
  return {
    ...{ title, notes, fileState, saveNow },
    takeTheirs() {
      clearTimeout(timer)
      if (summary.value) takeOver(summary.value)
    },
    keepMine() {
      if (summary.value) saved.value = { title: summary.value.title, notes: summary.value.notes }
      return saveNow()
    },
  }
}
