import type { BenchEvent, RequestError } from '../../core/contract/bench-requests'
import type { ShellEvent } from '../../core/contract/bridge'

/** The state of the bench to report: nothing as long as it is running. */
export type BenchFate =
  | { readonly kind: 'restarting' | 'gone' | 'stalled'; readonly error: RequestError }
  /** It is back; reported until the person has read it. */
  | { readonly kind: 'back' }

/** What to report after an event of the shell or the bench. */
export function benchFateAfter(
  before: BenchFate | undefined,
  event: ShellEvent | BenchEvent,
): BenchFate | undefined {
  if (event.type === 'bench-lost')
    return { kind: event.restarting ? 'restarting' : 'gone', error: event.error }
  if (event.type === 'bench-stalled') {
    if (event.path !== null) return { kind: 'stalled', error: stalled(event.path) }
    return before?.kind === 'stalled' ? undefined : before
  }
  // The first event of a bench on a new channel.
  const wasLost = before?.kind === 'restarting' || before?.kind === 'gone'
  const isBack = event.type === 'review-changed' && wasLost
  return isBack ? { kind: 'back' } : before
}

function stalled(path: string): RequestError {
  return {
    message: `${path} does not answer.`,
    remedy:
      'Check its drive or network folder. The window goes on as soon as it answers, and can be closed; runs that have started go on by themselves.',
  }
}
