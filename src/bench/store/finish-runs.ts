import type { Connection } from './connection'
import { machineRunsOf } from './machine-campaigns'
import type { RunResult } from './review-store'
import { finishRun } from './run-changes'

/**
 * Stores a result once, and with it those of the single hosts where the run was one on several. False, with nothing changed,
 * when the run has a result already. Call it within one transaction.
 */
export function finishRuns(connection: Connection, runId: number, result: RunResult): boolean {
  if (!finishRun(connection, runId, result)) return false
  machineRunsOf(connection, runId).forEach((machineRunId, place) => {
    finishRun(connection, machineRunId, result.machines?.[place] ?? withoutNumbers(result))
  })
  return true
}

/** The state of a run, for a host that has nothing of its own to say about it. */
function withoutNumbers(result: RunResult): RunResult {
  return { ...result, observations: [], warnings: [], rawOutputs: [] }
}
