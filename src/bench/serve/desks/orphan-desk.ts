import type { HostOrphans, Orphan, OrphanProof } from '../../../core/contract/orphan-requests'
import type { Destination } from '../../../core/plan/destination'
import type { Host } from '../../hosts/host'
import { askAttended } from '../../hosts/leavable-host'
import type { HostPool } from '../../hosts/host-pool'
import { findOrphans, type FoundRun } from '../../runner/resume/find-orphans'
import { executedElsewhere, stopOrphan } from '../../runner/resume/orphans'
import { executedFrom } from '../../runner/record/campaign-notes'
import { runNameOf } from '../../runner/execute/run-name'
import { isWriter } from '../../store/open-review'
import type { ReviewReader, ReviewWriter } from '../../store/review-store'

export interface OrphanDeskOptions {
  readonly review: ReviewReader | ReviewWriter
  readonly pool: HostPool
  /** Tags of the campaigns that this process executes: their runs are not orphans. */
  readonly ownTags: () => ReadonlySet<string>
}

/** Finds runs on hosts that this process does not wait for, and ends those a person chooses. */
export class OrphanDesk {
  constructor(private readonly options: OrphanDeskOptions) {}

  /** Orphaned runs on one host. Rejects with a HostError if it cannot be reached. */
  async onHost(hostId: Destination): Promise<HostOrphans> {
    const host = this.options.pool.open(hostId)
    const found = await this.#find(host)
    return this.described({ hostId, host: host.name, runs: found })
  }

  /** What a person is shown about runs that were found on a host. */
  described({
    hostId,
    host,
    runs,
  }: {
    readonly hostId: Destination
    readonly host: string
    readonly runs: readonly FoundRun[]
  }): HostOrphans {
    return { hostId, host, orphans: runs.map((run) => this.#orphan(run)) }
  }

  /**
   * Ends one run by its name. It is looked up again, so that only a run that is still orphaned is ended.
   * Rejects with `executed-elsewhere` if another window or command of this user waits for it.
   */
  async stop(hostId: Destination, runName: string): Promise<OrphanProof> {
    const host = this.options.pool.open(hostId)
    const found = await this.#find(host)
    const run = found.find(({ tag, runId }) => runNameOf(tag, runId) === runName)
    if (!run) return { endedPids: [], leftPids: [] }
    const path = executedFrom(run.tag)
    if (path !== undefined) throw executedElsewhere(host.name, path)
    return stopOrphan(host, run)
  }

  #orphan({ tag, runId, runDirectory, ageSeconds, target, processes }: FoundRun): Orphan {
    return {
      runName: runNameOf(tag, runId),
      startedAtMs: ageSeconds === undefined ? undefined : Date.now() - ageSeconds * 1000,
      target,
      processes,
      executedFrom: executedFrom(tag),
      campaign: this.#campaignOf(runId, runDirectory),
    }
  }

  #campaignOf(runId: number, runDirectory: string): Orphan['campaign'] {
    const { review } = this.options
    const campaignId = review.run(runId)?.campaignId
    if (campaignId === undefined || !isWriter(review)) return undefined
    const run = review.execution(campaignId)?.runs.find((one) => one.runId === runId)
    const campaign = run?.runDirectory === runDirectory ? review.campaignFacts(campaignId) : undefined
    return (
      campaign && { id: campaign.id, name: campaign.configuration || campaign.name, state: campaign.state }
    )
  }

  #find(host: Host): Promise<readonly FoundRun[]> {
    return askAttended(host, 'the runs that go on there', undefined, (one) =>
      findOrphans(one, this.options.ownTags()),
    )
  }
}
