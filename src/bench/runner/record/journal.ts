import type { CampaignState, LogEntry } from '../../../core/results/campaign/campaign'
import type { ReviewWriter } from '../../store/review-store'
import type { BenchEvents } from '../bench-events'
import type { StartedCampaigns } from './started-campaigns'

/** Writes what happens to a campaign into the store and notifies the listeners. */
export class Journal {
  constructor(
    private readonly store: ReviewWriter,
    private readonly events: BenchEvents,
    private readonly started: StartedCampaigns,
  ) {}

  log(campaignId: number, level: LogEntry['level'], text: string, runId?: number): void {
    const entry = { atMs: Date.now(), level, text, ...(runId !== undefined && { runId }) }
    this.store.appendLog(campaignId, entry)
    this.events.emit({ type: 'log', campaignId, entry })
  }

  setCampaignState(campaignId: number, state: CampaignState): void {
    this.store.setCampaignState(campaignId, state)
    this.started.keepUp(campaignId, state)
    this.campaignChanged(campaignId)
  }

  /** Records why a campaign cannot continue. If the results file itself failed, at least the listeners are notified. */
  interrupt(campaignId: number, text: string): void {
    const entry = { atMs: Date.now(), level: 'error' as const, text }
    try {
      this.store.interruptCampaign(campaignId, entry)
      this.started.keepUp(campaignId, 'interrupted')
      this.campaignChanged(campaignId)
    } catch {
      // The file stays as it is.
    }
    this.events.emit({ type: 'log', campaignId, entry })
  }

  /** Reports a change of a campaign, and of its parts on single hosts. */
  campaignChanged(campaignId: number): void {
    const [campaign] = this.store.campaigns([campaignId])
    if (!campaign) return
    for (const one of [campaign, ...this.store.campaigns(campaign.machineIds ?? [])])
      this.events.emit({ type: 'campaign-changed', campaign: this.started.withOrigin(one) })
  }

  /** Reports a change of a run, and of its parts on single hosts. */
  runChanged(runId: number): void {
    for (const id of [...this.store.machineRuns(runId), runId]) this.#tellRun(id)
  }

  #tellRun(runId: number): void {
    const [run] = this.store.runsById([runId])
    if (run) this.events.emit({ type: 'run-changed', run })
  }
}
