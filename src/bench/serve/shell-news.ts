import type { BenchEvent } from '../../core/contract/bench-requests'
import { needsPerson, type HostSummary } from '../../core/contract/host-requests'
import type { BenchToShell, CampaignNotice, ShownProgress } from '../../core/contract/privileged-requests'
import {
  hostNamesOf,
  isExecuting,
  runCount,
  type CampaignSummary,
} from '../../core/results/campaign/campaign'
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
  readonly #hosts = new Map<string, HostSummary>()
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
      return wasLive ? [] : this.#needOf(campaign)
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

  #asks(host: HostSummary): readonly News[] {
    const before = this.#hosts.get(host.id)?.status.state
    this.#hosts.set(host.id, host)
    if (host.status.state === before) return []
    const waiting = [...this.#live.values()].find((campaign) => waitsFor(campaign, host))
    return waiting ? [needNotice(waiting, host)] : []
  }

  /** For a campaign that is taken up while its host already waits for a person. */
  #needOf(campaign: CampaignSummary): readonly News[] {
    const host = [...this.#hosts.values()].find((one) => waitsFor(campaign, one))
    return host && campaign.leaderId === undefined ? [needNotice(campaign, host)] : []
  }
}

function waitsFor(campaign: CampaignSummary, { name, status }: HostSummary): boolean {
  return needsPerson(status.state) && hostNamesOf(campaign).includes(name)
}

function needNotice(campaign: CampaignSummary, { id, name, status: { state } }: HostSummary): News {
  const [title, text] =
    state === 'needs-login'
      ? [
          'needs your login',
          `${name} asks for a login. What runs there continues; no other run is started before it.`,
        ]
      : ['waits for you', `The host key of ${name} changed. Nothing is sent to it until you have looked.`]
  const campaignId = campaign.leaderId ?? campaign.id
  return { kind: 'notice', notice: { title: `“${nameOf(campaign)}” ${title}`, text, campaignId, hostId: id } }
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
