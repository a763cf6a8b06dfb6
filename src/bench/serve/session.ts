import type { BenchEvent } from '../../core/contract/bench-requests'
import { RequestFailure } from '../../core/contract/request-failure'
import type { ReviewSummary } from '../../core/contract/review'
import type { Host } from '../hosts/host'
import { HostList } from '../hosts/host-list'
import { HostPool } from '../hosts/host-pool'
import { readAliases } from '../hosts/ssh/config-aliases'
import { CampaignRunner } from '../runner/campaign-runner'
import type { PreparedStart } from '../runner/start/prepare-start'
import type { Shelf } from '../shelf/shelf'
import { isWriter } from '../store/open-review'
import type { ReviewReader, ReviewWriter } from '../store/review-store'
import { HostDesk } from './desks/host-desk'
import { LeftFileDesk } from './desks/left-file-desk'
import { OrphanDesk } from './desks/orphan-desk'
import { PasswordDesk } from './desks/password-desk'
import { JobThread } from './aside/job-thread'

/** One open results file and what can run from it. A read-only file has no runner. */
export class Session {
  readonly review: ReviewReader | ReviewWriter
  /** Checks of plans, by plan. */
  readonly checks = new CancellableWork('The check of the plan was cancelled.')
  /** Figures being built, by the place that shows them. */
  readonly figures = new CancellableWork('The figure was cancelled.')
  /** How many more runs cases need, by the place that shows it and by what is done. */
  readonly moreRuns = new CancellableWork('Counting the runs was cancelled; no plan was added.')
  readonly hosts: HostDesk
  readonly orphans: OrphanDesk
  readonly leftFiles: LeftFileDesk
  readonly passwords = new PasswordDesk((question) => this.tell({ type: 'password-asked', question }))
  readonly pool: HostPool
  /** Reads and computes for the windows without keeping campaigns waiting. */
  readonly aside: JobThread
  readonly exporting = new OneAtATime('exporting', 'An export is under way.')
  readonly importing = new OneAtATime('importing', 'An import is under way.')
  /** Reading the shelf, or taking campaigns from it. */
  readonly shelving = new OneAtATime(
    'shelving',
    'The shelf is being read, or campaigns are being taken from it.',
  )
  /** The shelf as this window last read it. */
  shelf: Shelf | undefined
  /** The plans whose start a person was asked about last, as they were examined; forgotten with the answers. */
  asked: { readonly key: string; readonly prepared: PreparedStart } | undefined
  /** Undoes the last merge into this review, once. */
  undoMerge: (() => Promise<void>) | undefined
  /** Notifies the windows; set by their owner. */
  tell: (event: BenchEvent) => void = () => undefined
  readonly #runner: CampaignRunner | undefined

  constructor(review: ReviewReader | ReviewWriter, pool = new HostPool()) {
    this.review = review
    this.aside = new JobThread(review)
    this.pool = pool
    this.hosts = new HostDesk({
      pool,
      list: new HostList(),
      aliases: () => readAliases(process.env.BENCHWRIGHT_SSH_CONFIG),
      inUse: (hostId) => this.#runner?.hostInUse(hostId),
    })
    this.leftFiles = new LeftFileDesk(pool)
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

  /** The runner; undefined if nothing can be written. */
  get runner(): CampaignRunner | undefined {
    return this.#runner
  }

  /**
   * The contents of the review. If it can be written, each campaign says whether it was started on this
   * machine.
   */
  summary(): ReviewSummary {
    const summary = this.review.summary()
    const runner = this.#runner
    if (!runner) return summary
    return { ...summary, campaigns: summary.campaigns.map((one) => runner.withOrigin(one)) }
  }

  /** The review for writing. Throws a RequestFailure with the reason if it is read-only. */
  writer(): ReviewWriter {
    if (isWriter(this.review)) return this.review
    throw readOnly(this.review)
  }

  /** The runner. Throws a RequestFailure if nothing can be written. */
  writingRunner(): CampaignRunner {
    if (this.#runner) return this.#runner
    throw readOnly(this.review)
  }

  /** Releases everything; detached runs continue. */
  async close(): Promise<void> {
    for (const work of [this.exporting, this.importing, this.shelving]) work.cancel()
    this.passwords.giveUp()
    this.#runner?.leave()
    this.hosts.dispose()
    // A host that does not answer must not hold this up; requests to it fail now.
    await this.pool.dispose()
    await this.#runner?.dispose()
    await this.aside.close()
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

/** Work in progress in one session, by its purpose, so that a person can cancel it. */
export class CancellableWork {
  readonly #going = new Map<string, Set<AbortController>>()

  /** `cancelled`: the message of cancelled work. */
  constructor(private readonly cancelled: string) {}

  /** Does `work`, which `cancel` ends. Rejects with the RequestFailure `cancelled` in that case. */
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

  /** Ends all work for this key. */
  cancel(key: string): void {
    for (const controller of this.#going.get(key) ?? []) controller.abort()
  }
}

/** Ten updates per second are enough. */
const tellEveryMs = 100

/** Work of which a session does one piece at a time, and which a person can cancel. */
export class OneAtATime {
  #current: AbortController | undefined

  /** `id` and `busy`: the failure of work that is requested in the meantime. */
  constructor(
    private readonly id: string,
    private readonly busy: string,
  ) {}

  /** Does `work`. Its `report` calls what it is given, but not more often than windows need. */
  async run<T>(work: (signal: AbortSignal, report: (tell: () => void) => void) => Promise<T>): Promise<T> {
    if (this.#current)
      throw new RequestFailure({
        ...{ id: this.id, message: this.busy },
        remedy: 'Wait for its end, or cancel it.',
      })
    const current = new AbortController()
    this.#current = current
    let toldAtMs = -Infinity
    try {
      return await work(current.signal, (tell) => {
        const now = performance.now()
        if (now - toldAtMs < tellEveryMs) return
        toldAtMs = now
        tell()
      })
    } finally {
      this.#current = undefined
    }
  }

  cancel(): void {
    this.#current?.abort()
  }
}
