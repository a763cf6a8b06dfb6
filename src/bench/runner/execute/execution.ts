import type { RunFailure } from '../../../core/results/run'
import type { RunResult } from '../../store/review-store'
import type { RunWhereabouts } from '../supervise/inspect-run'
import type { StopProof } from '../supervise/stop-run'

/**
 * What became of a run that has no result. `line-lost`: a host of a synchronised run went away, which is nobody's fault.
 * `host-lost`: one of its hosts has nothing to show although the line stands.
 */
export type LostRun = Exclude<RunWhereabouts, 'running'> | 'line-lost' | 'host-lost'

/** How the execution of a run ended for this process. */
export type RunEnding =
  | { readonly kind: 'result'; readonly result: RunResult; readonly wallSeconds: number | undefined }
  /** Ended without a result: its supervisor was killed, its machine restarted, or it was asked to end while nobody watched. */
  | { readonly kind: 'interrupted'; readonly where: LostRun; readonly failure?: RunFailure }
  /** This process lets go; the run goes on by itself. */
  | { readonly kind: 'left' }

/** One run, from the start (or from finding it running) to what it left behind. */
export interface Execution {
  /** Starts the run and sees it through. `onStarted` is called once it is on its way. */
  perform(onStarted: () => void): Promise<RunEnding>
  /** Goes on with a run that an earlier process started. */
  adopt(onStarted: () => void): Promise<RunEnding>
  /** Ends the run now. Answers with the proof that nothing is left of it. */
  end(asked: 'stopped' | 'skipped'): Promise<StopProof>
  /** Stops watching. */
  leave(): void
}

/** A result without numbers. */
export function emptyResult(state: RunResult['state'], failure?: RunResult['failure']): RunResult {
  return {
    state,
    ...(failure && { failure }),
    exitCode: undefined,
    finishedAtMs: Date.now(),
    observations: [],
    warnings: [],
    rawOutputs: [],
  }
}
