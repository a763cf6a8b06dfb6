import { thisMachine } from '../../../core/plan/destination'
import type { HostRecord } from '../../../core/results/host-record'
import type { Host } from '../../hosts/host'
import { isOtherMachine } from '../../hosts/inventory/machine-of'
import { takeInventory } from '../../hosts/inventory/take-inventory'
import { RunnerError } from '../runner-error'

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
   * True if the machine has been restarted since the boot of this id, if that is known. Rejects like `verify`; this
   * machine does not restart under this process.
   */
  async hasRestartedSince(bootId: string | undefined): Promise<boolean> {
    if (this.host.id !== thisMachine) await this.verify()
    return bootId !== undefined && this.#bootId !== undefined && bootId !== this.#bootId
  }
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
