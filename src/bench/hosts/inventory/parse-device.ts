import type { HostRecord } from '../../../core/contract/review'
import { countOf, flagOf, parseLoose, recordsOf, textOf, type LooseRecord } from './loose-json'
import type { Mount } from './parse-mount'
import { parseBlockFiles, parseScheduler } from './parse-system'

type Device = NonNullable<HostRecord['device']>

/**
 * The drive that holds a mounted file system, from `lsblk -J -b` (util-linux): the root of the tree in which the mount's
 * source stands, so that a partition, LVM volume or md array leads to its (first) drive. Undefined for file systems
 * without a block device (tmpfs, nfs, zfs, overlay). Scheduler and firmware that lsblk leaves out come from /sys.
 */
export function parseDevice(
  sources: { lsblk?: string | undefined; schedulers?: string | undefined; firmware?: string | undefined },
  mount: Mount | undefined,
): Device | undefined {
  const roots = recordsOf(parseLoose(sources.lsblk)?.blockdevices)
  const root =
    roots.find((node) => inTree(node, (part) => isSource(part, mount?.source))) ??
    roots.find((node) => inTree(node, (part) => isNumber(part, mount?.deviceNumber)))
  if (!root) return undefined
  const name = textOf(root.kname) ?? textOf(root.name)
  if (name === undefined) return undefined
  const text = {
    model: textOf(root.model),
    serial: textOf(root.serial),
    firmware: textOf(root.rev) ?? parseBlockFiles(sources.firmware).get(name),
    transport: textOf(root.tran),
    scheduler: textOf(root.sched) ?? parseScheduler(parseBlockFiles(sources.schedulers).get(name)),
  }
  const numbers = {
    sizeBytes: countOf(root.size),
    logicalBlockBytes: countOf(root['log-sec']),
    physicalBlockBytes: countOf(root['phy-sec']),
  }
  return { name, ...known(text), ...known(numbers), ...known({ rotational: flagOf(root.rota) }) }
}

function inTree(node: LooseRecord, matches: (part: LooseRecord) => boolean): boolean {
  return matches(node) || recordsOf(node.children).some((child) => inTree(child, matches))
}

/** btrfs names its subvolume behind the device: `/dev/sda2[/home]`. */
function isSource(node: LooseRecord, source: string | undefined): boolean {
  const path = source?.replace(/\[.*\]$/, '')
  if (path?.startsWith('/dev/') !== true) return false
  const name = textOf(node.name) ?? ''
  return [
    textOf(node.path),
    `/dev/${name}`,
    `/dev/${textOf(node.kname) ?? ''}`,
    `/dev/mapper/${name}`,
  ].includes(path)
}

function isNumber(node: LooseRecord, deviceNumber: string | undefined): boolean {
  return deviceNumber !== undefined && textOf(node['maj:min']) === deviceNumber
}

function known<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
