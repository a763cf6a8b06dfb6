import { textOf } from './loose-json'

/** Where block devices are in use, by `major:minor`, and by path where the file system made up a number of its own. */
export interface Mounted {
  readonly byNumber: ReadonlyMap<string, ReadonlySet<string>>
  readonly byPath: ReadonlyMap<string, ReadonlySet<string>>
}

/** Of one device: far more than are shown, and a list that many devices claim stays small. */
const mostMounts = 200

/**
 * /proc/self/mountinfo (proc(5)): id, parent, major:minor, root, mount point, options, optional fields, `-`, type, source,
 * and /proc/swaps. btrfs and others give their mounts made-up numbers `0:n`; their source names the device.
 */
export function parseMounted(mountinfo: string | undefined, swaps: string | undefined): Mounted {
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

/** Blanks, tabs, newlines and backslashes stand as octal numbers. */
function plainPath(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)))
}

/** `ls -d /sys/class/block/NAME/holders/HOLDER` for all: kernel names of the holders, by kernel name of what they hold. */
export function parseHolders(text: string | undefined): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>()
  for (const match of (text ?? '').matchAll(/^\/sys\/class\/block\/([^/]+)\/holders\/([^/*\n]+)$/gm)) {
    const [, name = '', holder = ''] = match
    const known = holders.get(name)
    if (known) known.push(holder)
    else holders.set(name, [holder])
  }
  return holders
}
