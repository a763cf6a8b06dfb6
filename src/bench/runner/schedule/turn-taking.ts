import { turnOrder } from '../../../core/plan/order'
import type { InterleavedPlace, Plan } from '../../../core/plan/plan'
import { smallestOf } from '../../../core/iterables'
import type { QueuedRun, RunQueue } from './run-queue'

/** One campaign's place in an interleaved schedule. */
export interface Turn {
  /**
   * Waits for the campaign's turn to take this run; undefined for work before the first one. False if
   * `signal` ended the wait. Releases the campaign's turn for the previous run.
   */
  take(run: QueuedRun | undefined, signal: AbortSignal): Promise<boolean>
  /** The campaign no longer takes part. */
  leave(): void
}

/** How far a campaign is: measured runs before the next one, and the round of that one. */
interface Progress {
  readonly ordinal: number
  readonly round: number
}

interface Member {
  readonly place: InterleavedPlace
  readonly progress: ReadonlyMap<number, Progress>
  /** The campaign's progress, while it waits for its turn. */
  waiting: (Progress & { readonly resolve: (isMine: boolean) => void }) | undefined
}

/**
 * Campaigns that measure in turn, one at a time. The one whose next run comes first in its plan is next; among equals,
 * the order of the round decides (`turnOrder`), or in schedules of earlier versions the place. The order follows from
 * the runs alone, so a schedule continues in the same order after a pause, a stop or a crash.
 */
export class TurnTaking {
  readonly #schedules = new Map<string, Map<number, Member>>()
  readonly #holders = new Map<string, number>()
  #held = 0

  /** The turn of a campaign; undefined if it is not part of a schedule. */
  join(campaignId: number, plan: Plan, queue: RunQueue): Turn | undefined {
    if (!plan.interleaved) return undefined
    const { schedule } = plan.interleaved
    const members = this.#schedules.get(schedule) ?? new Map<number, Member>()
    this.#schedules.set(schedule, members)
    const member: Member = { place: plan.interleaved, progress: progressOf(queue), waiting: undefined }
    members.set(campaignId, member)
    return {
      take: (run, signal) => this.#take(schedule, campaignId, member, run, signal),
      leave: () => {
        members.delete(campaignId)
        if (members.size === 0) this.#schedules.delete(schedule)
        if (this.#holders.get(schedule) === campaignId) this.#holders.delete(schedule)
        this.#next(schedule)
      },
    }
  }

  /**
   * No turn is given until `work` is done, so that all campaigns of a schedule have joined before the first
   * starts.
   */
  async gather<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1
    try {
      return await work()
    } finally {
      this.#held -= 1
      for (const schedule of this.#schedules.keys()) this.#next(schedule)
    }
  }

  #take(
    schedule: string,
    campaignId: number,
    member: Member,
    run: QueuedRun | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (this.#holders.get(schedule) === campaignId) this.#holders.delete(schedule)
    if (signal.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const giveUp = () => {
        member.waiting = undefined
        resolve(false)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      member.waiting = {
        ...(run === undefined ? beforeFirst : (member.progress.get(run.runId) ?? beforeFirst)),
        resolve: (isMine) => {
          signal.removeEventListener('abort', giveUp)
          resolve(isMine)
        },
      }
      this.#next(schedule)
    })
  }

  /** Gives the turn to the campaign that is due, once all campaigns of the schedule have requested theirs. */
  #next(schedule: string): void {
    const members = [...(this.#schedules.get(schedule) ?? [])]
    if (this.#held > 0 || this.#holders.has(schedule)) return
    const waiting = members.flatMap(([campaignId, member]) =>
      member.waiting ? [{ campaignId, member, ...member.waiting }] : [],
    )
    if (waiting.length < members.length) return
    const first = smallestOf(waiting.map(({ ordinal }) => ordinal))
    const equals = waiting.filter(({ ordinal }) => ordinal === first)
    const [due] = equals.sort((one, other) => turnOf(one, equals) - turnOf(other, equals))
    if (!due) return
    due.member.waiting = undefined
    this.#holders.set(schedule, due.campaignId)
    due.resolve(true)
  }
}

/** Work before the first run. */
const beforeFirst: Progress = { ordinal: -1, round: 1 }

/**
 * A campaign's place in the order of the round. Plans with different orders may be in different rounds: that of the
 * first campaign counts, so that all are placed by the same order.
 */
function turnOf(
  { member: { place } }: { readonly member: Member },
  equals: readonly (Progress & { readonly member: Member })[],
): number {
  if (place.seed === undefined) return place.place
  const [first] = [...equals].sort((one, other) => one.member.place.place - other.member.place.place)
  return turnOrder(place.of, place.seed, first?.round ?? 1).indexOf(place.place)
}

/** The progress of a campaign at each of its runs: writing a file counts as part of the run it is written for. */
function progressOf({ runs }: RunQueue): ReadonlyMap<number, Progress> {
  const progress = new Map<number, Progress>()
  let ordinal = runs.filter(({ phase }) => phase === 'measure').length
  let round = 1
  for (const run of [...runs].reverse()) {
    if (run.phase === 'measure') {
      ordinal -= 1
      round = run.repetition
    }
    progress.set(run.runId, { ordinal, round })
  }
  return progress
}
