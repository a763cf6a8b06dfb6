import { withDescendants, type BlockDevice } from '../../../core/results/campaign/block-device'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { Engine } from '../../../core/engines/engine'
import { planWrites } from '../../../core/engines/case-groups'
import type { DeviceFacts, GuardVerdict } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'
import { askGuard } from '../guard/ask-guard'
import type { Host } from '../host'
import { deviceRecord } from './device-under'
import { known } from './loose-json'
import { takeInventory, type Inventory } from './take-inventory'

export interface PlanInventoryRequest {
  readonly engine: Engine | undefined
  /** Folders on the host whose disk must not be the raw device, depending on the host's record. */
  readonly protectedPaths?: (record: HostRecord) => readonly string[]
  readonly health?: boolean | undefined
}

/** A host as a plan sees it: its engine, its target and, for a raw device, the guard's verdict. */
export async function planInventory(
  host: Host,
  plan: Plan,
  { engine, protectedPaths = () => [], health = false }: PlanInventoryRequest,
): Promise<Inventory> {
  const { target } = plan
  const targetPath = target.kind === 'none' || target.path === '' ? undefined : target.path
  const inventory = await takeInventory(host, { engine, targetPath, health })
  if (target.kind !== 'device' || targetPath === undefined) return inventory
  const writes = engine ? planWrites(plan, engine) : true
  const own = protectedPaths(inventory.record)
  return onDevice(inventory, await askGuard(host, { path: targetPath, writes, protectedPaths: own }))
}

/** A raw device has no file system; its drive is the one the guard named. */
function onDevice(inventory: Inventory, guard: GuardVerdict): Inventory {
  const { device: _folder, fileSystem: _none, ...record } = inventory.record
  const device = guard.device && driveOf(inventory.record.devices ?? [], guard.device)
  return { ...inventory, record: { ...record, ...(device && { device }) }, mount: undefined, guard }
}

function driveOf(devices: readonly BlockDevice[], facts: DeviceFacts): HostRecord['device'] {
  const root = devices.find((one) => withDescendants(one).some(({ number }) => number === facts.number))
  if (root) return deviceRecord(root)
  return {
    name: facts.node.replace(/^\/dev\//, ''),
    sizeBytes: facts.sizeBytes,
    logicalBlockBytes: facts.logicalBlockBytes,
    ...known({ model: facts.model, serial: facts.serial, wwn: facts.wwn }),
  }
}
