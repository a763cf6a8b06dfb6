import type { BenchEvent } from '../../core/contract/bench-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import type { ReviewSummary } from '../../core/contract/review'
import type { Host } from '../hosts/host'
import { HostList } from '../hosts/host-list'
import { HostPool } from '../hosts/host-pool'
import { readAliases } from '../hosts/ssh/config-aliases'
import { CampaignRunner } from '../runner/campaign-runner'
import type { Shelf } from '../shelf/shelf'
import { isWriter } from '../store/open-review'
import type { ReviewReader, ReviewWriter } from '../store/review-store'
import { HostDesk } from './host-desk'
import { OrphanDesk } from './orphan-desk'
import { PasswordDesk } from './password-desk'

/** One open results file with what can run from it. A file that cannot be written has no runner. */
export class Session {
  readonly review: ReviewReader | ReviewWriter
  /** Checks of plans, by plan. */
  readonly checks = new CancellableWork('The check of the plan was cancelled.')
  /** Figures that are being built, by the place that shows them. */
  readonly figures = new CancellableWork('The figure was cancelled.')
  readonly hosts: HostDesk
  readonly orphans: OrphanDesk
  readonly passwords = new PasswordDesk((question) => this.tell({ type: 'password-asked', question }))
  readonly pool: HostPool
  /** Ends the export of figures that is under way. */
  exporting: AbortController | undefined
  /** Ends the import that is under way. */
  importing: AbortController | undefined
  /** The shelf as this window last read it. */
  shelf: Shelf | undefined
  /** Ends the reading of the shelf, or the taking from it, that is under way. */
  shelving: AbortController | undefined
  /** Tells the windows what happens; set by whoever has them. */
  tell: (event: BenchEvent) => void = () => undefined
  readonly #runner: CampaignRunner | undefined

  constructor(review: ReviewReader | ReviewWriter, pool = new HostPool()) {
    this.review = review
    this.pool = pool
    this.hosts = new HostDesk({
      pool,
      list: new HostList(),
      aliases: () => readAliases(process.env.BENCHWRIGHT_SSH_CONFIG),
      inUse: (hostId) => this.#runner?.hostInUse(hostId),
    })
    this.orphans = new OrphanDesk({ review, pool, ownTags: () => this.#runner?.tags() ?? new Set() })
    this.#runner = isWriter(review)
      ? new CampaignRunner({
          ...{ store: review, host: pool.local, hosts: pool },
          askPassword: (whose, options) => this.passwords.ask(whose, options),
        })
      : undefined
  }

  /** This machine. */
  get host(): Host {
    return this.pool.local
  }

  /** The runner, undefined where nothing can be written. */
  get runner(): CampaignRunner | undefined {
    return this.#runner
  }

  /** What the review holds, each campaign with whether it was begun here where anything can go on. */
  summary(): ReviewSummary {
    const summary = this.review.summary()
    const runner = this.#runner
    if (!runner) return summary
    return { ...summary, campaigns: summary.campaigns.map((one) => runner.withOrigin(one)) }
  }

  /** The review for writing. Throws a RequestFailure that names why not. */
  writer(): ReviewWriter {
    if (isWriter(this.review)) return this.review
    throw readOnly(this.review)
  }

  /** The runner. Throws a RequestFailure where nothing can be written. */
  writingRunner(): CampaignRunner {
    if (this.#runner) return this.#runner
    throw readOnly(this.review)
  }

  /** Lets go of everything; what runs detached runs on. */
  async close(): Promise<void> {
    this.exporting?.abort()
    this.importing?.abort()
    this.shelving?.abort()
    this.passwords.giveUp()
    this.#runner?.leave()
    this.hosts.dispose()
    // A host that does not answer must not hold this up; what was asked of it fails now.
    await this.pool.dispose()
    await this.#runner?.dispose()
    this.review.close()
  }
}

function readOnly(review: ReviewReader): RequestFailure {
  return new RequestFailure({
    id: 'read-only',
    message: review.summary().readOnlyReason ?? 'This results file is open for reading only.',
    remedy: 'Copy the file to a folder you may write to and open the copy.',
  })
}

/** Work that goes on in one session, by what it is done for, so that a person can give it up. */
export class CancellableWork {
  readonly #going = new Map<string, Set<AbortController>>()

  /** `cancelled`: what work that was given up is answered with. */
  constructor(private readonly cancelled: string) {}

  /** Does `work`, which `cancel` ends. Rejects with the RequestFailure `cancelled` when it did. */
  async run<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const others = this.#going.get(key) ?? new Set()
    this.#going.set(key, others.add(controller))
    try {
      return await work(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) throw error
      throw new RequestFailure({ id: 'cancelled', message: this.cancelled })
    } finally {
      others.delete(controller)
      if (others.size === 0) this.#going.delete(key)
    }
  }

  /** Ends all work for this. */
  cancel(key: string): void {
    for (const controller of this.#going.get(key) ?? []) controller.abort()
  }
}
