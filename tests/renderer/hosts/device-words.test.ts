import { describe, expect, it } from 'vitest'
import type { BlockDevice } from '../../../src/core/results/campaign/block-device'
import {
  contentOf,
  deviceRows,
  healthDetails,
  healthLine,
  isAiling,
  isPackedImage,
  kindOf,
  useOf,
} from '../../../src/renderer/views/hosts/device-words'

const device = (facts: Partial<BlockDevice>): BlockDevice => ({
  name: 'sda',
  mounts: [],
  holders: [],
  children: [],
  ...facts,
})
const plain = (text: string) => text.replaceAll(/[\u202f\u202f\u00a0]/g, ' ')

describe('the device tree in rows', () => {
  it('lists what is on a device below it, with what it is on', () => {
    const volume = device({ name: 'dm-0', label: 'vg-root', type: 'lvm' })
    const part = device({ name: 'sda1', type: 'part', children: [volume] })
    expect(
      deviceRows([device({ children: [part] }), device({ name: 'sdb' })]).map(
        ({ device: one, depth, on }) => [one.name, depth, on],
      ),
    ).toEqual([
      ['sda', 0, undefined],
      ['sda1', 1, 'sda'],
      ['dm-0', 2, 'sda1'],
      ['sdb', 0, undefined],
    ])
  })

  it('recognises the images of packed programs', () => {
    expect(isPackedImage(device({ type: 'loop', fileSystem: 'squashfs' }))).toBe(true)
    expect(isPackedImage(device({ type: 'loop', fileSystem: 'ext4' }))).toBe(false)
  })
})

describe('the words for a device', () => {
  it('names its kind', () => {
    expect(kindOf(device({ type: 'disk', transport: 'nvme', rotational: false }))).toBe('NVMe SSD')
    expect(kindOf(device({ type: 'disk', transport: 'sata', rotational: true }))).toBe('SATA HDD')
    expect(kindOf(device({ type: 'disk', rotational: true }))).toBe('drive')
    expect(kindOf(device({ type: 'raid10' }))).toBe('RAID 10')
    expect(kindOf(device({ type: 'part' }))).toBe('partition')
    expect(kindOf(device({ type: 'zoned' }))).toBe('zoned')
  })

  it('names what is on it', () => {
    expect(contentOf(device({ fileSystem: 'LVM2_member' }))).toBe('LVM2 member')
    expect(contentOf(device({ fileSystem: 'ext4', fileSystemLabel: 'data' }))).toBe('ext4 “data”')
    expect(contentOf(device({ partitionTable: 'gpt' }))).toBe('GPT partition table')
    expect(contentOf(device({ children: [device({ type: 'part' })] }))).toBe('partitions')
    expect(contentOf(device({}))).toBe('')
  })

  it('names what uses it, by its common name', () => {
    const volume = device({ name: 'dm-0', label: 'vg-root' })
    expect(useOf(device({ mounts: ['/', '/srv'] }))).toBe('/ · /srv')
    expect(useOf(device({ mounts: ['[SWAP]'] }))).toBe('swap')
    expect(useOf(device({ holders: ['dm-0', 'md0'], children: [volume], readOnly: true }))).toBe(
      'held by vg-root, md0 · read-only',
    )
    expect(useOf(device({}))).toBe('')
  })
})

describe('the words for health', () => {
  it('are as few as a table has room for', () => {
    expect(
      plain(healthLine({ source: 'smartctl', warnings: [], temperatureCelsius: 41, percentUsed: 2 })),
    ).toBe('41 °C · 2 % used')
    expect(healthLine({ source: 'smartctl', warnings: [], verdict: 'failed' })).toBe('FAILED')
    expect(healthLine({ source: 'smartctl', warnings: [], verdict: 'passed' })).toBe('passed')
    expect(healthLine({ source: 'smartctl', warnings: [], limit: 'It sleeps.' })).toBe('not read')
    expect(healthLine(undefined)).toBe('')
  })

  it('give everything on request', () => {
    const details = healthDetails({
      source: 'nvme',
      verdict: 'failed',
      warnings: ['The media has become read-only.'],
      bytesWritten: 31_355_000_000_000,
      mediaErrors: 12,
    }).map(plain)
    expect(details).toEqual([
      'SMART failed',
      'The media has become read-only.',
      '31.4 TB written in its life',
      '12 media errors',
      'Read with nvme',
    ])
  })

  it('mark a failing drive', () => {
    expect(isAiling({ source: 'nvme', verdict: 'passed', warnings: [] })).toBe(false)
    expect(isAiling({ source: 'nvme', verdict: 'passed', warnings: ['Hot.'] })).toBe(true)
    expect(isAiling({ source: 'smartctl', verdict: 'failed', warnings: [] })).toBe(true)
    expect(isAiling(undefined)).toBe(false)
  })
})
