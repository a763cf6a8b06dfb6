import { withDescendants, type BlockDevice } from '../../../../core/results/campaign/block-device'
import { formatBytes } from '../../../../core/units/bytes'

/** One line of the device tree. */
export interface DeviceRow {
  readonly path: string
  readonly depth: number
  readonly name: string
  /** Model, serial number. */
  readonly facts: string
  readonly size: string
  /** What is on it, in a few words; empty if nothing is known. */
  readonly content: string
  /** Why it cannot be chosen; undefined if nothing in the list rules it out. The guard has the last word. */
  readonly busy: string | undefined
}

const systemPlaces = ['/', '/boot', '/boot/efi', '/efi', '/usr', '/var']
const ownKinds = ['disk', 'part', 'loop', undefined]

/** The device tree of a machine in the order it is shown, each drive with what is on it below. */
export function deviceRows(devices: readonly BlockDevice[]): readonly DeviceRow[] {
  return devices.flatMap((drive) => {
    const holdsSystem = withDescendants(drive).some(({ mounts }) =>
      mounts.some((at) => systemPlaces.includes(at)),
    )
    return rowsOf(drive, 0, holdsSystem ? 'The system is on this disk.' : undefined)
  })
}

function rowsOf(device: BlockDevice, depth: number, above: string | undefined): readonly DeviceRow[] {
  const busy = above ?? reasonOf(device)
  const own = ownUse(device)
  const row: DeviceRow = {
    path: `/dev/${device.name}`,
    depth,
    name: device.label ?? device.name,
    facts: [device.model, device.serial].filter(Boolean).join(' · '),
    size: device.sizeBytes === undefined ? '' : formatBytes(device.sizeBytes),
    content: contentOf(device),
    busy,
  }
  const below = above ?? (own === undefined ? undefined : `Its disk is in use: ${own}`)
  return [row, ...device.children.flatMap((child) => rowsOf(child, depth + 1, below))]
}

function reasonOf(device: BlockDevice): string | undefined {
  if (!ownKinds.includes(device.type)) return 'It is built on other devices.'
  for (const part of withDescendants(device)) {
    const use = ownUse(part)
    if (use !== undefined) return use
  }
  return device.readOnly === true ? 'It is read-only.' : undefined
}

function ownUse({ name, mounts, holders }: BlockDevice): string | undefined {
  const [mount] = mounts
  if (mount === '[SWAP]') return `${name} is swap.`
  if (mount !== undefined) return `${name} is mounted on ${mount}.`
  return holders.length > 0 ? `${name} is used by ${holders.join(', ')}.` : undefined
}

function contentOf({ fileSystem, fileSystemLabel, partitionTable, children }: BlockDevice): string {
  if (fileSystem !== undefined)
    return fileSystemLabel === undefined ? fileSystem : `${fileSystem} “${fileSystemLabel}”`
  const parts = children.filter(({ type }) => type === 'part').length
  if (parts > 0) return `${String(parts)} ${parts === 1 ? 'partition' : 'partitions'}`
  return partitionTable ?? ''
}
