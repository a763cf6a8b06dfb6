import type { RunFailure } from '../../../core/results/run'
import type { RunResult } from '../../store/tables/runs/run-changes'
import type { RunWhereabouts } from '../supervise/inspect-run'
import type { RemoteReading } from './clock-watch'

/**
 * What became of a run without a result. `line-lost`: the connection to one of several hosts was lost.
 * `host-lost`: a connected host has no result.
 */
export type LostRun = Exclude<RunWhereabouts, 'running'> | 'line-lost' | 'host-lost'

/** How the execution of a run ended for this process. */
export type RunEnding =
  | { readonly kind: 'result'; readonly result: RunResult; readonly clocks?: readonly RemoteReading[] }
  /** Ended without a result: its supervisor was killed, its machine restarted, or it was asked to end while no process watched it. */
  | { readonly kind: 'interrupted'; readonly where: LostRun; readonly failure?: RunFailure }
  /** The machine could not start it, which is no fault of the run: it has not begun. */
  | { readonly kind: 'not-started'; readonly failure: RunFailure }
  /** This process stopped watching; the run continues. */
  | { readonly kind: 'left' }

/** The end of a run that has measured nothing. */
export function withoutNumbers(state: RunResult['state'], failure?: RunFailure): RunEnding {
  const nothing = { observations: [], warnings: [], rawOutputs: [] }
  const result = {
    state,
    ...(failure && { failure }),
    exitCode: undefined,
    finishedAtMs: Date.now(),
    ...nothing,
  }
  return { kind: 'result', result }
}
