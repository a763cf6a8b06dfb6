import type { RunSummary } from '../../../core/results/run'
import type { CampaignState } from '../../../core/results/campaign'
import type { ReviewWriter } from '../../store/review-store'
import type { BenchEvents } from '../bench-events'
import type { StartedCampaigns } from './started-campaigns'

/** Writes what happens to a campaign into the store and tells the listeners. */
export class Journal {
  constructor(
    private readonly store: ReviewWriter,
    private readonly events: BenchEvents,
    private readonly started: StartedCampaigns,
  ) {}

  log(campaignId: number, level: 'info' | 'warning' | 'error', text: string, runId?: number): void {
    const entry = { atMs: Date.now(), level, text, ...(runId !== undefined && { runId }) }
    this.store.appendLog(campaignId, entry)
    this.events.emit({ type: 'log', campaignId, entry })
  }

  setCampaignState(campaignId: number, state: CampaignState): void {
    this.store.setCampaignState(campaignId, state)
    this.started.keepUp(campaignId, state)
    this.campaignChanged(campaignId)
  }

  campaignChanged(campaignId: number): void {
    const changed = this.store
      .campaigns()
      .filter((one) => one.id === campaignId || one.leaderId === campaignId)
    for (const campaign of changed)
      this.events.emit({ type: 'campaign-changed', campaign: this.started.withOrigin(campaign) })
  }

  /** Tells of a run, and of those of the single hosts that belong to it. */
  runChanged(runId: number): void {
    for (const id of [...this.store.machineRuns(runId), runId]) this.#tellRun(id)
  }

  #tellRun(runId: number): void {
    const detail = this.store.run(runId)
    if (!detail) return
    const {
      argv: _1,
      files: _2,
      exitCode: _3,
      measurements: _4,
      observed: _5,
      rawOutputs: _6,
      ...run
    } = detail
    const summary: RunSummary = run
    this.events.emit({ type: 'run-changed', run: summary })
  }
}
