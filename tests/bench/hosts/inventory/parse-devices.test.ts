import { describe, expect, it } from 'vitest'
import { withDescendants } from '../../../../src/core/results/campaign/block-device'
import { parseDevices } from '../../../../src/bench/hosts/inventory/parse-devices'
import { hostFixture } from './host-fixture'

const workstation = (more: Record<string, string> = {}) =>
  new Map(
    Object.entries({
      lsblk: hostFixture('nvme-lvm-workstation/lsblk.json'),
      mountinfo: hostFixture('nvme-lvm-workstation/mountinfo'),
      swaps: hostFixture('nvme-lvm-workstation/swaps'),
      holders: hostFixture('nvme-lvm-workstation/holders.txt'),
      temperatures: hostFixture('nvme-lvm-workstation/temperatures.txt'),
      'smartctl nvme0n1': hostFixture('health/smartctl-7.3-nvme.json'),
      ...more,
    }),
  )

const all = (parts: ReadonlyMap<string, string>) =>
  new Map((parseDevices(parts) ?? []).flatMap(withDescendants).map((device) => [device.name, device]))

describe('parseDevices', () => {
  it('builds a tree of what is on what', () => {
    const [disk, drive] = parseDevices(workstation()) ?? []
    expect(disk).toMatchObject({ name: 'sda', type: 'disk', vendor: 'ATA', transport: 'sata' })
    expect(disk?.children.map(({ name }) => name)).toEqual(['sda1'])
    expect(drive?.children.map(({ name }) => name)).toEqual(['nvme0n1p1', 'nvme0n1p2', 'nvme0n1p3'])
    expect(drive?.children[1]?.children).toEqual([
      {
        name: 'dm-0',
        label: 'vg-root',
        number: '253:0',
        type: 'lvm',
        sizeBytes: 1_999_267_463_168,
        rotational: false,
        readOnly: false,
        removable: false,
        logicalBlockBytes: 512,
        physicalBlockBytes: 512,
        fileSystem: 'xfs',
        mounts: ['/', '/srv/images'],
        holders: [],
        children: [],
      },
    ])
  })

  it('finds every mount by device number, those of btrfs by their source, and swap', () => {
    const devices = all(workstation())
    expect(devices.get('nvme0n1p1')?.mounts).toEqual(['/boot/efi'])
    expect(devices.get('sda1')?.mounts).toEqual(['/srv', '/home/lab user'])
    expect(devices.get('nvme0n1p3')?.mounts).toEqual(['[SWAP]'])
    expect(devices.get('nvme0n1p2')).toMatchObject({ mounts: [], holders: ['dm-0'] })
  })

  it('gives health and temperature of a drive, and the temperature alone if no tool answered', () => {
    const devices = all(workstation())
    expect(devices.get('nvme0n1')?.health).toMatchObject({ source: 'smartctl', temperatureCelsius: 41 })
    expect(devices.get('sda')?.health).toEqual({ source: 'sys', warnings: [], temperatureCelsius: 39 })
    expect(devices.get('sda1')?.health).toBeUndefined()
  })

  it('reads a current lsblk with partition table and label, and leaves out what has no size', () => {
    const devices = all(new Map([['lsblk', hostFixture('debian-12-vm/lsblk-long.json')]]))
    expect([...devices.keys()]).toEqual(['loop0', 'vda'])
    expect(devices.get('vda')).toMatchObject({ mounts: ['/'], rotational: true, scheduler: 'mq-deadline' })
  })

  it('reads mount points as a list, as newer versions print them', () => {
    const lsblk = hostFixture('debian-12-vm/lsblk-long.json').replace(
      '"mountpoint": "/"',
      '"mountpoints": [null, "/", "/data"]',
    )
    expect(all(new Map([['lsblk', lsblk]])).get('vda')?.mounts).toEqual(['/', '/data'])
  })

  it('reads the numbers in text of old versions', () => {
    const devices = all(new Map([['lsblk', hostFixture('old-centos-7/lsblk.json')]]))
    expect(devices.get('sda')).toMatchObject({
      sizeBytes: 480_103_981_056,
      rotational: false,
      firmware: '0370',
    })
    expect(devices.get('sda2')).toMatchObject({ fileSystem: 'xfs', mounts: [], children: [] })
  })

  it('reads /sys if there is no lsblk', () => {
    const sysfs = `${hostFixture('debian-12-vm/sysfs.txt')}
/sys/block/vda/vda1/partition:1
/sys/block/vda/vda1/dev:254:1
/sys/block/vda/vda1/size:2048`
    const parts = new Map([
      ['sysfs', sysfs],
      ['mountinfo', '26 1 254:1 / /boot rw - ext4 /dev/vda1 rw'],
      ['schedulers', '/sys/block/vda/queue/scheduler:[mq-deadline] none'],
    ])
    const devices = all(parts)
    expect([...devices.keys()].sort()).toEqual(['loop0', 'vda', 'vda1'])
    expect(devices.get('vda')).toMatchObject({
      type: 'disk',
      sizeBytes: 274_877_906_944,
      rotational: true,
      scheduler: 'mq-deadline',
      logicalBlockBytes: 512,
      physicalBlockBytes: 4096,
    })
    expect(devices.get('vda1')).toMatchObject({ type: 'part', sizeBytes: 1_048_576, mounts: ['/boot'] })
  })

  it('is absent if nothing could be read, and survives damage', () => {
    expect(parseDevices(new Map())).toBeUndefined()
    const whole = hostFixture('nvme-lvm-workstation/lsblk.json')
    expect(parseDevices(new Map([['lsblk', whole.slice(0, 900)]]))).toBeUndefined()
    const odd =
      '{"blockdevices":[null,7,{"size":1},{"name":"x","size":-4,"children":{"name":"y"},"rota":"maybe"}]}'
    expect(parseDevices(new Map([['lsblk', odd]]))).toEqual([
      { name: 'x', mounts: [], holders: [], children: [] },
    ])
  })
})
