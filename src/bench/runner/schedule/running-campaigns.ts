import { messageOf } from '../../../core/errors/system-error'
import { summaryNames } from '../../../core/results/campaign/campaign-naming'
import { largestOf, smallestOf } from '../../../core/iterables'
import type { QueuedCampaign } from '../../../core/results/campaign/campaign'
import type { ReviewWriter } from '../../store/review-store'
import type { RunnerLock } from '../../store/file/runner-lock'
import type { BenchEvents } from '../bench-events'
import type { CampaignContext } from '../campaign-context'
import { CampaignLoop, type Intent, type LoopEnd } from './campaign-loop'
import type { Journal } from '../record/journal'
import { MachineClaim, useWords } from '../machines/machine-claim'
import { logConnection } from '../machines/hosts-of'
import type { StartedCampaigns } from '../record/started-campaigns'
import { RunnerError } from '../runner-error'
import { TurnTaking } from './turn-taking'

/** A campaign being executed. */
export interface Active {
  readonly context: CampaignContext
  readonly loop: CampaignLoop
  readonly ended: Promise<LoopEnd>
}

/** A campaign whose device or machine is measured by another one. */
interface Queued extends Placed {
  readonly laidOut: string | undefined
  readonly ended: Promise<LoopEnd | undefined>
  /** Reports how it ended; undefined if it never started. */
  settle(end: LoopEnd | undefined): void
}

interface Placed {
  readonly context: CampaignContext
  /** It waits for its device only, and not for campaigns on other devices of its machine. */
  readonly isBeside: boolean
}

export interface RunningParts {
  readonly store: ReviewWriter
  readonly events: BenchEvents
  readonly journal: Journal
  readonly started: StartedCampaigns
}

/**
 * The campaigns that one process executes for one file: one after the other on the same machine or, if a person wants
 * that, in parallel on different devices of it. Holds the file's lock while there are any.
 */
export class RunningCampaigns {
  readonly #active = new Map<number, Active>()
  #queue: Queued[] = []
  /** Campaigns whose host has to come back before they are resumed. */
  readonly #awaited = new Map<number, Promise<Active | undefined>>()
  #beginnings: Promise<unknown> = Promise.resolve()
  #begun = 0
  #lock: RunnerLock | undefined
  #leaving = false
  readonly #turns = new TurnTaking()

  constructor(private readonly parts: RunningParts) {}

  get(campaignId: number): Active | undefined {
    return this.#active.get(campaignId)
  }

  /** The context of a campaign that is executed or queued by this process. */
  contextOf(campaignId: number): CampaignContext | undefined {
    const queued = this.#queue.find((one) => one.context.campaignId === campaignId)
    return (this.#active.get(campaignId) ?? queued)?.context
  }

  all(): readonly Active[] {
    return [...this.#active.values()]
  }

  /** Of every campaign that is executed or queued. */
  contexts(): readonly CampaignContext[] {
    return [...this.all(), ...this.#queue].map(({ context }) => context)
  }

  /** Tags of the campaigns whose runs this process waits for. */
  tags(): ReadonlySet<string> {
    return new Set(this.contexts().map(({ tag }) => tag))
  }

  isQueued(campaignId: number): boolean {
    return this.#queue.some((one) => one.context.campaignId === campaignId)
  }

  /**
   * Resolves with how a campaign that is executed or queued by this process ended; undefined for others, and
   * for one removed from the queue.
   */
  async ended(campaignId: number): Promise<LoopEnd | undefined> {
    const awaited = await this.#awaited.get(campaignId)
    const queued = this.#queue.find((one) => one.context.campaignId === campaignId)
    return (awaited ?? this.#active.get(campaignId))?.ended ?? queued?.ended
  }

  /** Does `work` with the file's lock, after earlier calls have finished. Rejects with `locked` if another process has it. */
  begin<T>(takeOver: boolean, work: () => T | Promise<T>): Promise<T> {
    const begun = this.#beginnings.then(async () => {
      this.#takeLock(takeOver)
      this.#begun += 1
      try {
        return await work()
      } finally {
        this.#begun -= 1
        this.#releaseIfIdle()
      }
    })
    this.#beginnings = begun.catch(() => undefined)
    return begun
  }

  /** No campaign of an interleaved schedule starts a run until `work` has added all of them. */
  gather<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.gather(work)
  }

  /** Resolves when no call of `begin` is pending. */
  async settled(): Promise<void> {
    await this.#beginnings
  }

  /**
   * Resumes campaigns of an earlier process together as soon as their hosts answer, and keeps the lock until
   * then. `takeUp` gets those that are still awaited by then. Rejects with `locked`.
   */
  awaitHosts(
    campaignIds: readonly number[],
    reachable: Promise<unknown>,
    takeUp: (campaignIds: readonly number[]) => Promise<ReadonlyMap<number, Active>>,
  ): void {
    this.#takeLock(false)
    const taken = reachable
      .then(() => {
        const still = this.#leaving ? [] : campaignIds.filter((id) => this.#awaited.has(id))
        return still.length === 0 ? undefined : this.gather(() => this.begin(false, () => takeUp(still)))
      })
      .catch(() => undefined)
      .finally(() => campaignIds.forEach((id) => this.stopAwaiting(id)))
    for (const id of campaignIds)
      this.#awaited.set(
        id,
        taken.then((active) => active?.get(id)),
      )
  }

  /** Campaigns whose host is awaited. */
  awaited(): readonly number[] {
    return [...this.#awaited.keys()]
  }

  /** Cancels the wait for a host; false if there was none. */
  stopAwaiting(campaignId: number): boolean {
    const was = this.#awaited.delete(campaignId)
    this.#releaseIfIdle()
    return was
  }

  /** Executes a campaign now, or as soon as its machine (`isBeside`: its device) is free. */
  place(context: CampaignContext, laidOut: string | undefined, isBeside = false): void {
    const { campaignId } = context
    const placed = { context, isBeside }
    const before = [...this.all(), ...this.#queue].find((one) => isInTheWay(one.context, placed))
    if (!before) {
      this.execute(context, laidOut, 'run', isBeside)
      return
    }
    let settle: Queued['settle'] = () => undefined
    const ended = new Promise<LoopEnd | undefined>((resolve) => {
      settle = resolve
    })
    this.#queue.push({ ...placed, laidOut, ended, settle })
    const names = summaryNames(this.parts.store.campaigns())
    const what = sharesDevice(before.context, context) ? 'device' : 'machine'
    const which = context.plan.interleaved ? `a ${what} of this schedule` : `the same ${what}`
    const where = what === 'machine' ? `on ${which}` : which
    this.parts.journal.log(
      campaignId,
      'info',
      `The campaign waits: “${names.get(before.context.campaignId) ?? ''}” measures ${where}.`,
    )
    this.parts.journal.setCampaignState(campaignId, 'waiting')
  }

  /** Campaigns that wait, in the order in which they will start. */
  queued(): readonly QueuedCampaign[] {
    return this.#queue.map((queued) => {
      const { context } = queued
      const rivals = this.#queue.filter((one) => one === queued || isInTheWay(one.context, queued))
      const behind = this.all().find((one) => isInTheWay(one.context, queued))
      return {
        campaignId: context.campaignId,
        place: rivals.indexOf(queued) + 1,
        of: rivals.length,
        ...(behind && {
          behindId: behind.context.campaignId,
          shares: sharesDevice(behind.context, context) ? 'device' : 'machine',
        }),
      }
    })
  }

  /**
   * Moves a waiting campaign before (`up`) or after (`down`) the next one that waits for the same device or machine;
   * does nothing at the end of the queue. Campaigns of one schedule measure in turn, so they move together.
   */
  moveQueued(campaignId: number, direction: 'up' | 'down'): void {
    const moved = this.#queue.find((one) => one.context.campaignId === campaignId)
    if (!moved) throw new RunnerError('not-waiting', 'The campaign does not wait any more.')
    const inTurn = (one: Queued, other: Queued) => one === other || isOneSchedule(one.context, other.context)
    const block = this.#queue.filter((one) => inTurn(one, moved))
    const queue = direction === 'up' ? [...this.#queue].reverse() : this.#queue
    const last = largestOf(
      block.map((one) => queue.indexOf(one)),
      0,
    )
    const rival = queue.find((one, at) => at > last && block.some((mine) => isInTheWay(one.context, mine)))
    if (!rival) return
    const passed = this.#queue.filter((one) => inTurn(one, rival))
    const others = this.#queue.filter((one) => !block.includes(one))
    const places = passed.map((one) => others.indexOf(one))
    const at = direction === 'up' ? smallestOf(places, others.length) : largestOf(places, -1) + 1
    this.#queue = [...others.slice(0, at), ...block, ...others.slice(at)]
    for (const { context } of [...block, ...passed]) this.parts.journal.campaignChanged(context.campaignId)
  }

  /** Removes a campaign from the queue; false if it was not in it. */
  unqueue(campaignId: number): boolean {
    const queued = this.#queue.find((one) => one.context.campaignId === campaignId)
    if (!queued) return false
    this.#queue = this.#queue.filter((one) => one !== queued)
    queued.settle(undefined)
    this.#releaseIfIdle()
    return true
  }

  /** Executes a campaign now. */
  execute(
    given: CampaignContext,
    laidOut: string | undefined,
    intent: Intent = 'run',
    isBeside = given.queue.inState('running').length > 0,
  ): Active {
    const { campaignId } = given
    const claim = this.#claim(given, isBeside)
    const context = { ...given, besideOf: (startedAtMs: number) => claim.reservations(startedAtMs) }
    const turn = this.#turns.join(campaignId, context.plan, context.queue)
    const loop = new CampaignLoop(context, laidOut, this.#leaving ? 'leave' : intent, turn, claim)
    const stopListening = logConnection(context)
    const ended = loop.run().then((end) => {
      stopListening()
      turn?.leave()
      if (end === 'left') this.parts.started.letGo(campaignId)
      this.#active.delete(campaignId)
      if (!this.#leaving) this.#startQueued()
      this.#releaseIfIdle()
      return end
    })
    const active = { context, loop, ended }
    this.#active.set(campaignId, active)
    return active
  }

  #claim(context: CampaignContext, isBeside: boolean): MachineClaim {
    const { campaignId } = context
    const { store, journal } = this.parts
    return new MachineClaim(context, {
      name: summaryNames(store.campaigns()).get(campaignId) ?? '',
      isBeside,
      ownTags: () => this.tags(),
      onBeside: (other) =>
        journal.log(
          campaignId,
          'warning',
          `${useWords(other)} is measured on the same machine at the same time; runs that overlap say so.`,
        ),
    })
  }

  /** Releases every campaign, including later ones. Runs in progress continue. */
  leave(): void {
    this.#leaving = true
    for (const { loop } of this.all()) loop.leave()
    for (const { context } of this.#queue) {
      this.unqueue(context.campaignId)
      this.parts.started.letGo(context.campaignId)
    }
  }

  #startQueued(): void {
    for (const queued of [...this.#queue]) {
      const { context, laidOut, isBeside } = queued
      if (this.all().some((one) => isInTheWay(one.context, queued))) continue
      this.#queue = this.#queue.filter((one) => one !== queued)
      this.parts.journal.setCampaignState(context.campaignId, 'running')
      void this.execute(context, laidOut, 'run', isBeside).ended.then((end) => queued.settle(end))
    }
  }

  #takeLock(takeOver: boolean): void {
    if (this.#lock) return
    const { store } = this.parts
    this.#lock = store.lockForRunning({ takeOver })
    if (this.#lock) return
    const holder = store.runnerHolder()
    throw new RunnerError('locked', holder?.text ?? 'Another process runs from this file.', holder?.remedy)
  }

  /** A lock that cannot be released becomes void when this process ends. */
  #releaseIfIdle(): void {
    const isBusy = this.#active.size + this.#queue.length + this.#begun + this.#awaited.size > 0
    if (isBusy || !this.#lock) return
    const lock = this.#lock
    this.#lock = undefined
    try {
      lock.release()
    } catch (error) {
      process.emitWarning(`The file stays locked: ${messageOf(error)}`)
    }
  }
}

/**
 * Two campaigns on one machine measure one after the other, those of one device in any case; those of one schedule
 * alternate run by run.
 */
function isInTheWay(one: CampaignContext, { context: other, isBeside }: Placed): boolean {
  if (isOneSchedule(one, other)) return false
  return sharesDevice(one, other) || (!isBeside && sharesMachine(one, other))
}

function sharesDevice(one: CampaignContext, other: CampaignContext): boolean {
  return one.deviceKeys.some((key) => other.deviceKeys.includes(key))
}

function sharesMachine(one: CampaignContext, other: CampaignContext): boolean {
  return one.machineKeys.some((key) => other.machineKeys.includes(key))
}

function isOneSchedule(one: CampaignContext, other: CampaignContext): boolean {
  const schedule = one.plan.interleaved?.schedule
  return schedule !== undefined && schedule === other.plan.interleaved?.schedule
}
