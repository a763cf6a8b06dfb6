import type { BenchEvent, RequestError } from '../../core/contract/bench-requests'
import type { ShellEvent } from '../../core/contract/bridge'

/** The state of the bench to report: nothing as long as it is running. */
export type BenchFate =
  | { readonly kind: 'restarting' | 'gone'; readonly error: RequestError }
  /** It is back; reported until the person has read it. */
  | { readonly kind: 'back' }

/** What to report after an event of the shell or the bench. */
export function benchFateAfter(
  before: BenchFate | undefined,
  event: ShellEvent | BenchEvent,
): BenchFate | undefined {
  if (event.type === 'bench-lost')
    return { kind: event.restarting ? 'restarting' : 'gone', error: event.error }
  // The first event of a bench on a new channel.
  const isBack = event.type === 'review-changed' && before !== undefined && before.kind !== 'back'
  return isBack ? { kind: 'back' } : before
}
