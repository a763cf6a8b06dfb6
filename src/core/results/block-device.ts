/** A block device of a machine with everything on top of it. Absent parts could not be read. */
export interface BlockDevice {
  /** The kernel's name: `nvme0n1`, `sda1`, `dm-0`. */
  readonly name: string
  /** `major:minor`, the only name of a device with a single spelling. */
  readonly number?: string
  /** Its common name if different: `vg-root` for `dm-0`. */
  readonly label?: string
  /** `disk`, `part`, `lvm`, `raid1`, `crypt`, `loop`, `rom` … as lsblk reports. */
  readonly type?: string
  readonly sizeBytes?: number
  readonly vendor?: string
  readonly model?: string
  readonly serial?: string
  /** World-wide name: `0x5001…`, `eui.…`, `nvme.…`. */
  readonly wwn?: string
  readonly firmware?: string
  /** `nvme`, `sata`, `sas`, `usb` … */
  readonly transport?: string
  readonly rotational?: boolean
  readonly readOnly?: boolean
  readonly removable?: boolean
  readonly scheduler?: string
  readonly logicalBlockBytes?: number
  readonly physicalBlockBytes?: number
  /** What is on it: `ext4`, `LVM2_member`, `swap`. */
  readonly fileSystem?: string
  readonly fileSystemLabel?: string
  readonly fileSystemId?: string
  /** `gpt`, `dos`. */
  readonly partitionTable?: string
  readonly partitionTableId?: string
  /** Mount points; `[SWAP]` for swap space in use. */
  readonly mounts: readonly string[]
  /** Kernel names of the devices that hold it open (LVM, md, dm-crypt, bcache …). */
  readonly holders: readonly string[]
  readonly health?: DeviceHealth
  readonly children: readonly BlockDevice[]
}

/** A drive's own report: SMART of ATA and SCSI drives, the health log of NVMe drives. */
export interface DeviceHealth {
  /** The tool it was read with; `sys` if only the kernel's own sensor could be read. */
  readonly source: 'smartctl' | 'nvme' | 'sys'
  /** The drive's own verdict. */
  readonly verdict?: 'passed' | 'failed'
  /** The drive's warnings, in words; empty if there are none. */
  readonly warnings: readonly string[]
  readonly temperatureCelsius?: number
  readonly powerOnHours?: number
  readonly powerCycles?: number
  readonly unsafeShutdowns?: number
  /** Endurance used, as estimated by the drive; may be above 100. */
  readonly percentUsed?: number
  readonly sparePercent?: number
  readonly bytesWritten?: number
  readonly bytesRead?: number
  /** Blocks that could not be read or were taken out of use. */
  readonly mediaErrors?: number
  readonly reallocatedSectors?: number
  /** Why less was read than possible, e.g. "smartctl needs root." */
  readonly limit?: string
}

/** The device and everything on it, in tree order. */
export function withDescendants(device: BlockDevice): readonly BlockDevice[] {
  return [device, ...device.children.flatMap(withDescendants)]
}
