import { shallowRef, type ShallowRef } from 'vue'
import { RequestFailure, requestError } from '../../core/contract/request-failure'

/** One thing of several, such as the open document, that is read when it is asked for. */
export interface Reading<K> {
  /** What is being read. */
  readonly pending: Readonly<ShallowRef<K | undefined>>
  /** What could not be read, and why; until something can be, or nothing is asked for any more. */
  readonly failure: Readonly<ShallowRef<FailedReading<K> | undefined>>
  /** Never rejects. Undefined if it could not be read, or if something, even the same, was asked for since. */
  readonly read: <T>(what: K, ask: () => Promise<T>) => Promise<T | undefined>
  /** Nothing is asked for any more. */
  readonly stop: () => void
}

interface FailedReading<K> {
  readonly what: K
  readonly error: RequestFailure
}

/** Reads what was asked for last, whatever order the answers arrive in. */
export function useReading<K>(): Reading<K> {
  const pending = shallowRef<K>()
  const failure = shallowRef<FailedReading<K>>()
  let newest = 0

  function end(failed: FailedReading<K> | undefined): void {
    newest++
    pending.value = undefined
    failure.value = failed
  }

  return {
    pending,
    failure,
    async read(what, ask) {
      const mine = ++newest
      pending.value = what
      try {
        const found = await ask()
        if (mine !== newest) return undefined
        end(undefined)
        return found
      } catch (error) {
        if (mine === newest) end({ what, error: new RequestFailure(requestError(error)) })
        return undefined
      }
    },
    stop: () => end(undefined),
  }
}
