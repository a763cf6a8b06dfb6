import type { BlockDevice, DeviceHealth } from '../../../core/results/campaign/block-device'
import { sensedCelsius } from '../../../core/units/temperature'
import { known, countOf, flagOf, parseLoose, recordsOf, textOf, type LooseRecord } from './loose-json'
import { parseSysfs } from './parse-sysfs'
import { parseBlockFiles, parseScheduler } from './parse-system'
import { readNvme } from './read-nvme'
import { readSmartctl } from './read-smartctl'

interface Sources {
  readonly mounted: Mounted
  readonly holders: ReadonlyMap<string, readonly string[]>
  readonly schedulers: ReadonlyMap<string, string>
  readonly firmware: ReadonlyMap<string, string>
  readonly health: ReadonlyMap<string, DeviceHealth>
  /** How many more devices may be listed. */
  room: number
}

/**
 * Limits on the devices of a machine and the levels below a drive: far more than exist, far less than a host
 * could claim.
 */
const most = { devices: 10_000, levels: 32 }

/**
 * All block devices of a machine from the parts of its inventory: `lsblk -J -b` (from util-linux 2.27) as the
 * tree, or /sys if lsblk is missing; mounts and swap from /proc; holders, scheduler, firmware and temperature
 * from /sys; health from smartctl or nvme. Undefined if neither lsblk nor /sys could be read; empty if there
 * is no device.
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
  // An unused loop or zram device and a card reader without a card are listed with size 0.
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

/**
 * The mounts that the kernel lists, then those that only lsblk lists (it finds the mounts of btrfs in its own
 * way).
 */
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

/** Where block devices are in use, by `major:minor`, or by path if the file system has a made-up number. */
interface Mounted {
  readonly byNumber: ReadonlyMap<string, ReadonlySet<string>>
  readonly byPath: ReadonlyMap<string, ReadonlySet<string>>
}

/** Limit for one device: far more than are shown, and a list that many devices claim stays small. */
const mostMounts = 200

/**
 * /proc/self/mountinfo (proc(5)): id, parent, major:minor, root, mount point, options, optional fields, `-`, type, source,
 * and /proc/swaps. btrfs and others give their mounts made-up numbers `0:n`; their source names the device.
 */
function parseMounted(mountinfo: string | undefined, swaps: string | undefined): Mounted {
  const byNumber = new Map<string, Set<string>>()
  const byPath = new Map<string, Set<string>>()
  const add = (map: Map<string, Set<string>>, key: string, place: string) => {
    const places = map.get(key) ?? new Set()
    if (places.size < mostMounts) map.set(key, places.add(place))
  }
  for (const line of (mountinfo ?? '').split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const [, , number, , point] = before.split(' ')
    const source = after.split(' ')[1]
    if (number === undefined || point === undefined) continue
    if (!number.startsWith('0:')) add(byNumber, number, plainPath(point))
    else if (source?.startsWith('/dev/') === true) add(byPath, plainPath(source), plainPath(point))
  }
  for (const line of (swaps ?? '').split('\n').slice(1)) {
    const path = textOf(line.split(/\s+/)[0])
    if (path?.startsWith('/dev/') === true) add(byPath, plainPath(path), '[SWAP]')
  }
  return { byNumber, byPath }
}

/** Blanks, tabs, newlines and backslashes are written as octal numbers. */
function plainPath(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)))
}

/**
 * Output of `ls -d /sys/class/block/NAME/holders/HOLDER` for all: kernel names of the holders, by kernel name
 * of the held device.
 */
function parseHolders(text: string | undefined): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>()
  for (const match of (text ?? '').matchAll(/^\/sys\/class\/block\/([^/]+)\/holders\/([^/*\n]+)$/gm)) {
    const [, name = '', holder = ''] = match
    const known = holders.get(name)
    if (known) known.push(holder)
    else holders.set(name, [holder])
  }
  return holders
}

/**
 * Health of each drive by kernel name, from the parts `smartctl NAME` and `nvme NAME` of an inventory, with
 * the kernel's own sensor (/sys, in thousandths of a degree) if neither tool printed a temperature.
 */
export function parseHealth(parts: ReadonlyMap<string, string>): ReadonlyMap<string, DeviceHealth> {
  const found = new Map<string, DeviceHealth>()
  for (const [part, text] of parts) {
    const [tool, name = ''] = part.split(' ')
    const answer = parseLoose(text)
    if (tool === 'smartctl') {
      const health = answer ? readSmartctl(answer) : { ...nothing, limit: tooOld }
      if (health) found.set(name, health)
    } else if (tool === 'nvme' && answer) {
      found.set(name, readNvme(answer))
    }
  }
  for (const [name, celsius] of sensors(parts.get('temperatures'))) {
    const health = found.get(name)
    if (health?.temperatureCelsius !== undefined) continue
    found.set(name, { ...(health ?? { source: 'sys', warnings: [] }), temperatureCelsius: celsius })
  }
  return found
}

const nothing = { source: 'smartctl', warnings: [] } as const
const tooOld = 'smartctl answered without JSON; version 7.0 or newer is needed.'

function sensors(text: string | undefined): ReadonlyMap<string, number> {
  const celsius = new Map<string, number>()
  for (const match of (text ?? '').matchAll(/^\/sys\/block\/([^/]+)\/[^:]+:(-?\d+)\s*$/gm)) {
    const [, place = '', thousandths = ''] = match
    // An NVMe drive with several controllers has its sensor under its hidden paths: nvme2c2n1 is a path of nvme2n1.
    const name = place.replace(/^(nvme\d+)c\d+(n\d+)$/, '$1$2')
    const sensed = sensedCelsius(Math.round(Number(thousandths) / 100) / 10)
    if (sensed !== undefined && !celsius.has(name)) celsius.set(name, sensed)
  }
  return celsius
}
