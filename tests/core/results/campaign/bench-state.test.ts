import { describe, expect, it } from 'vitest'
import {
  benchState,
  benchWarnings,
  driveState,
  machineState,
  stateChanges,
  stateFiles,
} from '../../../../src/core/results/campaign/bench-state'
import type { HostRecord } from '../../../../src/core/results/campaign/host-record'

const pci = '/sys/class/nvme/nvme0/device/'
const link = (speed: string, width: string, most: string, mostWidth: string) => ({
  [`${pci}current_link_speed`]: speed,
  [`${pci}current_link_width`]: width,
  [`${pci}max_link_speed`]: '16.0 GT/s PCIe',
  [`${pci}max_link_width`]: '4',
  [`${pci}../max_link_speed`]: most,
  [`${pci}../max_link_width`]: mostWidth,
})
const vulnerabilities = '/sys/devices/system/cpu/vulnerabilities/'
const policy = (at: number) => `/sys/devices/system/cpu/cpufreq/policy${String(at)}/`

function record(files: Readonly<Record<string, string>>, parts: Partial<HostRecord> = {}): HostRecord {
  return {
    name: 'rig',
    device: { name: 'nvme0n1' },
    ...parts,
    raw: {
      'bench-state': Object.entries(files)
        .map(([path, content]) => `${path}:${content}`)
        .join('\n'),
      'drive-links': [
        '/sys/block/nvme0n1 /sys/devices/pci0000:00/0000:00:03.0/0000:01:00.0/nvme/nvme0',
        '/sys/block/nvme2c5n1 /sys/devices/pci0000:00/0000:00:06.0/0000:03:00.0/nvme/nvme5',
        '/sys/block/nvme2c5n11 /sys/devices/pci0000:00/0000:00:07.0/0000:04:00.0/nvme/nvme6',
        '/sys/block/nvme2n1 /sys/devices/virtual/nvme-subsystem/nvme-subsys2',
      ].join('\n'),
    },
  }
}

const value = (of: HostRecord, id: string) => benchState(of).find((fact) => fact.id === id)?.value
const warnings = (of: HostRecord) => benchWarnings(of).map(({ text }) => text)

describe('the PCIe link', () => {
  it('is named, and below what drive and slot can do it is warned of', () => {
    const slow = record(link('8.0 GT/s PCIe', '2', '16.0 GT/s PCIe', '16'))
    expect(value(slow, 'link')).toBe('8 GT/s, 2 lanes')
    expect(warnings(slow)).toEqual([
      'The PCIe link of nvme0n1 runs at 8 GT/s, 2 lanes; drive and slot can do 16 GT/s, 4 lanes.',
    ])
  })

  it.each([
    ['as fast as its slot', link('8.0 GT/s PCIe', '4', '8.0 GT/s PCIe', '4')],
    ['as fast as the drive', link('16.0 GT/s PCIe', '4', '32.0 GT/s PCIe', '16')],
    ['in a slot that does not say', link('16.0 GT/s PCIe', '4', 'Unknown', '255')],
    ['unknown', link('Unknown', '0', '16.0 GT/s PCIe', '4')],
  ])('%s is not warned of', (_, files) => expect(warnings(record(files))).toEqual([]))

  it('of a drive with several controllers is read on its hidden paths, of this namespace only', () => {
    const at = (name: string) => `/sys/class/nvme/${name}/device/`
    const files = {
      [`${at('nvme5')}current_link_speed`]: '8.0 GT/s PCIe',
      [`${at('nvme5')}current_link_width`]: '4',
      [`${at('nvme6')}current_link_speed`]: '2.5 GT/s PCIe',
      [`${at('nvme6')}current_link_width`]: '1',
    }
    expect(driveState(record(files), 'nvme2n1')).toEqual([
      { id: 'link', label: 'PCIe link', kind: 'factor', value: '8 GT/s, 4 lanes' },
    ])
  })
})

describe('the processors', () => {
  const governed = (governor: string, driver: string) =>
    record({ [`${policy(0)}scaling_governor`]: governor, [`${policy(0)}scaling_driver`]: driver })

  it('at their lowest frequency are warned of, unless the driver scales by load under that name', () => {
    expect(warnings(governed('powersave', 'acpi-cpufreq'))).toHaveLength(1)
    for (const driver of ['intel_pstate', 'amd-pstate-epp'])
      expect(warnings(governed('powersave', driver))).toEqual([])
    expect(warnings(governed('schedutil', 'acpi-cpufreq'))).toEqual([])
  })

  it('that differ are all named', () => {
    const files = {
      [`${policy(0)}scaling_governor`]: 'schedutil',
      [`${policy(7)}scaling_governor`]: 'performance',
    }
    expect(value(record(files), 'governor')).toBe('performance, schedutil')
  })

  it('have their boost read from either driver', () => {
    expect(value(record({ '/sys/devices/system/cpu/intel_pstate/no_turbo': '1' }), 'boost')).toBe('off')
    expect(value(record({ '/sys/devices/system/cpu/cpufreq/boost': '1' }), 'boost')).toBe('on')
  })
})

it('tells what it is from the captured files of a machine', () => {
  const facts = record({
    '/sys/block/nvme0n1/queue/write_cache': 'write back',
    '/sys/block/nvme0n1/queue/iostats': '0',
    '/sys/module/pcie_aspm/parameters/policy': '[default] performance powersave powersupersave ',
    '/sys/module/nvme_core/parameters/default_ps_max_latency_us': '100000',
    [`${pci}numa_node`]: '-1',
    '/proc/sys/vm/swappiness': '60',
    [`${vulnerabilities}meltdown`]: 'Mitigation: PTI',
    [`${vulnerabilities}mds`]: 'Vulnerable: Clear CPU buffers attempted, no microcode; SMT vulnerable',
    [`${vulnerabilities}itlb_multihit`]: 'KVM: Vulnerable',
    [`${vulnerabilities}srbds`]: 'Unknown: Dependent on hypervisor status',
  })
  expect(Object.fromEntries(benchState(facts).map(({ id, value: text }) => [id, text]))).toEqual({
    write_cache: 'write back',
    io_statistics: 'off',
    aspm: 'default',
    power_states: '100000 µs',
    swappiness: '60',
    vulnerabilities: 'itlb_multihit, mds',
  })
  expect(warnings(facts)).toEqual(['The kernel does not count the requests of nvme0n1.'])
})

it('warns of an array that is rebuilt and of a file system that is nearly full', () => {
  const array = record(
    { '/sys/block/md0/md/sync_action': 'resync' },
    { device: { name: 'md0' }, fileSystem: { mountPoint: '/data', sizeBytes: 1000, freeBytes: 89 } },
  )
  expect(warnings(array)).toEqual([
    'The array md0 is being worked on (resync).',
    'The file system at /data is 91 % full.',
  ])
  const roomy = record({}, { fileSystem: { mountPoint: '/data', sizeBytes: 1000, freeBytes: 100 } })
  expect(warnings(roomy)).toEqual([])
})

it('knows nothing of a record from before it was read', () => {
  expect(benchState({ name: 'old', device: { name: 'sda' }, raw: {} })).toEqual([])
  expect(machineState({ name: 'old', raw: {} })).toEqual([])
})

it('tells what changed since a record was made, and nothing that one of them does not know', () => {
  const governor = `${policy(0)}scaling_governor`
  const then = record({ [governor]: 'performance', '/sys/block/nvme0n1/queue/write_cache': 'write back' })
  const now = (files: Readonly<Record<string, string>>) => stateChanges(then, record(files).raw)
  expect(now({ [governor]: 'powersave' })).toEqual([
    'Governor of the processors: performance at the start, powersave at the end',
  ])
  expect(now({ [governor]: 'performance', '/proc/sys/vm/swappiness': '60' })).toEqual([])
})

it('reads every file that a fact is made of', () => {
  const values: Readonly<Record<string, string>> = {
    speed: '8.0 GT/s PCIe',
    width: '4',
    vulnerabilities: 'Vulnerable',
    scaling: 'performance',
  }
  const files = stateFiles.map((path) => {
    const [, found = '1'] = Object.entries(values).find(([word]) => path.includes(word)) ?? []
    const own = path
      .replace('/sys/block/*', '/sys/block/nvme0n1')
      .replace('/sys/class/nvme/*', '/sys/class/nvme/nvme0')
    return [own.replace('*', 'x'), found] as const
  })
  const all = record(Object.fromEntries(files), { fileSystem: { sizeBytes: 2, freeBytes: 1 } })
  expect(
    benchState(all)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([
    ...['aspm', 'boost', 'clock_source', 'device_queue_depth', 'dirty_background_ratio', 'dirty_ratio'],
    ...['energy_preference', 'file_system_used', 'forced_unit_access', 'frequency_driver', 'governor'],
    ...['huge_pages', 'io_statistics', 'link', 'numa_node', 'poll_queues', 'power_states', 'queue_requests'],
    ...['raid_activity', 'raid_chunk', 'raid_level', 'read_ahead', 'smt', 'swappiness', 'vulnerabilities'],
    ...['write_cache', 'write_throttling'],
  ])
})
