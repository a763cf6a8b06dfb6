import * as v from 'valibot'
import type { BlockDevice, DeviceHealth } from '../../core/results/block-device'

/** Shapes of devices as stored with a campaign, checked whenever they are read. */

const number = v.optional(v.pipe(v.number(), v.finite()))
const text = v.optional(v.string())
const flag = v.optional(v.boolean())

export const healthShape: v.GenericSchema<unknown, DeviceHealth> = v.object({
  source: v.picklist(['smartctl', 'nvme', 'sys']),
  verdict: v.optional(v.picklist(['passed', 'failed'])),
  warnings: v.array(v.string()),
  temperatureCelsius: number,
  powerOnHours: number,
  powerCycles: number,
  unsafeShutdowns: number,
  percentUsed: number,
  sparePercent: number,
  bytesWritten: number,
  bytesRead: number,
  mediaErrors: number,
  reallocatedSectors: number,
  limit: text,
})

/** Maximum depth of nested devices (arrays of drives and so on); no machine stacks them this deep. */
const deepest = 16

function deviceShape(depth: number): v.GenericSchema<unknown, BlockDevice> {
  return v.object({
    name: v.string(),
    number: text,
    label: text,
    type: text,
    sizeBytes: number,
    vendor: text,
    model: text,
    serial: text,
    wwn: text,
    firmware: text,
    transport: text,
    rotational: flag,
    readOnly: flag,
    removable: flag,
    scheduler: text,
    logicalBlockBytes: number,
    physicalBlockBytes: number,
    fileSystem: text,
    fileSystemLabel: text,
    fileSystemId: text,
    partitionTable: text,
    partitionTableId: text,
    mounts: v.array(v.string()),
    holders: v.array(v.string()),
    health: v.optional(healthShape),
    children: v.array(depth < deepest ? v.lazy(() => deviceShape(depth + 1)) : v.never()),
  })
}

export const devicesShape: v.GenericSchema<unknown, readonly BlockDevice[]> = v.array(deviceShape(0))
