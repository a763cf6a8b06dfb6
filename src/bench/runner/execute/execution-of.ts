import type { CampaignContext } from '../campaign-context'
import type { Execution } from './execution'
import type { PreparedRun } from './prepare-run'
import { RunExecution } from './run-execution'
import { SynchronisedExecution } from './synchronised-execution'

/** Executes a run on its host, or on all hosts of its campaign at once. `discard`: run directories to remove on the way. */
export function executionOf(
  context: CampaignContext,
  prepared: PreparedRun,
  discard: readonly string[],
): Execution {
  const { members } = prepared
  return members === undefined
    ? new RunExecution(context, prepared, discard)
    : new SynchronisedExecution(context, { ...prepared, members }, discard)
}
