import { shallowRef, type ShallowRef } from 'vue'

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string }

/** `T`: what is saved as a whole, such as a plan. */
export interface Autosave<T extends { readonly id: unknown }> {
  readonly state: Readonly<ShallowRef<SaveState>>
  /** Saves this version soon; a newer one of the same id replaces a waiting one. */
  schedule(version: T): void
  /** Drops what waits under this id, because it is being deleted. Resolves when a save in progress has ended. */
  forget(id: T['id']): Promise<void>
  /** Saves everything that waits. Resolves when saved; rejects with the first error, and what failed waits again. */
  flush(): Promise<void>
}

/** Saves changes a short while after the last one, one request at a time. */
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

  /** At most one pass runs; a second caller waits for it and checks again. */
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
      // A failure shows in `state`; nothing awaits this call.
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
