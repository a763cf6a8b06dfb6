import { afterEach, describe, expect, it } from 'vitest'
import { readGuard } from '../../../src/bench/hosts/guard/read-guard'
import { createLocalHost } from '../../../src/bench/hosts/local/local-host'
import { canMakeDevices } from './device-lab'
import { CapturedTree, type TreeDevice } from './captured-tree'

/**
 * Stacks with drivers that this kernel may lack, as sysfs shows them on a machine that has them. Mounts are `number
 * point`.
 */
const stacks: readonly {
  readonly title: string
  readonly devices: readonly TreeDevice[]
  readonly mounts?: readonly string[]
  readonly swaps?: readonly string[]
  /** Judged name → reason. */
  readonly refused: Readonly<Record<string, string>>
}[] = [
  {
    title: 'LVM on a partition, its volume mounted',
    devices: [
      { name: 'sda', number: '8:0' },
      { name: 'sda1', number: '8:1', partitionOf: 'sda' },
      { name: 'dm-0', number: '252:0', slaves: ['sda1'] },
    ],
    mounts: ['252:0 /srv'],
    refused: { sda: 'mount', sda1: 'mount', 'dm-0': 'mount' },
  },
  {
    title: 'LVM over two disks, nothing mounted',
    devices: [
      { name: 'sda', number: '8:0' },
      { name: 'sdb', number: '8:16' },
      { name: 'dm-0', number: '252:0', slaves: ['sda', 'sdb'] },
      { name: 'dm-1', number: '252:1', slaves: ['sdb'] },
    ],
    refused: { sda: 'has-holder', sdb: 'has-holder', 'dm-0': 'is-holder', 'dm-1': 'is-holder' },
  },
  {
    title: 'md RAID 1 of partitions with a mounted partition on it',
    devices: [
      { name: 'sda', number: '8:0' },
      { name: 'sda1', number: '8:1', partitionOf: 'sda' },
      { name: 'sdb', number: '8:16' },
      { name: 'sdb1', number: '8:17', partitionOf: 'sdb' },
      { name: 'md0', number: '9:0', slaves: ['sda1', 'sdb1'] },
      { name: 'md0p1', number: '259:0', partitionOf: 'md0' },
      { name: 'md0p2', number: '259:1', partitionOf: 'md0' },
    ],
    mounts: ['259:0 /data'],
    refused: { sda: 'mount', sdb1: 'mount', md0: 'mount', md0p1: 'mount', md0p2: 'is-holder' },
  },
  {
    title: 'md on whole disks whose old partitions still have nodes',
    devices: [
      { name: 'sda', number: '8:0' },
      { name: 'sda1', number: '8:1', partitionOf: 'sda' },
      { name: 'md0', number: '9:0', slaves: ['sda'] },
    ],
    refused: { sda: 'has-holder', sda1: 'has-holder' },
  },
  {
    title: 'dm-crypt with LVM in it, swap on a volume',
    devices: [
      { name: 'nvme0n1', number: '259:0' },
      { name: 'nvme0n1p3', number: '259:3', partitionOf: 'nvme0n1' },
      { name: 'dm-0', number: '252:0', slaves: ['nvme0n1p3'] },
      { name: 'dm-1', number: '252:1', slaves: ['dm-0'] },
    ],
    swaps: ['dm-1'],
    refused: { nvme0n1: 'swap', nvme0n1p3: 'swap', 'dm-0': 'swap', 'dm-1': 'swap' },
  },
  {
    title: 'multipath: two paths under one map',
    devices: [
      { name: 'sdc', number: '8:32', files: { 'device/wwid': 'naa.600a' } },
      { name: 'sdd', number: '8:48', files: { 'device/wwid': 'naa.600a' } },
      { name: 'dm-0', number: '252:0', slaves: ['sdc', 'sdd'] },
    ],
    refused: { sdc: 'has-holder', sdd: 'has-holder', 'dm-0': 'is-holder' },
  },
  {
    title: 'two paths to one drive without multipath, the other one mounted',
    devices: [
      { name: 'sdc', number: '8:32', files: { 'device/wwid': 'naa.600b' } },
      { name: 'sdd', number: '8:48', files: { 'device/wwid': 'naa.600b' } },
      { name: 'sdd1', number: '8:49', partitionOf: 'sdd' },
    ],
    mounts: ['8:49 /mnt'],
    refused: { sdc: 'other-path', sdd: 'mount' },
  },
  {
    title: 'bcache: backing and caching device',
    devices: [
      { name: 'sdb', number: '8:16' },
      { name: 'nvme0n1', number: '259:0' },
      { name: 'bcache0', number: '251:0', slaves: ['sdb', 'nvme0n1'] },
    ],
    refused: { sdb: 'has-holder', nvme0n1: 'has-holder', bcache0: 'is-holder' },
  },
  {
    title: 'a neighbour of a mounted partition where the root shows no disk, as in a container',
    devices: [
      { name: 'sda', number: '8:0' },
      { name: 'sda1', number: '8:1', partitionOf: 'sda' },
      { name: 'sda2', number: '8:2', partitionOf: 'sda' },
    ],
    mounts: ['8:1 /etc/hosts'],
    refused: { sda2: 'maybe-system-disk' },
  },
  {
    title: 'a device whose holder does not say who it is',
    devices: [{ name: 'sda', number: '8:0', files: { 'holders/zd0/uevent': '' } }],
    refused: { sda: 'has-holder' },
  },
]

describe.skipIf(!canMakeDevices())('the guard on other machines', () => {
  let tree: CapturedTree | undefined
  afterEach(() => {
    tree?.close()
  })

  it.each(stacks)('row 4: refuses $title', async ({ devices, mounts = [], swaps = [], refused }) => {
    const lines = mounts.map((mount, index) => {
      const [number = '', point = ''] = mount.split(' ')
      return `${String(30 + index)} 22 ${number} / ${point} rw,relatime shared:1 - ext4 /dev/none rw`
    })
    const current = new CapturedTree(devices, lines, swaps)
    tree = current
    for (const [name, id] of Object.entries(refused)) {
      const path = current.node(name)
      const answer = await createLocalHost().execute(current.script, { arguments: ['N', path, 'yes'] })
      expect(readGuard(new TextDecoder().decode(answer.stdout), 'N', path), name).toMatchObject({
        verdict: 'refused',
        id,
      })
    }
  })
})
