import type { BenchEvent } from '../../core/contract/bench-requests'
import type { HostSummary, HostState } from '../../core/contract/host-requests'
import type { BenchToShell, CampaignNotice, ShownProgress } from '../../core/contract/privileged-requests'
import { isExecuting, runCount, type CampaignSummary } from '../../core/results/campaign'
import { formatCount } from '../../core/units/number-format'

/** How far a campaign is, in runs. */
interface Share {
  readonly halted: ShownProgress['halted']
  readonly done: number
  readonly total: number
}

type News = Extract<BenchToShell, { kind: 'progress' | 'notice' }>

/** The task bar shows no finer steps. */
const leastStep = 0.005

/**
 * Picks the events that the desktop shows: progress in the task bar, and notifications for a person who is
 * looking elsewhere.
 */
export class ShellNews {
  readonly #live = new Map<number, CampaignSummary>()
  /** Campaigns that are no longer executed. */
  readonly #ended = new Set<number>()
  readonly #shares = new Map<number, Share>()
  readonly #hostStates = new Map<string, HostState>()
  #told: ShownProgress = { share: undefined }

  /** What to tell the shell after this event. */
  of(event: BenchEvent): readonly News[] {
    switch (event.type) {
      case 'progress': {
        // The last news of a run may come after its campaign has ended.
        if (this.#ended.has(event.campaignId)) return []
        const { finishedRuns, runFraction, totalRuns } = event.progress
        const done = finishedRuns + runFraction
        this.#shares.set(event.campaignId, { done, total: totalRuns, halted: undefined })
        return this.#progress()
      }
      case 'campaign-changed':
        return this.#changed(event.campaign)
      case 'hosts-changed':
        return event.hosts.flatMap((host) => this.#asks(host))
      default:
        return []
    }
  }

  #changed(campaign: CampaignSummary): readonly News[] {
    const wasLive = this.#live.has(campaign.id)
    if (isExecuting(campaign)) {
      this.#ended.delete(campaign.id)
      this.#live.set(campaign.id, campaign)
      return []
    }
    this.#live.delete(campaign.id)
    this.#ended.add(campaign.id)
    const halted = campaign.state === 'interrupted' ? 'error' : 'paused'
    const share = this.#shares.get(campaign.id)
    if (share && ['interrupted', 'paused'].includes(campaign.state))
      this.#shares.set(campaign.id, { ...share, halted })
    else this.#shares.delete(campaign.id)
    // A synchronised campaign is reported as a whole, not by its parts.
    const notice = wasLive && campaign.leaderId === undefined ? endNotice(campaign) : undefined
    return [...this.#progress(), ...(notice ? [{ kind: 'notice' as const, notice }] : [])]
  }

  #progress(): readonly News[] {
    const known = [...this.#shares.values()]
    // Campaigns that advance, otherwise those that need a person most.
    const halted = ([undefined, 'error', 'paused'] as const).find((one) =>
      known.some((share) => share.halted === one),
    )
    const shown = known.filter((one) => one.halted === halted)
    const total = shown.reduce((sum, one) => sum + one.total, 0)
    const done = shown.reduce((sum, one) => sum + one.done, 0)
    const share = total === 0 ? undefined : Math.min(1, done / total)
    const told = this.#told
    const isSame =
      share === undefined || told.share === undefined
        ? share === told.share
        : told.halted === halted && Math.abs(share - told.share) < leastStep
    if (isSame) return []
    this.#told = { share, ...(halted !== undefined && { halted }) }
    return [{ kind: 'progress', ...this.#told }]
  }

  #asks({ id, name, status: { state } }: HostSummary): readonly News[] {
    const before = this.#hostStates.get(id)
    this.#hostStates.set(id, state)
    if (state === before || (state !== 'needs-login' && state !== 'host-key-changed')) return []
    const waiting = [...this.#live.values()].find(({ host }) => host === name)
    if (!waiting) return []
    const text =
      state === 'needs-login'
        ? `${name} asks for a login. What runs there continues.`
        : `The host key of ${name} changed. Nothing is sent to it until you have looked.`
    const notice = {
      title: `“${nameOf(waiting)}” waits for you`,
      text,
      campaignId: waiting.leaderId ?? waiting.id,
      hostId: id,
    }
    return [{ kind: 'notice', notice }]
  }
}

/** A campaign that a person paused or stopped needs no notification. */
function endNotice(campaign: CampaignSummary): CampaignNotice | undefined {
  const { id: campaignId, state, runsByState } = campaign
  const [done, failed] = [runsByState.done ?? 0, runsByState.failed ?? 0]
  const finished = `${formatCount(done)} of ${formatCount(runCount(campaign))} runs done`
  const name = `“${nameOf(campaign)}”`
  if (state === 'interrupted')
    return {
      title: `${name} was interrupted`,
      text: `${finished}. The Run room says why; the campaign continues.`,
      campaignId,
    }
  if (state !== 'done') return undefined
  if (failed === 0) return { title: `${name} has ended`, text: `${finished}.`, campaignId }
  const runs = failed === 1 ? '1 run failed' : `${formatCount(failed)} runs failed`
  return { title: `${name} has ended: ${runs}`, text: `${finished}.`, campaignId }
}

function nameOf({ configuration, name }: CampaignSummary): string {
  return configuration || name
}
