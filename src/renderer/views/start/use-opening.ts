import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { isCancelled } from '../../../core/contract/request-failure'

/** Why an action of the start screen failed, and next to which entry to show it. */
export interface StartFailure {
  readonly place: string
  readonly title: string
  readonly error: Error
}

export interface Opening {
  /** The entry being opened; undefined if none. */
  readonly place: Readonly<ShallowRef<string | undefined>>
  readonly busy: ComputedRef<boolean>
  readonly failure: Readonly<ShallowRef<StartFailure | undefined>>
  /** Runs the action of an entry, one at a time: a second click in the meantime does nothing. Never rejects. */
  readonly attempt: (place: string, title: string, act: () => Promise<unknown>) => Promise<void>
  readonly dismiss: () => void
}

/** What the start screen is doing, and its last failure. Cancelling (error `cancelled`) is not a failure. */
export function useOpening(): Opening {
  const place = shallowRef<string>()
  const failure = shallowRef<StartFailure>()
  return {
    place,
    busy: computed(() => place.value !== undefined),
    failure,
    async attempt(at, title, act) {
      if (place.value !== undefined) return
      place.value = at
      failure.value = undefined
      try {
        await act()
      } catch (reason) {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        if (!isCancelled(error)) failure.value = { place: at, title, error }
      } finally {
        place.value = undefined
      }
    },
    dismiss: () => {
      failure.value = undefined
    },
  }
}
