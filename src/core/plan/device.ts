/** A raw device as the guard saw it on its host. Absent parts could not be read. */
export interface DeviceFacts {
  /** Kernel's own node, e.g. `/dev/nvme0n1`; engines are given this one. */
  readonly node: string
  /** `major:minor`, the one name that every spelling of a path leads to. */
  readonly number: string
  readonly model?: string
  readonly serial?: string
  readonly wwn?: string
  readonly sizeBytes: number
  readonly logicalBlockBytes: number
  /** Id of the partition table. */
  readonly tableId?: string
  /** WWN, serial, model, size, block size and place of a partition as one text, compared right before every start. */
  readonly identity: string
  /** Boot id and the kernel's count of attached disks: tells two devices apart that carry no serial number. */
  readonly sequence: string
  /** No other device of the host carries the same WWN or serial number. */
  readonly unique: boolean
  /** File systems, partition tables and members of arrays on the device and its partitions. */
  readonly contents: readonly DeviceContent[]
  /** Parts whose content could not be read. */
  readonly unread: readonly string[]
}

/** What is on a device or one of its partitions, e.g. `ext4 "data"` on `sda1`. */
export interface DeviceContent {
  readonly name: string
  readonly text: string
}

/** Answer of the guard on one path. */
export interface GuardVerdict {
  readonly verdict: 'allowed' | 'refused'
  readonly path: string
  readonly kind: 'device' | 'folder' | 'file' | 'missing' | 'other'
  /** Stable id such as `mount` or `system-disk`; absent when allowed. */
  readonly id?: string
  /** One sentence. */
  readonly reason?: string
  /** One sentence. */
  readonly remedy?: string
  readonly device?: DeviceFacts
}
