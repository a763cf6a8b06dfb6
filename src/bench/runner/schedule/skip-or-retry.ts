import { campaignOf, runOf, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import type { RunningCampaigns } from './running-campaigns'

/** Skips a waiting run, or ends the running one and marks it skipped. Rejects with `not-waiting` for any other. */
export async function skipRun(parts: RunnerParts, running: RunningCampaigns, runId: number): Promise<void> {
  const { state, campaignId } = runOf(parts, runId)
  if (await running.get(campaignId)?.loop.skipCurrent(runId)) return
  if (state !== 'waiting') {
    throw new RunnerError('not-waiting', `The run is ${state}; only a waiting or running run can be skipped.`)
  }
  parts.store.setRunState(runId, 'skipped')
  running.get(campaignId)?.context.queue.setState(runId, 'skipped')
  tell(parts, runId, campaignId)
}

/** Sets a failed, skipped, stopped or interrupted run back to waiting; a finished campaign becomes paused. */
export function retryRun(parts: RunnerParts, running: RunningCampaigns, runId: number): void {
  const { state, campaignId } = runOf(parts, runId)
  if (state === 'waiting' || state === 'running') return
  parts.store.setRunState(runId, 'waiting')
  running.get(campaignId)?.context.queue.setState(runId, 'waiting')
  if (campaignOf(parts, campaignId).state === 'done') parts.journal.setCampaignState(campaignId, 'paused')
  tell(parts, runId, campaignId)
}

function tell({ journal }: RunnerParts, runId: number, campaignId: number): void {
  journal.runChanged(runId)
  journal.campaignChanged(campaignId)
}
