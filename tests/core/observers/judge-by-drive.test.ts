import { describe, expect, it } from 'vitest'
import type { CountedDevice, DriveCounters } from '../../../src/core/observers/drive-counters'
import { judgeByDrive, type DriveEvidence } from '../../../src/core/observers/judge-by-drive'

const gigabyte = 1e9

const device = (name: string, kind: string, parts: Partial<CountedDevice> = {}): CountedDevice => ({
  ...{ name, kind, below: [], isCounted: true, facts: [], activities: [], moved: { read: 0, write: 0 } },
  ...parts,
})
const counters = (devices: readonly CountedDevice[], parts: Partial<DriveCounters> = {}): DriveCounters => ({
  ...{ target: '8:1', devices, seconds: 4, allocated: [], clocks: undefined },
  ...parts,
})
/** Direct reads and writes of fio on a file on ext4. */
const evidence = (
  read: number,
  write: number,
  devices: readonly CountedDevice[],
  parts: Partial<DriveEvidence> = {},
): DriveEvidence => ({
  engine: 'fio',
  moved: { read, write, hasUncounted: false, flushes: false },
  counters: counters(devices),
  fileSystem: { type: 'ext4', options: 'rw,relatime' },
  ...{ isDevice: false, fileBytes: 0, outputBytes: 0, isOtherLoadExpected: false },
  ...parts,
})
const found = (one: DriveEvidence) => judgeByDrive(one).map((each) => `${each.class} ${each.id}`)
/** Numbers and units are kept on one line. */
const textOf = (one: DriveEvidence) => judgeByDrive(one)[0]?.text.replaceAll(/\s/g, ' ')
const drive = (read: number, write: number, name = 'sda') => device(name, 'drive', { moved: { read, write } })

describe('a run on a drive under ext4', () => {
  const cached = ['invalidates not-done-by-the-drive']
  const other = ['invalidates other-load-on-the-drive']

  it.each([
    ['did what was asked', gigabyte, 0, gigabyte, 0, []],
    ['did a fifth less', gigabyte, 0, 0.81 * gigabyte, 0, []],
    ['did even less', gigabyte, 0, 0.79 * gigabyte, 0, cached],
    ['did nothing', gigabyte, gigabyte, 0, 0, cached],
    ['did nothing of the writes', gigabyte, gigabyte, gigabyte, 0, cached],
    ['did a fifth more', gigabyte, 0, 1.19 * gigabyte, 0, []],
    ['did even more', gigabyte, 0, 1.21 * gigabyte, 0, other],
    ['wrote besides, as a resting system does', gigabyte, 0, gigabyte, 0.03 * gigabyte, []],
    ['wrote besides', gigabyte, 0, gigabyte, 0.06 * gigabyte, other],
    ['wrote little besides', 10 * gigabyte, 0, 10 * gigabyte, 0.4 * gigabyte, []],
    // The journal and the programs of a small run are more than it did.
    ['did ten times what was asked of it', 2e6, 0, 20e6, 3e6, []],
    ['did less than nothing would be', 3e6, 0, 0, 0, []],
  ])('that %s', (_, read, write, didRead, didWrite, expected) => {
    expect(found(evidence(read, write, [drive(didRead, didWrite)]))).toEqual(expected)
  })

  it('says what the engine and the drive did', () => {
    expect(textOf(evidence(gigabyte, 0, [drive(0.1 * gigabyte, 0)]))).toBe(
      'fio read 954 MiB, but sda did 10 % of that: a cache answered, or blocks that are not there.',
    )
    expect(textOf(evidence(gigabyte, 0, [drive(gigabyte, 2 * gigabyte)]))).toBe(
      'While fio read 954 MiB and wrote 0 B, sda read 954 MiB and wrote 1.86 GiB: other load on the drive.',
    )
  })

  it('may have done what its engine does not count, and what fsync costs a file system', () => {
    const busy = [drive(2 * gigabyte, 2 * gigabyte)]
    const moved = { read: gigabyte, write: gigabyte, hasUncounted: false, flushes: false }
    const judged = (parts: Partial<typeof moved>, more: Partial<DriveEvidence> = {}) =>
      found(evidence(0, 0, busy, { moved: { ...moved, ...parts }, ...more }))
    expect(judged({ hasUncounted: true })).toEqual([])
    expect(judged({ hasUncounted: true, write: 0 })).toEqual(other)
    expect(judged({ flushes: true, read: 2 * gigabyte })).toEqual([])
    expect(judged({ flushes: true, read: 2 * gigabyte }, { isDevice: true })).toEqual(other)
  })

  it('may have other load if that is part of what is measured; it must still do its own part', () => {
    const expected = { isOtherLoadExpected: true }
    expect(found(evidence(gigabyte, 0, [drive(gigabyte, 2 * gigabyte)], expected))).toEqual([])
    expect(found(evidence(gigabyte, 0, [drive(0, 2 * gigabyte)], expected))).toEqual(cached)
  })

  it('may have written what the engine printed', () => {
    const printed = { outputBytes: 50e6 }
    expect(found(evidence(gigabyte, 0, [drive(gigabyte, 0.2 * gigabyte)], printed))).toEqual([])
  })

  it('has a data file whose blocks are all there', () => {
    const mebibyte = 1024 ** 2
    const file = (when: 'before' | 'after', allocatedBytes: number) => ({
      counters: counters([drive(gigabyte, 0)], {
        allocated: [{ when, allocatedBytes, sizeBytes: 64 * mebibyte }],
      }),
    })
    const judged = (parts: Partial<DriveEvidence>) =>
      judgeByDrive(evidence(gigabyte, 0, [], { fileBytes: 64 * mebibyte, ...parts }))
    expect(judged(file('before', 64 * mebibyte + 4096))).toEqual([])
    expect(judged({ ...file('before', 32 * mebibyte), fileBytes: 32 * mebibyte })).toEqual([])
    for (const when of ['before', 'after'] as const) {
      const holed = file(when, 32 * mebibyte)
      expect(judged(holed)).toMatchObject([{ class: 'invalidates', id: 'holes-in-the-data-file' }])
      expect(textOf(evidence(gigabyte, 0, [], { fileBytes: 64 * mebibyte, ...holed }))).toContain(
        `${when === 'before' ? 'Before' : 'After'} the run 32 MiB of the 64 MiB`,
      )
    }
    // Where blocks count something else.
    const btrfs = judged({ ...file('before', 0), fileSystem: { type: 'btrfs' } })
    expect(btrfs.map(({ id }) => id)).toEqual(['not-judged-against-the-drive'])
  })
})

/** What a stack may do for 1 GB read and 1 GB written: the bytes of each of its drives. */
describe('stacks of devices', () => {
  const raid = (level: string, numbers: string, members = ['sda', 'sdb']) =>
    device('md0', 'md', { below: members, facts: [level, ...numbers.split(' ')] })
  const dm = (uuid: string, below = ['sda']) => device('dm-0', 'dm', { below, facts: [uuid] })
  const half = gigabyte / 2
  const two = (read: number, write: number) => [drive(read, write), drive(read, write, 'sdb')]

  it.each<[string, readonly CountedDevice[]]>([
    ['a partition', [device('sda1', 'partition', { below: ['sda'] }), drive(gigabyte, gigabyte)]],
    [
      'a loop device',
      [device('loop0', 'loop', { moved: { read: gigabyte, write: gigabyte } }), drive(0, 0, 'sda')],
    ],
    [
      'an NVMe drive with hidden paths',
      [
        device('nvme0n1', 'head', { below: ['nvme0c0n1', 'nvme0c1n1'] }),
        device('nvme0c0n1', 'path', { moved: { read: gigabyte, write: half } }),
        device('nvme0c1n1', 'path', { moved: { read: 0, write: half } }),
      ],
    ],
    ['encryption', [dm('CRYPT-LUKS2-0123-home'), drive(gigabyte, gigabyte)]],
    ['several paths', [dm('mpath-36001405', ['sda', 'sdb']), ...two(half, half)]],
    ['a linear or striped LVM volume', [dm('LVM-abc', ['sda', 'sdb']), ...two(half, half)]],
    ['raid0', [raid('raid0', '2 - 0'), ...two(half, half)]],
    ['raid1', [raid('raid1', '2 0 0'), ...two(half, gigabyte)]],
    ['raid1 without one of its disks', [raid('raid1', '2 1 0', ['sda']), drive(gigabyte, gigabyte)]],
    ['raid10 with two near copies', [raid('raid10', '4 0 258'), ...two(half, gigabyte)]],
    [
      'an encrypted mirror of partitions',
      [
        device('dm-0', 'dm', { below: ['md0'], facts: ['CRYPT-LUKS1-0'] }),
        raid('raid1', '2 0 0', ['sda1', 'sdb1']),
        device('sda1', 'partition', { below: ['sda'] }),
        drive(half, gigabyte),
        device('sdb1', 'partition', { below: ['sdb'] }),
        drive(half, gigabyte, 'sdb'),
      ],
    ],
  ])('%s: no honest run is accused, and none that its drives did not do', (_, devices) => {
    expect(found(evidence(gigabyte, gigabyte, devices))).toEqual([])
    const idle = devices.map((one) => ({ ...one, moved: { read: 0, write: 0 } }))
    expect(found(evidence(gigabyte, gigabyte, idle))).toEqual(['invalidates not-done-by-the-drive'])
    const busy = devices.map((one) => ({
      ...one,
      moved: { read: 3 * (one.moved?.read ?? 0), write: 3 * (one.moved?.write ?? 0) },
    }))
    expect(found(evidence(gigabyte, gigabyte, busy))).toEqual(['invalidates other-load-on-the-drive'])
  })

  it('a parity array is judged by what is read from it alone', () => {
    const array = (read: number, write: number) => [raid('raid5', '3 0 2'), ...two(read, write)]
    expect(found(evidence(gigabyte, 0, array(half, 0)))).toEqual([])
    expect(found(evidence(gigabyte, 0, array(0, 0)))).toEqual(['invalidates not-done-by-the-drive'])
    expect(found(evidence(gigabyte, 0, array(half, gigabyte)))).toEqual([
      'invalidates other-load-on-the-drive',
    ])
  })

  it.each<[string, readonly CountedDevice[], Partial<DriveEvidence>, string]>([
    [
      'buffered I/O',
      two(0, 0),
      { moved: { unknown: 'its requests were buffered' } },
      'its requests were buffered',
    ],
    ['btrfs', two(0, 0), { fileSystem: { type: 'btrfs' } }, 'ext4 and XFS are understood, not btrfs'],
    ['tmpfs', [], { fileSystem: { type: 'tmpfs' } }, 'ext4 and XFS are understood, not tmpfs'],
    [
      'an unknown file system',
      two(0, 0),
      { fileSystem: undefined },
      'the file system of the target is not known',
    ],
    ['DAX', two(0, 0), { fileSystem: { type: 'xfs', options: 'rw,dax=always' } }, 'memory is mapped'],
    [
      'journaled data',
      two(0, 0),
      { fileSystem: { type: 'ext4', options: 'rw,data=journal' } },
      'the journal',
    ],
    [
      'a realtime device',
      two(0, 0),
      { fileSystem: { type: 'xfs', options: 'rtdev=/dev/sdc' } },
      'another device',
    ],
    ['a host without counters', [], { counters: undefined }, 'no counters'],
    ['a file system without a device', [], {}, 'no block device'],
    ['a drive that does not count', [device('sda', 'drive', { isCounted: false })], {}, 'queue/iostats'],
    [
      'a drive that was plugged in again',
      [device('sda', 'drive', { moved: undefined })],
      {},
      'could not be read',
    ],
    ['a drive that is mapped', [device('pmem0', 'drive', { facts: ['dax'] })], {}, 'dax'],
    ['zram', [device('zram0', 'other')], {}, 'zram0'],
    [
      'a thin volume',
      [dm('LVM-abc', ['dm-1']), device('dm-1', 'dm', { facts: ['LVM-x-tpool'] })],
      {},
      'thin',
    ],
    ['an unknown mapping', [dm('', ['sda']), drive(0, 0)], {}, 'dm-0'],
    ['verity', [dm('CRYPT-VERITY-1', ['sda']), drive(0, 0)], {}, 'dm-0'],
    [
      'integrity under encryption',
      [
        device('dm-0', 'dm', { below: ['dm-1'], facts: ['CRYPT-LUKS2-1'] }),
        device('dm-1', 'dm', { below: ['sda'], facts: ['CRYPT-INTEGRITY-1'] }),
        drive(0, 0),
      ],
      {},
      'dm-1',
    ],
    ['parity', [raid('raid5', '3 0 2'), ...two(0, 0)], {}, 'parity'],
    ['a parity array without a disk', [raid('raid6', '4 1 2'), ...two(0, 0)], {}, 'missing'],
    [
      'an array that is rebuilt',
      [{ ...raid('raid1', '2 0 0'), activities: ['idle', 'recover'] }, ...two(0, 0)],
      {},
      'rebuilt',
    ],
    ['a mirror of unknown size', [raid('raid1', '- - -'), ...two(0, 0)], {}, 'raid1'],
    ['an array of an unknown kind', [raid('container', '- - -'), ...two(0, 0)], {}, 'container'],
    ['a member that is not known', [raid('raid0', '2 - 0', ['sda', 'sdc']), drive(0, 0)], {}, 'md0'],
  ])('%s: not judged, because', (_, devices, parts, why) => {
    const judged = judgeByDrive(evidence(gigabyte, gigabyte, devices, parts))
    expect(judged).toMatchObject([{ class: 'note', id: 'not-judged-against-the-drive' }])
    expect(judged[0]?.text).toContain(why)
    expect(judged[0]?.text).toMatch(/^Not judged against the drive, because .+\.$/)
  })

  it('a raw device needs no file system', () => {
    const raw = { isDevice: true, fileSystem: undefined }
    expect(found(evidence(gigabyte, 0, [drive(gigabyte, 0)], raw))).toEqual([])
  })
})
