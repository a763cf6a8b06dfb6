import * as v from 'valibot'
import type { Immutable } from '../../plan/plan'

/** What is known of devices, as it is stored with a campaign and checked whenever it is read. Absent parts could not be read. */
const number = v.optional(v.pipe(v.number(), v.finite()))
const text = v.optional(v.string())
const flag = v.optional(v.boolean())

/** A drive's own report: SMART of ATA and SCSI drives, the health log of NVMe drives. */
export const deviceHealthShape = v.object({
  /** The tool it was read with; `sys` if only the kernel's own sensor could be read. */
  source: v.picklist(['smartctl', 'nvme', 'sys']),
  /** The drive's own verdict. */
  verdict: v.optional(v.picklist(['passed', 'failed'])),
  /** The drive's warnings, in words; empty if there are none. */
  warnings: v.array(v.string()),
  temperatureCelsius: number,
  powerOnHours: number,
  powerCycles: number,
  unsafeShutdowns: number,
  /** Endurance used, as estimated by the drive; may be above 100. */
  percentUsed: number,
  sparePercent: number,
  bytesWritten: number,
  bytesRead: number,
  /** The same in units of the drive's own, where only those are known: `Total_LBAs_Written` counts sectors on some drives and 32 MiB on others. */
  unitsWritten: number,
  unitsRead: number,
  /** Blocks that could not be read or were taken out of use. */
  mediaErrors: number,
  reallocatedSectors: number,
  /** Why less was read than possible, e.g. "smartctl needs root." */
  limit: text,
})
export type DeviceHealth = Immutable<v.InferOutput<typeof deviceHealthShape>>

const own = {
  /** The kernel's name: `nvme0n1`, `sda1`, `dm-0`. */
  name: v.string(),
  /** `major:minor`, the only name of a device with a single spelling. */
  number: text,
  /** Its common name if different: `vg-root` for `dm-0`. */
  label: text,
  /** `disk`, `part`, `lvm`, `raid1`, `crypt`, `loop`, `rom` … as lsblk reports. */
  type: text,
  sizeBytes: number,
  vendor: text,
  model: text,
  serial: text,
  /** World-wide name: `0x5001…`, `eui.…`, `nvme.…`. */
  wwn: text,
  firmware: text,
  /** `nvme`, `sata`, `sas`, `usb` … */
  transport: text,
  rotational: flag,
  readOnly: flag,
  removable: flag,
  scheduler: text,
  logicalBlockBytes: number,
  physicalBlockBytes: number,
  /** What is on it: `ext4`, `LVM2_member`, `swap`. */
  fileSystem: text,
  fileSystemLabel: text,
  fileSystemId: text,
  /** `gpt`, `dos`. */
  partitionTable: text,
  partitionTableId: text,
  /** Mount points; `[SWAP]` for swap space in use. */
  mounts: v.array(v.string()),
  /** Kernel names of the devices that hold it open (LVM, md, dm-crypt, bcache …). */
  holders: v.array(v.string()),
  health: v.optional(deviceHealthShape),
}
const ownShape = v.object(own)

/** A block device of a machine with everything on top of it. */
export interface BlockDevice extends Immutable<v.InferOutput<typeof ownShape>> {
  readonly children: readonly BlockDevice[]
}

/** Maximum depth of nested devices (arrays of drives and so on); no machine stacks them this deep. */
const deepest = 16

function deviceShape(depth: number): v.GenericSchema<unknown, BlockDevice> {
  const child = depth < deepest ? v.lazy(() => deviceShape(depth + 1)) : v.never()
  return v.object({ ...own, children: v.array(child) })
}

export const blockDevicesShape = v.array(deviceShape(0))

/** The device and everything on it, in tree order. */
export function withDescendants(device: BlockDevice): readonly BlockDevice[] {
  return [device, ...device.children.flatMap(withDescendants)]
}
