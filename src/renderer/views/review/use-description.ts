import { onBeforeUnmount, onDeactivated, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { ReviewSummary } from '../../../core/contract/review'

/** How long typing has to rest before it is saved. */
const restMs = 600

export interface Description {
  readonly title: ShallowRef<string>
  readonly notes: ShallowRef<string>
  /** Saves now what has been typed; for when a field is left. Never rejects. */
  readonly saveNow: () => Promise<void>
}

/**
 * Title and notes as they are being typed, saved by themselves shortly after the last key, when a field is left and
 * when the view goes. What comes from the file is taken over as long as nothing unsaved would be lost.
 */
export function useDescription(
  summary: Readonly<Ref<ReviewSummary | undefined>>,
  save: (description: { title: string; notes: string }) => Promise<void>,
  failed: (error: unknown) => void,
): Description {
  const title = shallowRef('')
  const notes = shallowRef('')
  let saved = { title: '', notes: '' }
  let timer: ReturnType<typeof setTimeout> | undefined

  const isDirty = () => title.value !== saved.title || notes.value !== saved.notes

  async function saveNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!isDirty()) return
    const before = saved
    saved = { title: title.value, notes: notes.value }
    try {
      await save(saved)
    } catch (error) {
      // Unsaved again: the next key or leaving the field tries once more.
      saved = before
      failed(error)
    }
  }

  watch(
    summary,
    (known) => {
      if (!known || isDirty()) return
      saved = { title: known.title, notes: known.notes }
      title.value = known.title
      notes.value = known.notes
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
  return { title, notes, saveNow }
}
