import type { Plan } from '../../../core/plan/plan'
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

interface Member {
  readonly place: number
  readonly ordinals: ReadonlyMap<number, number>
  /** The campaign's progress, while it waits for its turn. */
  waiting: { readonly ordinal: number; readonly resolve: (isMine: boolean) => void } | undefined
}

/**
 * Campaigns that measure in turn, A B A B, one at a time. The one whose next run comes first in its plan is
 * next; among equals, the one that is first in the schedule. The order follows from the runs alone, so a
 * schedule continues in the same order after a pause, a stop or a crash.
 */
export class TurnTaking {
  readonly #schedules = new Map<string, Map<number, Member>>()
  readonly #holders = new Map<string, number>()
  #held = 0

  /** The turn of a campaign; undefined if it is not part of a schedule. */
  join(campaignId: number, plan: Plan, queue: RunQueue): Turn | undefined {
    if (!plan.interleaved) return undefined
    const { schedule, place } = plan.interleaved
    const members = this.#schedules.get(schedule) ?? new Map<number, Member>()
    this.#schedules.set(schedule, members)
    const member: Member = { place, ordinals: ordinalsOf(queue), waiting: undefined }
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
        ordinal: run === undefined ? -1 : (member.ordinals.get(run.runId) ?? 0),
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
    let due: readonly [campaignId: number, member: Member, ordinal: number] | undefined
    for (const [campaignId, member] of members) {
      if (!member.waiting) return
      const { ordinal } = member.waiting
      const isEarlier =
        due === undefined || ordinal < due[2] || (ordinal === due[2] && member.place < due[1].place)
      if (isEarlier) due = [campaignId, member, ordinal]
    }
    if (!due) return
    const [campaignId, member] = due
    const { waiting } = member
    member.waiting = undefined
    this.#holders.set(schedule, campaignId)
    waiting?.resolve(true)
  }
}

/** How many measured runs precede each run: writing a file counts as part of the run it is written for. */
function ordinalsOf(queue: RunQueue): ReadonlyMap<number, number> {
  const ordinals = new Map<number, number>()
  let measured = 0
  for (const run of queue.runs) {
    ordinals.set(run.runId, measured)
    if (run.phase === 'measure') measured += 1
  }
  return ordinals
}
