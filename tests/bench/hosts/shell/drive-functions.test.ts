import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shells } from '../../runner/shells'
import { temporaryFolder } from '../../store/sample-review'

/** Block devices as /sys lays them out: files by path below /sys/devices, and the number of those that have one. */
const tree: Readonly<
  Record<string, { readonly number?: string; readonly files: Readonly<Record<string, string>> }>
> = {
  'pci/ata1/sda': { number: '8:0', files: { 'queue/iostats': '1', 'device/model': 'A' } },
  'pci/ata1/sda/sda1': { number: '8:1', files: { partition: '1' } },
  'pci/ata2/sdb': { number: '8:16', files: { 'queue/iostats': '0', 'device/model': 'B' } },
  'virtual/md0': {
    number: '9:0',
    files: {
      ...{ 'md/level': 'raid1', 'md/raid_disks': '2', 'md/degraded': '0', 'md/layout': '0' },
      ...{ 'slaves/sda1/x': '', 'slaves/sdb/x': '', 'queue/iostats': '1' },
    },
  },
  'virtual/dm-3': {
    number: '253:3',
    files: { 'dm/uuid': 'CRYPT-LUKS2-0123-a name', 'slaves/md0/x': '', 'queue/iostats': '1' },
  },
  // As Linux 6.1 shows an NVMe drive with native multipath: the path has neither a number nor a node.
  'virtual/nvme-subsys2/nvme2n1': { number: '259:2', files: { 'queue/iostats': '1', 'device/model': 'C' } },
  'virtual/nvme-subsys2/nvme2n1/nvme2n1p1': { number: '259:3', files: { partition: '1' } },
  'pci/nvme2/nvme2c2n1': { files: { 'queue/iostats': '1', 'device/model': 'C' } },
  'pci/nvme2/nvme2c2n11': { files: { 'queue/iostats': '1', 'device/model': 'C' } },
  'pci/nvme1/nvme1n1': {
    number: '259:1',
    files: { 'queue/iostats': '1', 'device/model': 'D', 'queue/dax': '1' },
  },
  'virtual/zram0': { number: '252:0', files: { 'queue/iostats': '1' } },
}

function sysFolder(): string {
  const sys = temporaryFolder()
  mkdirSync(join(sys, 'class/block'), { recursive: true })
  mkdirSync(join(sys, 'dev/block'), { recursive: true })
  for (const [path, { number, files }] of Object.entries(tree)) {
    const folder = join(sys, 'devices', path)
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), `${content}\n`)
    }
    symlinkSync(folder, join(sys, 'class/block', path.slice(path.lastIndexOf('/') + 1)))
    if (number !== undefined) symlinkSync(folder, join(sys, 'dev/block', number))
  }
  return sys
}

const functions = readFileSync('src/bench/hosts/shell/drive-functions.sh', 'utf8')

describe.each(shells)('the devices under a target, under $name', ({ name, path }) => {
  const found = (call: string) => {
    const script = `bw_sys='${sysFolder()}'\n${functions}\n${call}\nfor one in $bw_drives; do bw_describe "$one"; echo "$bw_told"; done`
    const shell = name === 'busybox' ? ['sh', '-c', script] : ['-c', script]
    return execFileSync(path, shell, { encoding: 'utf8' }).trim().split('\n')
  }

  it('of an encrypted mirror are the array and its members, down to the drives', () => {
    expect(found('bw_add_number 253:3')).toEqual([
      'dm-3 dm md0 1 CRYPT-LUKS2-0123-a',
      'md0 md sda1,sdb 1 raid1 2 0 0',
      'sda1 partition sda 1',
      'sda drive - 1',
      'sdb drive - 0',
    ])
  })

  it('of an NVMe drive with several controllers include its hidden paths, which alone have counters', () => {
    expect(found('bw_add_number 259:3')).toEqual([
      'nvme2n1p1 partition nvme2n1 1',
      'nvme2n1 head nvme2c2n1 1',
      'nvme2c2n1 path - 1',
    ])
  })

  it('are told from what is no drive, and from drives that may be mapped', () => {
    expect(
      found('bw_add_device nvme1n1; bw_add_device zram0; bw_add_device gone; bw_add_number 0:42'),
    ).toEqual(['nvme1n1 drive - 1 dax', 'zram0 other - 1'])
  })

  it('leave the working folder where it was', () => {
    expect(found('bw_add_number 259:3; bw_drives=; pwd')).toEqual([process.cwd()])
  })
})
