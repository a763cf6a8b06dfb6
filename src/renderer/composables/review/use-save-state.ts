import { computed, nextTick, onScopeDispose, shallowReactive } from 'vue'

/** Whether everything a person did is in the results file, the worst first. */
const saveStates = ['not-saved', 'saving', 'saved'] as const
export type FileState = (typeof saveStates)[number]

interface Part {
  readonly state: () => FileState
  readonly saveNow: () => Promise<unknown>
}

const parts = shallowReactive(new Set<Part>())

/** The state of the whole window: that of its worst part. */
export const fileState = computed<FileState>(() => {
  const states = [...parts].map((part) => part.state())
  return saveStates.find((state) => states.includes(state)) ?? 'saved'
})

/** Registers a part that holds changes before `saveNow` puts them in the file, for as long as it exists. */
export function useSaveState(state: () => FileState, saveNow: () => Promise<unknown>): void {
  const part = { state, saveNow }
  parts.add(part)
  onScopeDispose(() => parts.delete(part))
}

/**
 * Commits what is being typed: many fields do that only on Enter or when they are left. The focus falls to the page.
 */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/**
 * Puts what was typed in the file, also in the field that has the focus and keeps it, without waiting for a pause. Never
 * rejects: each part reports its own failure.
 */
export async function saveAll(): Promise<void> {
  const field = document.activeElement
  leaveField()
  await nextTick()
  if (field instanceof HTMLElement && document.activeElement === document.body) field.focus()
  await Promise.allSettled([...parts].map(({ saveNow }) => saveNow()))
}
