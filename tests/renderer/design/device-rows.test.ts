import { describe, expect, it } from 'vitest'
import type { BlockDevice } from '../../../src/core/results/campaign/block-device'
import { deviceRows } from '../../../src/renderer/views/design/target/device-rows'

function device(name: string, parts: Partial<BlockDevice> = {}): BlockDevice {
  return { name, type: 'disk', sizeBytes: 2 ** 30, mounts: [], holders: [], children: [], ...parts }
}
const part = (name: string, parts: Partial<BlockDevice> = {}) => device(name, { type: 'part', ...parts })

describe('deviceRows', () => {
  it('shows the tree with model, serial number, size and contents', () => {
    const rows = deviceRows([
      device('sda', {
        model: 'WD Blue',
        serial: 'X1',
        children: [part('sda1', { fileSystem: 'ext4', fileSystemLabel: 'old' })],
      }),
    ])
    expect(rows).toEqual([
      {
        path: '/dev/sda',
        depth: 0,
        name: 'sda',
        facts: 'WD Blue · X1',
        size: '1\u202fGiB',
        content: '1 partition',
        busy: undefined,
      },
      {
        path: '/dev/sda1',
        depth: 1,
        name: 'sda1',
        facts: '',
        size: '1\u202fGiB',
        content: 'ext4 “old”',
        busy: undefined,
      },
    ])
  })

  it.each([
    [
      'the system',
      [device('sda', { children: [part('sda1', { mounts: ['/'] }), part('sda2')] })],
      ['The system', 'The system', 'The system'],
    ],
    [
      'a mount',
      [device('sda', { children: [part('sda1', { mounts: ['/data'] }), part('sda2')] })],
      ['sda1 is mounted on /data', 'sda1 is mounted', undefined],
    ],
    [
      'a mount of the whole disk',
      [device('sda', { mounts: ['/data'], children: [part('sda1')] })],
      ['sda is mounted', 'Its disk is in use'],
    ],
    ['swap', [device('sda', { mounts: ['[SWAP]'] })], ['sda is swap']],
    [
      'a holder',
      [device('sda', { holders: ['dm-0'], children: [device('dm-0', { type: 'lvm' })] })],
      ['sda is used by dm-0', 'Its disk is in use'],
    ],
    ['an array', [device('md0', { type: 'raid1' })], ['built on other devices']],
    ['a write lock', [device('sda', { readOnly: true })], ['read-only']],
  ] as const)('explains why one cannot be chosen: %s', (_title, devices, expected) => {
    const busy = deviceRows(devices).map((row) => row.busy)
    expect(busy.length).toBe(expected.length)
    expected.forEach((text, index) => {
      if (text === undefined) expect(busy[index]).toBeUndefined()
      else expect(busy[index]).toContain(text)
    })
  })
})
