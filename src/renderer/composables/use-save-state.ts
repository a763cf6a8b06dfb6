import { computed, onScopeDispose, shallowReactive } from 'vue'

/** Whether everything a person did is in the results file, the worst first. */
const saveStates = ['not-saved', 'saving', 'saved'] as const
export type FileState = (typeof saveStates)[number]

const parts = shallowReactive(new Set<() => FileState>())

/** The state of the whole window: that of its worst part. */
export const fileState = computed<FileState>(() => {
  const states = [...parts].map((part) => part())
  return saveStates.find((state) => states.includes(state)) ?? 'saved'
})

/** Registers a part that holds changes before they are in the file, for as long as it exists. */
export function useSaveState(state: () => FileState): void {
  parts.add(state)
  onScopeDispose(() => parts.delete(state))
}
