import { setTimeout as sleep } from 'node:timers/promises'
import { qualifies, type Reservation } from '../../../core/results/reservation'
import { placesOf, type CampaignContext, type MachineContext } from '../campaign-context'
import { enterUse, leaveUse, type Use } from './machine-use'

/** An entry without a process on its machine is valid for this long; it is renewed three times as often. */
const validSeconds = 90

/** How often a machine is asked whether it is free, in milliseconds. */
const askAgainMs = 3000

/** A run is looked at as it starts; what was seen then counts as seen during it, in milliseconds. */
const justBeforeMs = 2000

/** Without others, runs of a second are not looked at one by one, in milliseconds. */
const lookAgainMs = 5000

export interface ClaimOptions {
  /** What other people see of the campaign. */
  readonly name: string
  /** A person wants it at the same time as others. */
  readonly isBeside: boolean
  /** Of all campaigns of this process. */
  readonly ownTags: () => Iterable<string>
  /** Another program measures, or stopped; undefined without one. */
  readonly onBeside: (other: Use) => void
}

/**
 * One machine measures one campaign at a time, whoever started them: a campaign enters itself on its machines, and waits
 * for those that measure there or entered earlier, unless a person wants both at once.
 */
export class MachineClaim {
  readonly #places: readonly MachineContext[]
  #renewing: NodeJS.Timeout | undefined
  #lookedAtMs = 0
  #isBesideOthers = false
  readonly #asked = new Set<MachineContext>()
  /** Others that measured at the same time, by tag, and when that was seen last, in milliseconds. */
  readonly #beside = new Map<string, { readonly use: Use; readonly seenAtMs: number }>()

  constructor(
    context: CampaignContext,
    private readonly options: ClaimOptions,
  ) {
    // In one order for all campaigns, so that two never wait for each other.
    this.#places = [...placesOf(context)].sort((one, other) => (one.machine < other.machine ? -1 : 1))
  }

  /**
   * Resolves when the machines are this campaign's; false if `signal` ended the wait. `onWait` is told what it waits for,
   * once a machine. A machine that cannot be asked does not keep the campaign waiting: its runs do.
   */
  async take(signal: AbortSignal, onWait: (other: Use) => void): Promise<boolean> {
    for (const place of this.#places) {
      if (!this.options.isBeside && !(await this.#waitFor(place, signal, onWait))) return false
      await this.#renew(place, signal)
      if (signal.aborted) return false
    }
    this.#renewing ??= setInterval(() => this.look(), (validSeconds * 1000) / 3).unref()
    return true
  }

  /** Renews the entries, and notices others, unless that was just done. */
  look(): void {
    const isRecent = Date.now() - this.#lookedAtMs < lookAgainMs
    if (this.#renewing === undefined || (isRecent && !this.#isBesideOthers)) return
    this.#lookedAtMs = Date.now()
    for (const place of this.#places) void this.#renew(place)
  }

  /** What is known against a run that started then, in milliseconds, and ends now. */
  reservations(startedAtMs: number): readonly Reservation[] {
    return [...this.#beside.values()]
      .filter(({ seenAtMs }) => seenAtMs >= startedAtMs - justBeforeMs)
      .map(({ use }) =>
        qualifies(
          'beside-another-campaign',
          `It ran at the same time as ${useWords(use)}, which another program measured on the same host.`,
        ),
      )
  }

  /** Gives the machines to others. Never rejects. */
  async release(): Promise<void> {
    clearInterval(this.#renewing)
    this.#renewing = undefined
    const leaving = this.#places.map(({ host, tag }) => ({
      left: leaveUse(host, tag).catch(() => undefined),
      // One that is away is not waited for: it forgets the entry by itself.
      answers: host.status === undefined || host.status.state === 'online',
    }))
    await Promise.all(leaving.filter(({ answers }) => answers).map(({ left }) => left))
  }

  /** Resolves once nobody else is first on a machine; false if `signal` ended the wait. */
  async #waitFor(place: MachineContext, signal: AbortSignal, onWait: (other: Use) => void): Promise<boolean> {
    for (let asks = 0; ; asks += 1) {
      const other = await this.#inTheWay(place, signal)
      if (signal.aborted) return false
      if (!other) return true
      if (asks === 0) onWait(other)
      await sleep(askAgainMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #inTheWay({ host, tag }: MachineContext, signal: AbortSignal): Promise<Use | undefined> {
    const { name, ownTags } = this.options
    const entry = { tag, state: 'waits', validSeconds, name } as const
    const asked = await enterUse(host, entry, ownTags(), { signal }).catch(() => undefined)
    const isFirst = (one: Use, claimedAt: number) =>
      one.state === 'measures' || one.claimedAt < claimedAt || (one.claimedAt === claimedAt && one.tag < tag)
    return asked?.others.find((one) => isFirst(one, asked.claimedAt))
  }

  async #renew(place: MachineContext, signal?: AbortSignal): Promise<void> {
    const { host, tag } = place
    // A machine that is away answers once it is back.
    if (this.#asked.has(place)) return
    this.#asked.add(place)
    const { name, ownTags, onBeside } = this.options
    const entry = { tag, state: 'measures', validSeconds, name } as const
    const options = signal ? { signal } : {}
    const asked = await enterUse(host, entry, ownTags(), options).catch(() => undefined)
    this.#asked.delete(place)
    const measuring = asked?.others.filter(({ state }) => state === 'measures') ?? []
    this.#isBesideOthers = measuring.length > 0
    for (const use of measuring) {
      if (!this.#beside.has(use.tag)) onBeside(use)
      this.#beside.set(use.tag, { use, seenAtMs: Date.now() })
    }
  }
}

/** "“Nova, Mix sweep” of anna". */
export function useWords({ name, user }: Pick<Use, 'name' | 'user'>): string {
  const what = name === '' ? 'a campaign' : `“${name}”`
  return user === '' ? what : `${what} of ${user}`
}
