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
import type { FileState } from '../../composables/use-save-state'

/** How long typing has to rest before it is saved. */
const restMs = 600

/** What a review says about itself. */
export interface Words {
  readonly title: string
  readonly notes: string
}

export interface Description {
  readonly title: ShallowRef<string>
  readonly notes: ShallowRef<string>
  readonly fileState: ComputedRef<FileState>
  /** Saves now what has been typed; for when a field is left. Never rejects. */
  readonly saveNow: () => Promise<void>
  /** Where the file holds other words by now: shows those instead of what was typed. */
  readonly takeTheirs: () => void
  /** Where the file holds other words by now: saves what was typed over them. */
  readonly keepMine: () => Promise<void>
}

/**
 * Title and notes as they are being typed, saved by themselves shortly after the last key, when a field is left and
 * when the view goes. What comes from the file is taken over as long as nothing unsaved would be lost.
 */
export function useDescription(
  summary: Readonly<Ref<ReviewSummary | undefined>>,
  save: (description: Words, base: Words) => Promise<void>,
  failed: (error: unknown) => void,
): Description {
  const title = shallowRef('')
  const notes = shallowRef('')
  /** What the file holds, or is being given. */
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
      // Unsaved again: the next key or leaving the field tries once more.
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
