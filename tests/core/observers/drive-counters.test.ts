import { expect, it } from 'vitest'
import { readDriveCounters } from '../../../src/core/observers/drive-counters'

/** Counters of a drive: requests, merges, sectors and milliseconds of reads and of writes. */
const stat = (read: number, written: number) =>
  `  10  0  ${read}  5  20  0  ${written}  7  0  9  12  0 0 0 0 0 0`

const text = [
  'benchwright-counters 1',
  'target 9:0',
  'allocated before 2048 1048576',
  'device md0 md sda,sdb 1 raid1 2 0 0',
  'device sda drive - 1',
  'device sdb drive - 0 dax',
  `before 100.50 md0 ${stat(0, 0)}`,
  'activity md0 idle',
  `before 100.50 sda ${stat(1000, 4_294_967_290)}`,
  `after 104.50 md0 ${stat(2000, 0)}`,
  'activity md0 resync',
  // A counter of 32 bits started over.
  `after 104.50 sda ${stat(3000, 94)}`,
  `before 110.00 sda ${stat(3000, 94)}`,
  `after 111.00 sda ${stat(3010, 94)}`,
  'claimed 100.00',
  'ended 112.00',
  'allocated after 2000 1048576',
  'written 65024:12 8 60 2026-11-28 23:59:58.500000000 +0000 2026-11-28 23:59:58.500000000 +0000',
  'written 65024:13 8 600 2026-11-29 01:00:10.500000000 +0000 -',
].join('\n')

it('what a run left about its drives is read', () => {
  const counters = readDriveCounters(text)
  expect(counters).toMatchObject({
    target: '9:0',
    seconds: 5,
    allocated: [
      { when: 'before', allocatedBytes: 1_048_576, sizeBytes: 1_048_576 },
      { when: 'after', allocatedBytes: 1_024_000, sizeBytes: 1_048_576 },
    ],
    clocks: [
      { timeOfDay: Date.UTC(2026, 10, 28, 23, 59, 58, 500) / 1000, uptime: 100 },
      { timeOfDay: Date.UTC(2026, 10, 29, 1, 0, 10, 500) / 1000, uptime: 112 },
    ],
  })
  expect(counters?.devices).toEqual([
    {
      ...{ name: 'md0', kind: 'md', below: ['sda', 'sdb'], isCounted: true },
      ...{ facts: ['raid1', '2', '0', '0'], activities: ['idle', 'resync'] },
      moved: { read: 2000 * 512, write: 0 },
    },
    {
      ...{ name: 'sda', kind: 'drive', below: [], isCounted: true, facts: [], activities: [] },
      moved: { read: 2010 * 512, write: 100 * 512 },
    },
    {
      name: 'sdb',
      kind: 'drive',
      below: [],
      isCounted: false,
      facts: ['dax'],
      activities: [],
      moved: undefined,
    },
  ])
})

it('whatever is missing or damaged is not made up', () => {
  expect(readDriveCounters('')).toBeUndefined()
  expect(readDriveCounters('benchwright-samples 1\n')).toBeUndefined()
  expect(
    readDriveCounters('benchwright-counters 1\ndevice sda drive - 1\nbefore 1 sda x y\nafter 2 sda x y'),
  ).toEqual({
    ...{ target: undefined, seconds: 1, allocated: [], clocks: undefined },
    devices: [
      { name: 'sda', kind: 'drive', below: [], isCounted: true, facts: [], activities: [], moved: undefined },
    ],
  })
  // A drive that was plugged in again counts from the beginning.
  const again = ['benchwright-counters 1', 'device sda drive - 1']
  again.push(`before 1 sda ${stat(5_000_000_000, 0)}`, `after 2 sda ${stat(10, 0)}`)
  expect(readDriveCounters(again.join('\n'))?.devices[0]?.moved).toBeUndefined()
  // A clock without fractions, and a folder as target.
  const words = [
    'benchwright-counters 1',
    'claimed 1.00',
    'ended 3.00',
    'allocated before - -',
    'written 1:2 8 60 2026-11-28 10:00:00 +0000 -',
    'written 1:3 8 60 2026-11-28 10:00:02 +0000 -',
  ]
  expect(readDriveCounters(words.join('\n'))).toMatchObject({
    clocks: [{ uptime: 1 }, { uptime: 3 }],
    allocated: [],
  })
})
