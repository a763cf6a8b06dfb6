import type { BlockDevice, DeviceHealth } from '../../../core/results/campaign/block-device'
import { formatDecimalBytes } from '../../../core/units/bytes'
import { formatCount, formatPercent } from '../../../core/units/number-format'

/** One line of the device tree. */
export interface DeviceRow {
  readonly device: BlockDevice
  /** Depth in the tree, from 0. */
  readonly depth: number
  /** Its parent device, for people who cannot see the indentation. */
  readonly on: string | undefined
}

/** The tree from the drives up, one row each. A device on several drives is listed under each of them. */
export function deviceRows(devices: readonly BlockDevice[], depth = 0, on?: string): readonly DeviceRow[] {
  return devices.flatMap((device) => [
    { device, depth, on },
    ...deviceRows(device.children, depth + 1, device.label ?? device.name),
  ])
}

/** The image of a snap or another packaged program: a loop device nobody would measure. */
export function isPackedImage({ type, fileSystem }: BlockDevice): boolean {
  return type === 'loop' && fileSystem === 'squashfs'
}

const kinds: Readonly<Record<string, string>> = {
  part: 'partition',
  lvm: 'LVM volume',
  crypt: 'encrypted volume',
  mpath: 'multipath',
  loop: 'loop device',
  rom: 'optical drive',
  dm: 'device mapper',
}

/** What kind of thing a device is: `NVMe SSD`, `SATA HDD`, `partition`, `RAID 1`. */
export function kindOf({ type, transport, rotational }: BlockDevice): string {
  const raid = /^raid(\d+)$/.exec(type ?? '')
  if (raid) return `RAID ${raid[1] ?? ''}`
  if (type !== undefined && type !== 'disk') return kinds[type] ?? type
  const bus = transport === 'nvme' ? 'NVMe' : (transport?.toUpperCase() ?? '')
  // A virtual drive reports that it rotates, whatever is beneath it.
  const media = transport === undefined ? 'drive' : rotational === true ? 'HDD' : 'SSD'
  return `${bus} ${media}`.trim()
}

/** What is on it: `ext4 “data”`, `LVM2 member`, `GPT partition table`. Empty if nothing was found. */
export function contentOf({ fileSystem, fileSystemLabel, partitionTable, children }: BlockDevice): string {
  if (fileSystem !== undefined) {
    const name = fileSystem.replaceAll('_', ' ')
    return fileSystemLabel === undefined ? name : `${name} “${fileSystemLabel}”`
  }
  if (partitionTable !== undefined) return `${partitionTable.toUpperCase()} partition table`
  return children.some((child) => child.type === 'part') ? 'partitions' : ''
}

/** Its use: where it is mounted, what holds it, in familiar terms. Empty if the device is free. */
export function useOf({ mounts, holders, readOnly, children }: BlockDevice): string {
  const places = mounts.map((place) => (place === '[SWAP]' ? 'swap' : place))
  const names = holders.map((name) => children.find((child) => child.name === name)?.label ?? name)
  const held = names.length === 0 ? [] : [`held by ${names.join(', ')}`]
  return [...places, ...held, ...(readOnly === true ? ['read-only'] : [])].join(' · ')
}

/** Health, short enough for a table: `41 °C · 2 % used`. */
export function healthLine(health: DeviceHealth | undefined): string {
  if (!health) return ''
  const words = [
    health.verdict === 'failed' ? 'FAILED' : undefined,
    health.temperatureCelsius === undefined ? undefined : `${formatCount(health.temperatureCelsius)} °C`,
    health.percentUsed === undefined ? undefined : `${formatPercent(health.percentUsed)} used`,
  ].filter((word) => word !== undefined)
  if (words.length > 0) return words.join(' · ')
  return health.verdict === 'passed' ? 'passed' : health.limit === undefined ? '' : 'not read'
}

/** Worth attention before anything is measured. */
export function isAiling(health: DeviceHealth | undefined): boolean {
  return health !== undefined && (health.verdict === 'failed' || health.warnings.length > 0)
}

/** Everything known about a drive's health, one item per line. */
export function healthDetails(health: DeviceHealth): readonly string[] {
  const counted = (value: number | undefined, what: string) =>
    value === undefined ? undefined : `${formatCount(value)} ${what}`
  const lines = [
    health.verdict === undefined ? undefined : `SMART ${health.verdict}`,
    ...health.warnings,
    counted(health.powerOnHours, 'hours on'),
    counted(health.powerCycles, 'power cycles'),
    counted(health.unsafeShutdowns, 'unsafe shutdowns'),
    health.percentUsed === undefined
      ? undefined
      : `${formatPercent(health.percentUsed)} of its endurance used`,
    health.sparePercent === undefined ? undefined : `${formatPercent(health.sparePercent)} spare left`,
    health.bytesWritten === undefined
      ? undefined
      : `${formatDecimalBytes(health.bytesWritten)} written in its life`,
    health.bytesRead === undefined ? undefined : `${formatDecimalBytes(health.bytesRead)} read in its life`,
    counted(health.mediaErrors, 'media errors'),
    counted(health.reallocatedSectors, 'reallocated sectors'),
    health.limit,
    health.source === 'sys' ? 'Temperature from the kernel’s sensor' : `Read with ${health.source}`,
  ]
  return lines.filter((line) => line !== undefined)
}
