import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'
import { shareKey, type Place } from '../../hosts/inventory/machine-of'
import { canonical, recordedPlan } from '../../files/canonical'
import { ownStateFolder } from '../../files/own-state-folder'
import { createFolder } from '../../files/create-folder'

/**
 * Remembers, outside of any results file, which destructive campaigns a person on this machine agreed to. A
 * results file can come from anywhere and may claim an agreement; a campaign continues only if it was agreed
 * to on this machine.
 */
export class ConfirmationRecord {
  /** `folder`: in the state folder of the user if not given. */
  constructor(private readonly folder: string = join(ownStateFolder(), 'confirmed')) {}

  /** Throws if it cannot be written. */
  add(plan: Plan, device: ConfirmedDevice, { machine, hostKeys }: Place): void {
    createFolder(this.folder, 0o700)
    writeFileSync(join(this.folder, keyOf(plan, device, machine)), hostKeys.join('\n'), { mode: 0o600 })
  }

  /** Whether a person agreed to this, for a host that still has one of the keys it had then. */
  has(plan: Plan, device: ConfirmedDevice, { machine, hostKeys }: Place): boolean {
    const file = join(this.folder, keyOf(plan, device, machine))
    if (!existsSync(file)) return false
    const keysThen = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    return shareKey(keysThen, hostKeys)
  }
}

function keyOf(plan: Plan, device: ConfirmedDevice, machine: string): string {
  const { identity, sequence, sizeBytes, tableId, contentTypes, commandsHash, confirmedAtMs } = device
  const agreed = [
    identity,
    sequence,
    sizeBytes,
    tableId ?? '',
    contentTypes,
    commandsHash ?? '',
    confirmedAtMs,
  ]
  return createHash('sha256')
    .update(JSON.stringify([machine, canonical(recordedPlan(plan)), agreed]))
    .digest('hex')
}
