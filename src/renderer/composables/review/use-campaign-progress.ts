import { effectScope, shallowReactive } from 'vue'
import type { BenchEvent, CampaignProgress } from '../../../core/contract/bench-requests'
import { isExecuting } from '../../../core/results/campaign/campaign'
import type { RunSummary } from '../../../core/results/run'
import { useBench } from '../use-bench'

export interface LiveCampaign {
  readonly progress: CampaignProgress | undefined
  /** The run being executed. */
  readonly run: RunSummary | undefined
}

const live = shallowReactive(new Map<number, LiveCampaign>())
let listening = false

/** The progress of running campaigns from the bench's events, by campaign id; absent if a campaign is not running. */
export function useCampaignProgress(): ReadonlyMap<number, LiveCampaign> {
  if (!listening) {
    listening = true
    // Detached: the data outlives the component that asked first.
    effectScope(true).run(() => useBench().onEvent(hear))
  }
  return live
}

function hear(event: BenchEvent): void {
  if (event.type === 'progress') {
    live.set(event.campaignId, { run: live.get(event.campaignId)?.run, progress: event.progress })
  } else if (event.type === 'run-changed' && event.run.state === 'running') {
    live.set(event.run.campaignId, { progress: live.get(event.run.campaignId)?.progress, run: event.run })
  } else if (event.type === 'campaign-changed' && !isExecuting(event.campaign)) {
    live.delete(event.campaign.id)
  }
}
