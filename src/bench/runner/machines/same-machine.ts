import { setTimeout as pause } from 'node:timers/promises'
import { thisMachine } from '../../../core/plan/destination'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { Host } from '../../hosts/host'
import { isOtherMachine } from '../../hosts/inventory/machine-of'
import { takeInventory } from '../../hosts/inventory/take-inventory'
import { RunnerError } from '../runner-error'

/** Within this time a machine that shuts down ends what runs on it and its connections: both get the same signal. */
const shutdownSeconds = 10

/**
 * Checks that a campaign stays on its machine. A lost connection may come back to another one: a clone, or
 * whichever has the name or address by now.
 */
export class SameMachine {
  #bootId: string | undefined

  /** `record`: the machine as it was when this process started or resumed the campaign. */
  constructor(
    private readonly host: Host,
    private readonly record: HostRecord,
  ) {
    this.#bootId = record.bootId
  }

  /**
   * Boot id of the machine; a different one means a restart or another machine. Undefined if the machine has
   * none.
   */
  get bootId(): string | undefined {
    return this.#bootId
  }

  /** Checks again. Rejects with `other-host` if the name now leads to another machine. */
  async verify(): Promise<void> {
    const { record } = await takeInventory(this.host, {})
    refuseOtherMachine(this.record, record, this.host)
    this.#bootId = record.bootId
  }

  /**
   * True if the machine has been restarted since the boot of this id, if that is known. With `goingDown` it may be about
   * to: it is then watched for a while, until the signal fires, and if it goes away, until it is back. Rejects like
   * `verify`; this machine does not restart under this process.
   */
  async hasRestartedSince(bootId: string | undefined, goingDown?: AbortSignal): Promise<boolean> {
    if (this.host.id === thisMachine) return isOther(bootId, this.#bootId)
    await this.verify()
    for (let seconds = 0; goingDown && seconds < shutdownSeconds; seconds += 1) {
      if (isOther(bootId, this.#bootId)) break
      await pause(1000, undefined, { signal: goingDown }).catch(() => undefined)
      if (goingDown.aborted) break
      // Waits through a lost connection.
      await this.verify()
    }
    return isOther(bootId, this.#bootId)
  }
}

function isOther(then: string | undefined, now: string | undefined): boolean {
  return then !== undefined && now !== undefined && then !== now
}

/**
 * Throws `other-host` if a name leads to another machine than before, because the records belong to the first
 * one.
 */
export function refuseOtherMachine(then: HostRecord, now: HostRecord, host: Pick<Host, 'name'>): void {
  if (!isOtherMachine(then, now)) return
  throw new RunnerError(
    'other-host',
    `${host.name} is another machine than the one the campaign was started on.`,
    'Make the name lead to the first machine again, or start a new campaign: one campaign is one machine.',
  )
}
