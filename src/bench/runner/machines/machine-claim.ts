import { setTimeout as sleep } from 'node:timers/promises'
import { qualifies, type Reservation } from '../../../core/results/reservation'
import type { Host } from '../../hosts/host'
import { leavableHost } from '../../hosts/leavable-host'
import { placesOf, type CampaignContext } from '../campaign-context'
import { canBeAway } from './hosts-of'
import { enterUse, leaveUse, type Use } from './machine-use'

/** An entry without a process on its machine is valid for this long; it is renewed three times as often. */
const validSeconds = 90

/** A machine that has not let the campaign leave after this time, in milliseconds, forgets its entry by itself. */
const leaveWithinMs = 10_000

/** How often a machine is asked whether it is free, in milliseconds. */
const askAgainMs = 3000

/** A run is looked at as it starts; what was seen then counts as seen during it, in milliseconds. */
const justBeforeMs = 2000

/** Without others, runs of a second are not looked at one by one, in milliseconds. */
const lookAgainMs = 5000

/** One machine of the campaign. */
interface Place {
  readonly machine: Host
  readonly tag: string
  /** The machine, with requests that are given up as soon as `left` fires. */
  readonly host: Host
  readonly left: AbortController
  /** The renewal in progress: it ends later if the machine is away. */
  renewal: Promise<void> | undefined
}

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
  readonly #places: readonly Place[]
  #renewing: NodeJS.Timeout | undefined
  #lookedAtMs = 0
  #isBesideOthers = false
  /** Others that measured at the same time, by tag, and when that was seen last, in milliseconds. */
  readonly #beside = new Map<string, { readonly use: Use; readonly seenAtMs: number }>()

  constructor(
    context: CampaignContext,
    private readonly options: ClaimOptions,
  ) {
    // In one order for all campaigns, so that two never wait for each other.
    this.#places = [...placesOf(context)]
      .sort((one, other) => (one.machine < other.machine ? -1 : 1))
      .map(({ host, tag }) => {
        const left = new AbortController()
        return { machine: host, tag, host: leavableHost(host, left.signal), left, renewal: undefined }
      })
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

  /**
   * Gives up every request to machines that can be away, and later ones: they forget the campaign's entries by
   * themselves once they are no longer renewed and no run of it is left there.
   */
  abandon(): void {
    for (const { machine, left } of this.#places) if (canBeAway(machine)) left.abort()
  }

  /** Gives the machines to others. A machine that is away, or does not answer, is not waited for. Never rejects. */
  async release(): Promise<void> {
    clearInterval(this.#renewing)
    this.#renewing = undefined
    await Promise.all(this.#places.map((place) => this.#leave(place)))
  }

  async #leave({ machine, tag, host, left, renewal }: Place): Promise<void> {
    const limit = setTimeout(() => left.abort(), leaveWithinMs)
    const look = () => {
      if (machine.status !== undefined && machine.status.state !== 'online') left.abort()
    }
    const endWatch = machine.onStatus?.(look)
    look()
    // Otherwise the renewal could enter the campaign again.
    await renewal
    await leaveUse(host, tag).catch(() => undefined)
    endWatch?.()
    clearTimeout(limit)
  }

  /** Resolves once nobody else is first on a machine; false if `signal` ended the wait. */
  async #waitFor(place: Place, signal: AbortSignal, onWait: (other: Use) => void): Promise<boolean> {
    for (let asks = 0; ; asks += 1) {
      const other = await this.#inTheWay(place, signal)
      if (signal.aborted) return false
      if (!other) return true
      if (asks === 0) onWait(other)
      await sleep(askAgainMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #inTheWay({ host, tag }: Place, signal: AbortSignal): Promise<Use | undefined> {
    const { name, ownTags } = this.options
    const entry = { tag, state: 'waits', validSeconds, name } as const
    const asked = await enterUse(host, entry, ownTags(), { signal }).catch(() => undefined)
    const isFirst = (one: Use, claimedAt: number) =>
      one.state === 'measures' || one.claimedAt < claimedAt || (one.claimedAt === claimedAt && one.tag < tag)
    return asked?.others.find((one) => isFirst(one, asked.claimedAt))
  }

  #renew(place: Place, signal?: AbortSignal): Promise<void> {
    // A machine that is away answers once it is back.
    place.renewal ??= this.#enter(place, signal).finally(() => {
      place.renewal = undefined
    })
    return place.renewal
  }

  async #enter({ host, tag }: Place, signal?: AbortSignal): Promise<void> {
    const { name, ownTags, onBeside } = this.options
    const entry = { tag, state: 'measures', validSeconds, name } as const
    const asked = await enterUse(host, entry, ownTags(), signal ? { signal } : {}).catch(() => undefined)
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
