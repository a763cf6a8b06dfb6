import { shallowRef, type ShallowRef } from 'vue'

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string }

/** `T`: what is saved whole, such as a plan. */
export interface Autosave<T extends { readonly id: unknown }> {
  readonly state: Readonly<ShallowRef<SaveState>>
  /** Saves this version soon; a newer one of the same id replaces the one that waits. */
  schedule(version: T): void
  /** Drops what waits under this id, for what is being deleted. Resolves when a save under way has ended. */
  forget(id: T['id']): Promise<void>
  /** Saves all that waits now. Resolves when saved; rejects with the first error, and what failed waits again. */
  flush(): Promise<void>
}

/** Saves what changed a short while after the last change, one request at a time. */
export function useAutosave<T extends { readonly id: unknown }>(
  save: (version: T) => Promise<unknown>,
  delayMs = 400,
): Autosave<T> {
  const state = shallowRef<SaveState>({ kind: 'saved' })
  const waiting = new Map<T['id'], T>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Promise<void> | undefined

  async function saveWaiting(): Promise<void> {
    while (waiting.size > 0) {
      const [next] = waiting.values()
      if (!next) break
      waiting.delete(next.id)
      state.value = { kind: 'saving' }
      try {
        await save(next)
      } catch (error) {
        if (!waiting.has(next.id)) waiting.set(next.id, next)
        state.value = { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
        throw error
      }
    }
    state.value = { kind: 'saved' }
  }

  /** At most one pass runs; a second caller waits for it and looks again. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (current) await current.catch(() => undefined)
    if (waiting.size === 0) return
    current = saveWaiting()
    try {
      await current
    } finally {
      current = undefined
    }
  }

  return {
    state,
    schedule(version) {
      waiting.set(version.id, version)
      if (state.value.kind !== 'saving') state.value = { kind: 'waiting' }
      clearTimeout(timer)
      // A failure shows in `state`; nobody waits for this call.
      timer = setTimeout(() => void flush().catch(() => undefined), delayMs)
    },
    async forget(id) {
      waiting.delete(id)
      if (current) await current.catch(() => undefined)
      waiting.delete(id)
      if (waiting.size === 0) state.value = { kind: 'saved' }
    },
    flush,
  }
}
