import type { BenchEvent, RequestError } from '../../core/contract/bench-requests'
import type { ShellEvent } from '../../core/contract/bridge'

/** What is said of the bench: nothing as long as it is there. */
export type BenchFate =
  | { readonly kind: 'restarting' | 'gone'; readonly error: RequestError }
  /** It is there again; said until the person has read it. */
  | { readonly kind: 'back' }

/** What is to be said after an event of the shell or the bench. */
export function benchFateAfter(
  before: BenchFate | undefined,
  event: ShellEvent | BenchEvent,
): BenchFate | undefined {
  if (event.type === 'bench-lost')
    return { kind: event.restarting ? 'restarting' : 'gone', error: event.error }
  // The first thing a bench tells a new line.
  const isBack = event.type === 'review-changed' && before !== undefined && before.kind !== 'back'
  return isBack ? { kind: 'back' } : before
}
