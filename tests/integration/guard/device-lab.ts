import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startTimeOfStat } from '../../../src/bench/hosts/local/wait-for-local-run'

/** Runs a program and returns its output; throws with its error message. */
export function tool(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** True if this machine lets this user create loop devices. */
export function canMakeDevices(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    tool('losetup', '-f')
    return true
  } catch {
    return false
  }
}

/** True if a program is installed. */
export function hasTool(program: string): boolean {
  try {
    tool('sh', '-c', `command -v ${program}`)
    return true
  } catch {
    return false
  }
}

/** The page of signature, size and identity that mkswap writes. */
const swapHeaderBytes = 4096

/**
 * Loop devices, file systems and nodes of one test; `close` removes them all, last created first. What labs of killed
 * tests left is removed by the next one.
 */
export class DeviceLab {
  readonly folder: string
  readonly #undo: (() => void)[] = []
  readonly #images: string[] = []
  readonly #imageOf = new Map<string, string>()
  readonly #swapped = new Set<string>()
  #count = 0

  /** `owner`: pid of the process that it belongs to. */
  constructor(owner = process.pid) {
    removeLeftovers()
    this.folder = mkdtempSync(join(tmpdir(), `benchwright-devices-${String(owner)}.${startOf(owner) ?? ''}-`))
  }

  /** An unused path in the lab's folder. */
  path(name: string): string {
    this.#count += 1
    return join(this.folder, `${String(this.#count)}-${name}`)
  }

  /** An empty image of this many MiB. */
  image(mebibytes = 16): string {
    const path = this.path('image')
    const file = openSync(path, 'wx')
    ftruncateSync(file, mebibytes * 1024 * 1024)
    closeSync(file)
    this.#images.push(path)
    return path
  }

  /** A loop device on a file or device, by default on its own image; with partitions on request. */
  loop(on: string = this.image(), ...options: readonly string[]): string {
    const device = tool('losetup', '-f', '--show', ...options, on)
    this.#imageOf.set(device, on)
    this.later(() => tool('losetup', '-d', device))
    return device
  }

  /**
   * Puts another image behind a loop device. Whoever has it open still delays the end of the first, and is waited for.
   */
  attach(device: string, image: string, ...options: readonly string[]): void {
    tool('losetup', '-d', device)
    const wait = 'while [ -e "$1/loop/backing_file" ]; do sleep 0.02; done'
    tool('timeout', '60', 'sh', '-c', wait, 'sh', `/sys/block/${basename(device)}`)
    tool('losetup', ...options, device, image)
  }

  /** A disk of two partitions of 6 MiB; the kernel is told of them, because it may support no partition table. */
  disk(): { readonly disk: string; readonly first: string; readonly second: string } {
    const disk = this.loop(this.image(), '-P')
    for (const [index, start] of [4096, 16384].entries()) {
      const number = String(index + 1)
      tool('addpart', disk, number, String(start), String(12 * 1024))
      this.later(() => tool('delpart', disk, number))
    }
    return { disk, first: `${disk}p1`, second: `${disk}p2` }
  }

  /** Makes an ext4 and mounts it; returns the mount point. */
  mounted(device: string, ...options: readonly string[]): string {
    ext4(device)
    return this.mount(device, ...options)
  }

  mount(device: string, ...options: readonly string[]): string {
    const point = this.path('mount point')
    mkdirSync(point)
    tool('mount', ...options, device, point)
    this.later(() => tool('umount', point))
    return point
  }

  swap(device: string): void {
    tool('mkswap', '-q', device)
    tool('swapon', device)
    this.#swapped.add(this.#imageOf.get(device) ?? device)
    this.later(() => tool('swapoff', device))
  }

  /** Another node with the same number. */
  node(device: string): string {
    const path = this.path('node')
    const [major = '', minor = ''] = tool('stat', '-L', '-c', '%t %T', device).split(' ')
    tool('mknod', path, 'b', String(Number.parseInt(major, 16)), String(Number.parseInt(minor, 16)))
    return path
  }

  link(to: string, name = 'link'): string {
    const path = this.path(name)
    symlinkSync(to, path)
    return path
  }

  /** Something to undo at the end. */
  later(undo: () => void): void {
    this.#undo.push(undo)
  }

  /** SHA-256 of every image, after all pending writes; of swap its header, because the kernel writes the rest. */
  checksums(): readonly string[] {
    tool('sync')
    return this.#images.map((path) => {
      const content = readFileSync(path)
      const still = this.#swapped.has(path) ? content.subarray(0, swapHeaderBytes) : content
      return createHash('sha256').update(still).digest('hex')
    })
  }

  /** Removes everything, even if some of it fails, so that a later attempt finds nothing of this one. */
  close(): void {
    const failures: unknown[] = []
    for (const undo of this.#undo.splice(0).reverse()) {
      try {
        undo()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Removes what labs of processes that are gone left on this machine, because it changes what the guard says of other
 * devices. Other test runs may be doing the same, so failures are left to the tests.
 */
function removeLeftovers(): void {
  const attempt = (...words: readonly [string, ...string[]]) => {
    try {
      tool(...words)
    } catch {
      // Already gone, or still in use.
    }
  }
  const loops = leftLoops()
  const folders = [...loops.values(), ...readdirSync(tmpdir()).map((name) => join(tmpdir(), name))]
  const isOf = (node: string) => loops.has(diskOf(node))
  for (const [node = ''] of fieldsOf('/proc/swaps')) if (isOf(node)) attempt('swapoff', node)
  for (const fields of fieldsOf('/proc/self/mountinfo').reverse()) {
    const [point = '', source = ''] = [fields[4], fields[fields.indexOf('-') + 2]]
    if (leftFolder(point) === undefined && !isOf(source)) continue
    folders.push(point)
    attempt('umount', point)
  }
  for (const loop of [...loops.keys()].reverse()) {
    const name = basename(loop)
    for (const part of readdirSync(`/sys/block/${name}`))
      if (part.startsWith(`${name}p`)) attempt('delpart', loop, part.slice(name.length + 1))
    attempt('losetup', '-d', loop)
  }
  for (const path of new Set(folders.map(leftFolder)))
    if (path !== undefined) attempt('rm', '-rf', '--one-file-system', '--', path)
}

/** Loop devices on images of such labs, with what they are on, each before those on it. */
function leftLoops(): ReadonlyMap<string, string> {
  const backing = readdirSync('/sys/block')
    .filter((name) => name.startsWith('loop'))
    .map((name) => [`/dev/${name}`, contentOf(`/sys/block/${name}/loop/backing_file`).trimEnd()] as const)
  const left = new Map<string, string>()
  for (let known = -1; known < left.size;) {
    known = left.size
    for (const [loop, on] of backing)
      if (leftFolder(on) !== undefined || left.has(diskOf(on))) left.set(loop, on)
  }
  return left
}

/** A partition's loop device; any other node is returned as it is. */
function diskOf(node: string): string {
  return node.replace(/(?<=\d)p\d+$/, '')
}

/** The folder of the lab that the path is in, if its process is gone. */
function leftFolder(path: string): string | undefined {
  const [, folder, pid, start] = /^(.*\/benchwright-devices-(\d+)\.(\d+)-[^/]*)/.exec(path) ?? []
  return startOf(Number(pid)) === start ? undefined : folder
}

function startOf(pid: number): string | undefined {
  return startTimeOfStat(contentOf(`/proc/${String(pid)}/stat`))
}

/** The fields of each line, in which the kernel writes blanks as octal numbers. */
function fieldsOf(path: string): string[][] {
  const plain = (field: string) =>
    field.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
  return contentOf(path)
    .split('\n')
    .map((line) => line.split(/[ \t]+/).map(plain))
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** An ext4 that writes nothing by itself later. */
export function ext4(device: string, ...options: readonly string[]): void {
  tool('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', ...options, device)
}

/** Spellings of one device. */
export function spellings(lab: DeviceLab, device: string): Readonly<Record<string, string>> {
  const name = basename(device)
  return {
    'the kernel name': device,
    'a symbolic link': lab.link(device),
    'a link to a link': lab.link(lab.link(device)),
    'a link as in by-path, with colons': lab.link(device, 'pci-0000:00:1f.2-ata-1'),
    'a link with blanks, quotes and a line break': lab.link(device, `a 'b" $(id)\n;c`),
    '/dev/./': `/dev/./${name}`,
    'doubled slashes': `//dev//${name}`,
    '..': `/dev/../dev/${name}`,
    'another node': lab.node(device),
    'a link to another node': lab.link(lab.node(device)),
    'the root of a process': `/proc/self/root/dev/${name}`,
  }
}
