import { withDescendants, type BlockDevice } from '../../../core/results/campaign/block-device'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import { known } from './loose-json'
import type { Mount } from './parse-mount'

type Device = NonNullable<HostRecord['device']>

/**
 * The drive under a mounted file system: the root of the tree that contains the mount's source, so that a
 * partition, LVM volume or md array leads to its (first) drive. Undefined for file systems without a block
 * device (tmpfs, nfs, zfs, overlay).
 */
export function deviceUnder(devices: readonly BlockDevice[], mount: Mount | undefined): Device | undefined {
  const root =
    devices.find((device) => withDescendants(device).some((part) => isSource(part, mount?.source))) ??
    devices.find((device) => withDescendants(device).some((part) => isNumber(part, mount?.deviceNumber)))
  return root && deviceRecord(root)
}

/** A drive as stored with a campaign. */
export function deviceRecord(root: BlockDevice): Device {
  const { name, model, serial, wwn, firmware, transport, scheduler, rotational, health } = root
  const { sizeBytes, logicalBlockBytes, physicalBlockBytes } = root
  const drive = { model, serial, wwn, firmware, sizeBytes, transport, rotational, scheduler }
  return { name, ...known({ ...drive, logicalBlockBytes, physicalBlockBytes, health }) }
}

/** btrfs names its subvolume behind the device: `/dev/sda2[/home]`. */
function isSource({ name, label }: BlockDevice, source: string | undefined): boolean {
  const path = source?.replace(/\[.*\]$/, '')
  if (path?.startsWith('/dev/') !== true) return false
  return [`/dev/${name}`, ...(label === undefined ? [] : [`/dev/${label}`, `/dev/mapper/${label}`])].includes(
    path,
  )
}

function isNumber(device: BlockDevice, deviceNumber: string | undefined): boolean {
  return deviceNumber !== undefined && device.number === deviceNumber
}
