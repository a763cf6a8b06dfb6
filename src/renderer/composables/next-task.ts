import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'

/** Resolves in a separate task, so that the window can handle other events first. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Counts from 0 to `last`, one per task, for parts of a room that are created one after the other. */
export function useStages(last: number): Readonly<ShallowRef<number>> {
  const stage = shallowRef(0)
  const step = () => {
    stage.value++
    timer = stage.value < last ? setTimeout(step) : undefined
  }
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(step)
  onScopeDispose(() => clearTimeout(timer))
  return stage
}

/** Follows a value some tasks later, so that what depends on it does not block the window together with the rest. */
export function useLater<T>(source: () => T, tasks = 1): Readonly<ShallowRef<T | undefined>> {
  const later = shallowRef<T>()
  let newest = 0
  watch(
    source,
    async (value) => {
      const own = ++newest
      for (let task = 0; task < tasks; task++) await nextTask()
      if (own === newest) later.value = value
    },
    { immediate: true },
  )
  return later
}
