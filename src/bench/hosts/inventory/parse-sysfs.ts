import type { LooseRecord } from './loose-json'

/** Sizes in /sys are in blocks of 512 bytes, whatever the drive has. */
const sysBlockBytes = 512

const fields: Readonly<Record<string, string>> = {
  dev: 'maj:min',
  size: 'size',
  ro: 'ro',
  removable: 'rm',
  wwid: 'wwn',
  'device/model': 'model',
  'device/vendor': 'vendor',
  'device/serial': 'serial',
  'device/rev': 'rev',
  'queue/rotational': 'rota',
  'queue/logical_block_size': 'log-sec',
  'queue/physical_block_size': 'phy-sec',
}

/** A path of an NVMe drive with several controllers: `nvme2c2n1` of `nvme2n1`. */
const hiddenPath = /^nvme\d+c\d+n\d+$/

/**
 * Drives and their partitions from `grep '' /sys/block/…`, in the shape of lsblk, for machines without it.
 * Devices of size 0 (unused loops) and hidden paths are omitted. Undefined if there is no such text.
 */
export function parseSysfs(text: string | undefined): readonly LooseRecord[] | undefined {
  if (text === undefined) return undefined
  const drives = new Map<string, Record<string, unknown>>()
  const parts = new Map<string, Map<string, Record<string, unknown>>>()
  for (const match of text.matchAll(/^\/sys\/block\/([^/]+)\/([^:]+):(.*)$/gm)) {
    const [, drive = '', file = '', content = ''] = match
    const own = fields[file]
    if (own !== undefined) {
      set(drives, drive, own, own === 'size' ? Number(content) * sysBlockBytes : content)
      continue
    }
    const [part = '', partFile = ''] = file.split('/')
    if (!part.startsWith(drive)) continue
    const ofDrive = parts.get(drive) ?? new Map<string, Record<string, unknown>>()
    parts.set(drive, ofDrive)
    if (partFile === 'dev') set(ofDrive, part, 'maj:min', content)
    if (partFile === 'size') set(ofDrive, part, 'size', Number(content) * sysBlockBytes)
  }
  return [...drives]
    .filter(([name, drive]) => drive.size !== 0 && !hiddenPath.test(name))
    .map(([name, drive]) => ({
      ...drive,
      name,
      type: typeOf(name),
      children: [...(parts.get(name) ?? [])].map(([part, facts]) => ({ ...facts, name: part, type: 'part' })),
    }))
}

function typeOf(name: string): string {
  return name.startsWith('loop') ? 'loop' : name.startsWith('sr') ? 'rom' : 'disk'
}

function set(map: Map<string, Record<string, unknown>>, name: string, key: string, value: unknown): void {
  const entry = map.get(name) ?? {}
  entry[key] = value
  map.set(name, entry)
}
