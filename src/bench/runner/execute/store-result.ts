import { ReviewFileError } from '../../store/review-file-error'
import type { ReviewWriter, RunResult } from '../../store/review-store'

/**
 * Stores the result of a run and answers what was stored; `isStored` is false where the run has a result already. A result
 * that could not be read back fails its run for that reason: the engine's output is kept, and the campaign goes on.
 */
export function storeResult(
  store: ReviewWriter,
  runId: number,
  result: RunResult,
): { readonly isStored: boolean; readonly result: RunResult } {
  try {
    return { isStored: store.finishRun(runId, result), result }
  } catch (error) {
    if (!(error instanceof ReviewFileError) || error.id !== 'invalid-value') throw error
    const { exitCode, finishedAtMs, rawOutputs } = result
    const failed: RunResult = {
      state: 'failed',
      failure: {
        id: 'unsound-result',
        text: `The result cannot be stored. ${error.message}`,
        remedy: 'Look at the output, which is kept, then retry the run.',
      },
      exitCode,
      finishedAtMs,
      observations: [],
      warnings: [],
      rawOutputs,
    }
    return { isStored: store.finishRun(runId, failed), result: failed }
  }
}
