import { shallowRef, watch, type ShallowRef } from 'vue'
import { requestError, RequestFailure } from '../../core/contract/request-failure'

export interface Answer<A> {
  /** The last answer; it stays until the next one arrives. */
  readonly answer: Readonly<ShallowRef<A | undefined>>
  /** Why the last question could not be answered. */
  readonly failure: ShallowRef<RequestFailure | undefined>
}

/**
 * Asks a question, and again whenever it changes; an answer to an outdated question is ignored. While the question is
 * undefined, there is no answer. `failed` is called with each failure.
 */
export function useAnswer<Q, A>(
  question: () => Q | undefined,
  ask: (question: Q) => Promise<A>,
  failed?: (failure: RequestFailure) => void,
): Answer<A> {
  const answer = shallowRef<A>()
  const failure = shallowRef<RequestFailure>()
  watch(
    question,
    async (asked, _before, onCleanup) => {
      const outdated = new AbortController()
      onCleanup(() => outdated.abort())
      try {
        const found = asked === undefined ? undefined : await ask(asked)
        if (outdated.signal.aborted) return
        answer.value = found
        failure.value = undefined
      } catch (error) {
        if (outdated.signal.aborted) return
        failure.value = new RequestFailure(requestError(error))
        failed?.(failure.value)
      }
    },
    { immediate: true },
  )
  return { answer, failure }
}
