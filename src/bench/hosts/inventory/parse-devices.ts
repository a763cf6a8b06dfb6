import type { BlockDevice, DeviceHealth } from '../../../core/results/block-device'
import { known } from './known'
import { countOf, flagOf, parseLoose, recordsOf, textOf, type LooseRecord } from './loose-json'
import { parseHealth } from './parse-health'
import { parseHolders, parseMounted, type Mounted } from './parse-mounted'
import { parseSysfs } from './parse-sysfs'
import { parseBlockFiles, parseScheduler } from './parse-system'

interface Sources {
  readonly mounted: Mounted
  readonly holders: ReadonlyMap<string, readonly string[]>
  readonly schedulers: ReadonlyMap<string, string>
  readonly firmware: ReadonlyMap<string, string>
  readonly health: ReadonlyMap<string, DeviceHealth>
  /** Devices that are still listed. */
  room: number
}

/** Devices of a machine, and levels below a drive: far more than there are, far less than a host can claim. */
const most = { devices: 10_000, levels: 32 }

/**
 * All block devices of a machine from the parts of its inventory: `lsblk -J -b` (util-linux 2.27 on) as the tree, or
 * /sys where lsblk is missing; mounts and swap from /proc; holders, scheduler, firmware and temperature from /sys; health
 * from smartctl or nvme. Undefined where neither lsblk nor /sys could be read; empty where there is no device.
 */
export function parseDevices(parts: ReadonlyMap<string, string>): readonly BlockDevice[] | undefined {
  const sources: Sources = {
    mounted: parseMounted(parts.get('mountinfo'), parts.get('swaps')),
    holders: parseHolders(parts.get('holders')),
    schedulers: parseBlockFiles(parts.get('schedulers')),
    firmware: parseBlockFiles(parts.get('firmware')),
    health: parseHealth(parts),
    room: most.devices,
  }
  const listed = parseLoose(parts.get('lsblk'))?.blockdevices ?? parseSysfs(parts.get('sysfs'))
  if (listed === undefined) return undefined
  const devices = recordsOf(listed).flatMap((node) => deviceOf(node, sources, 0) ?? [])
  // An unused loop or zram device and a card reader without a card are listed with no size.
  return devices.filter((device) => device.sizeBytes !== 0 || device.children.length > 0)
}

function deviceOf(node: LooseRecord, sources: Sources, level: number): BlockDevice | undefined {
  const shown = textOf(node.name)
  const name = textOf(node.kname) ?? shown
  if (name === undefined || level > most.levels || sources.room === 0) return undefined
  sources.room -= 1
  const number = textOf(node['maj:min'])
  const health = sources.health.get(name)
  return {
    name,
    ...known({
      number,
      label: shown === name ? undefined : shown,
      type: textOf(node.type),
      vendor: textOf(node.vendor),
      model: textOf(node.model),
      serial: textOf(node.serial),
      wwn: textOf(node.wwn),
      firmware: textOf(node.rev) ?? sources.firmware.get(name),
      transport: textOf(node.tran),
      scheduler: textOf(node.sched) ?? parseScheduler(sources.schedulers.get(name)),
      fileSystem: textOf(node.fstype),
      fileSystemLabel: textOf(node.label),
      fileSystemId: textOf(node.uuid),
      partitionTable: textOf(node.pttype),
      partitionTableId: textOf(node.ptuuid),
    }),
    ...known({
      sizeBytes: countOf(node.size),
      logicalBlockBytes: countOf(node['log-sec']),
      physicalBlockBytes: countOf(node['phy-sec']),
    }),
    ...known({
      rotational: flagOf(node.rota),
      readOnly: flagOf(node.ro),
      removable: flagOf(node.rm),
    }),
    mounts: mountsOf(node, name, number, sources.mounted),
    holders: sources.holders.get(name) ?? [],
    ...(health && { health }),
    children: recordsOf(node.children).flatMap((child) => deviceOf(child, sources, level + 1) ?? []),
  }
}

/** What the kernel says, then what lsblk says where that is more (it knows the mounts of btrfs by its own ways). */
function mountsOf(
  node: LooseRecord,
  name: string,
  number: string | undefined,
  mounted: Mounted,
): readonly string[] {
  const paths = [textOf(node.path), `/dev/${name}`, `/dev/mapper/${textOf(node.name) ?? name}`]
  const several = Array.isArray(node.mountpoints) ? node.mountpoints.map(textOf) : []
  const found = [
    ...(number === undefined ? [] : (mounted.byNumber.get(number) ?? [])),
    ...paths.flatMap((path) => (path === undefined ? [] : [...(mounted.byPath.get(path) ?? [])])),
    textOf(node.mountpoint),
    ...several,
  ]
  return [...new Set(found.filter((place) => place !== undefined))]
}
