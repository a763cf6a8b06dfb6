import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { guardScript } from '../../../src/bench/hosts/guard/guard-script'
import { tool } from './device-lab'

/** A device in a tree as /sys shows it: kernel name, number, and its relations to others. */
export interface TreeDevice {
  readonly name: string
  readonly number: string
  readonly partitionOf?: string
  readonly slaves?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
}

/**
 * /sys, /proc and /dev of a machine with drivers that this one lacks, arranged as the kernel arranges them
 * (Documentation/ABI/testing/sysfs-block and procfs), with real nodes for the numbers.
 */
export class CapturedTree {
  readonly folder = mkdtempSync(join(tmpdir(), 'benchwright-tree-'))
  readonly script: string

  /** `mounts`: lines of mountinfo. `swaps`: names of devices. */
  constructor(devices: readonly TreeDevice[], mounts: readonly string[], swaps: readonly string[]) {
    for (const device of devices) this.#add(device, devices)
    this.#file('proc/self/mountinfo', `22 1 0:99 / / rw - tmpfs none rw\n${mounts.join('\n')}\n`)
    const swapLines = swaps.map((name) => `${this.node(name)} partition 1024 0 -2`)
    this.#file('proc/swaps', ['Filename Type Size Used Priority', ...swapLines].join('\n'))
    this.script = ['sys', 'proc', 'dev'].reduce((script, root) => {
      const line = `bw_${root}=/${root}\n`
      if (!script.includes(line)) throw new Error(`The guard has no line ${line}`)
      return script.replace(line, `bw_${root}='${join(this.folder, root)}'\n`)
    }, guardScript)
  }

  node(name: string): string {
    return join(this.folder, 'dev', name)
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #add(device: TreeDevice, all: readonly TreeDevice[]): void {
    const place = this.#place(device, all)
    this.#file(`${place}/dev`, device.number)
    this.#file(`${place}/uevent`, `MAJOR=1\nDEVNAME=${device.name}`)
    this.#file(`${place}/size`, '204800')
    this.#file(`${place}/ro`, '0')
    for (const [name, text] of Object.entries(device.files ?? {})) this.#file(`${place}/${name}`, text)
    if (device.partitionOf !== undefined) this.#file(`${place}/partition`, '1')
    for (const folder of ['holders', 'slaves'])
      mkdirSync(join(this.folder, place, folder), { recursive: true })
    this.#link(`sys/dev/block/${device.number}`, place)
    if (device.partitionOf === undefined) this.#link(`sys/block/${device.name}`, place)
    for (const slave of device.slaves ?? []) {
      const under = all.find(({ name }) => name === slave)
      if (!under) throw new Error(`${slave} is not in the tree.`)
      this.#link(`${place}/slaves/${slave}`, this.#place(under, all))
      this.#link(`${this.#place(under, all)}/holders/${device.name}`, place)
    }
    const [major = '', minor = ''] = device.number.split(':')
    mkdirSync(join(this.folder, 'dev'), { recursive: true })
    tool('mknod', this.node(device.name), 'b', major, minor)
  }

  #place({ name, partitionOf }: TreeDevice, all: readonly TreeDevice[]): string {
    if (partitionOf === undefined) return `sys/devices/${name}`
    const disk = all.find((one) => one.name === partitionOf)
    if (!disk) throw new Error(`${partitionOf} is not in the tree.`)
    return `${this.#place(disk, all)}/${name}`
  }

  #file(name: string, text: string): void {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${text}\n`)
  }

  #link(name: string, to: string): void {
    const path = join(this.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(this.folder, to), path)
  }
}
