import type { HostRecord } from './host-record'

/**
 * What of the bench changes a number besides drive and plan: link, caches, queues, power saving of processors and bus.
 * Read on every machine with the inventory of a start, kept verbatim in its record, and understood here. A new fact is a
 * row of `rows`. What a file does not say (`Unknown`, `-1`, a width of 0 or 255) is not known.
 */
export interface StateFact {
  readonly id: string
  readonly label: string
  readonly value: string
  /** `factor`: it makes campaigns differ, and comparisons name it. `recorded`: kept with the campaign only. */
  readonly kind: 'factor' | 'recorded'
}

/** A state that would be measured instead of the drive, or would change it. */
export interface StateWarning {
  readonly id: string
  readonly text: string
  readonly reason: string
}

/** Reads the files of a record. Several controllers or processors give several lines; equal ones count once. */
interface State {
  /** Name of the drive under test, as the kernel has it. */
  readonly drive: string | undefined
  readonly record: HostRecord
  ofDrive(file: string): string | undefined
  ofController(file: string): readonly string[]
  ofMachine(file: string): readonly string[]
  /** Lines of the files of a pattern with one `*`, with their paths. */
  matching(pattern: string): readonly (readonly [path: string, content: string])[]
}

interface Row {
  readonly id: string
  readonly label: string
  readonly kind: StateFact['kind']
  value(state: State): string | undefined
  warning?(state: State): Omit<StateWarning, 'id'> | undefined
}

const block = '/sys/block/'
const controller = '/sys/class/nvme/'
const cpus = '/sys/devices/system/cpu/'
const memory = '/proc/sys/vm/'

/** In /sys/block/DRIVE. */
const driveFiles = [
  ...['write_cache', 'fua', 'wbt_lat_usec', 'nr_requests', 'read_ahead_kb', 'iostats'].map(
    (name) => `queue/${name}`,
  ),
  ...['device/queue_depth', 'md/level', 'md/chunk_size', 'md/sync_action'],
]
/** Of the PCI device of an NVMe controller; `..` is the slot. */
const controllerFiles = [
  ...['current_link_speed', 'current_link_width', 'numa_node', 'max_link_speed', 'max_link_width'],
  ...['../max_link_speed', '../max_link_width'],
]
const machineFiles = [
  ...['scaling_governor', 'scaling_driver', 'energy_performance_preference'].map(
    (name) => `${cpus}cpufreq/policy*/${name}`,
  ),
  ...[`${cpus}cpufreq/boost`, `${cpus}intel_pstate/no_turbo`, `${cpus}smt/active`],
  ...['/sys/module/pcie_aspm/parameters/policy', '/sys/module/nvme/parameters/poll_queues'],
  '/sys/module/nvme_core/parameters/default_ps_max_latency_us',
  '/sys/kernel/mm/transparent_hugepage/enabled',
  ...['swappiness', 'dirty_ratio', 'dirty_background_ratio'].map((name) => memory + name),
  ...['/sys/devices/system/clocksource/clocksource0/current_clocksource', `${cpus}vulnerabilities/*`],
]

/** Patterns of all files, for the script that reads them. */
export const stateFiles: readonly string[] = [
  ...driveFiles.map((file) => `${block}*/${file}`),
  ...controllerFiles.map((file) => `${controller}*/device/${file}`),
  ...machineFiles,
]

const cpufreq = `${cpus}cpufreq/policy*/`

const driveRows: readonly Row[] = [
  {
    id: 'link',
    label: 'PCIe link',
    kind: 'factor',
    value: (state) => {
      const [speed, width] = linkNow(state)
      return speed === undefined || width === undefined ? undefined : linkText(speed, width)
    },
    warning: slowLink,
  },
  row('write_cache', 'Write cache', 'factor', (state) => state.ofDrive('queue/write_cache')),
  row('device_queue_depth', 'Queue depth of the device', 'factor', (state) =>
    state.ofDrive('device/queue_depth'),
  ),
  row('raid_level', 'RAID level', 'factor', (state) => state.ofDrive('md/level')),
  row('raid_chunk', 'RAID chunk', 'factor', (state) => withUnit(state.ofDrive('md/chunk_size'), 'B')),
  {
    ...row('raid_activity', 'RAID activity', 'recorded', (state) => state.ofDrive('md/sync_action')),
    warning: (state) => {
      const action = state.ofDrive('md/sync_action')
      if (action === undefined || action === 'idle' || action === 'frozen') return undefined
      return {
        text: `The array ${String(state.drive)} is being worked on (${action}).`,
        reason: 'Its drives read and write for that beside every run. Wait until it is idle.',
      }
    },
  },
  row('forced_unit_access', 'Forced unit access', 'recorded', (state) => onOff(state.ofDrive('queue/fua'))),
  row('write_throttling', 'Write-back throttling', 'recorded', (state) =>
    withUnit(state.ofDrive('queue/wbt_lat_usec'), 'µs'),
  ),
  row('queue_requests', 'Requests of the queue', 'recorded', (state) => state.ofDrive('queue/nr_requests')),
  row('read_ahead', 'Read-ahead', 'recorded', (state) =>
    withUnit(state.ofDrive('queue/read_ahead_kb'), 'KiB'),
  ),
  {
    ...row('io_statistics', 'I/O statistics', 'recorded', (state) => onOff(state.ofDrive('queue/iostats'))),
    warning: (state) =>
      state.ofDrive('queue/iostats') === '0'
        ? {
            text: `The kernel does not count the requests of ${String(state.drive)}.`,
            reason: `No run can be held against what the drive did. As root: echo 1 > ${block}${String(state.drive)}/queue/iostats.`,
          }
        : undefined,
  },
  row('numa_node', 'NUMA node of the drive', 'recorded', (state) => {
    const node = only(state.ofController('numa_node'))
    return node === '-1' ? undefined : node
  }),
]

const machineRows: readonly Row[] = [
  {
    ...row('governor', 'Governor of the processors', 'factor', (state) =>
      several(state.ofMachine(`${cpufreq}scaling_governor`)),
    ),
    warning: slowGovernor,
  },
  row('frequency_driver', 'Frequency driver', 'recorded', (state) =>
    several(state.ofMachine(`${cpufreq}scaling_driver`)),
  ),
  row('energy_preference', 'Energy preference of the processors', 'factor', (state) =>
    several(state.ofMachine(`${cpufreq}energy_performance_preference`)),
  ),
  row('boost', 'Boost of the processors', 'factor', (state) => {
    const noTurbo = only(state.ofMachine(`${cpus}intel_pstate/no_turbo`))
    if (noTurbo !== undefined) return onOff(noTurbo === '0' ? '1' : '0')
    return onOff(only(state.ofMachine(`${cpus}cpufreq/boost`)))
  }),
  row('smt', 'Simultaneous multithreading', 'factor', (state) =>
    onOff(only(state.ofMachine(`${cpus}smt/active`))),
  ),
  row('vulnerabilities', 'Processor vulnerabilities left open', 'factor', (state) => {
    const known = state.matching(`${cpus}vulnerabilities/*`)
    const open = known.filter(([, text]) => /^(?:KVM: |Processor )?vulnerable/i.test(text))
    const names = open.map(([path]) => path.slice(path.lastIndexOf('/') + 1))
    return known.length === 0 ? undefined : names.length === 0 ? 'none' : names.sort().join(', ')
  }),
  row('aspm', 'Power saving of PCIe', 'factor', (state) =>
    chosen(only(state.ofMachine('/sys/module/pcie_aspm/parameters/policy'))),
  ),
  row('power_states', 'Longest wake-up of NVMe power states', 'factor', (state) =>
    withUnit(only(state.ofMachine('/sys/module/nvme_core/parameters/default_ps_max_latency_us')), 'µs'),
  ),
  row('poll_queues', 'NVMe queues for polling', 'recorded', (state) =>
    only(state.ofMachine('/sys/module/nvme/parameters/poll_queues')),
  ),
  row('huge_pages', 'Transparent huge pages', 'recorded', (state) =>
    chosen(only(state.ofMachine('/sys/kernel/mm/transparent_hugepage/enabled'))),
  ),
  row('swappiness', 'Swappiness', 'recorded', (state) => only(state.ofMachine(`${memory}swappiness`))),
  row('dirty_ratio', 'Dirty pages before writers wait', 'recorded', (state) =>
    withUnit(only(state.ofMachine(`${memory}dirty_ratio`)), '%'),
  ),
  row('dirty_background_ratio', 'Dirty pages before they are written', 'recorded', (state) =>
    withUnit(only(state.ofMachine(`${memory}dirty_background_ratio`)), '%'),
  ),
  row('clock_source', 'Clock source', 'recorded', (state) =>
    only(state.ofMachine('/sys/devices/system/clocksource/clocksource0/current_clocksource')),
  ),
  {
    ...row('file_system_used', 'File system in use', 'recorded', ({ record }) => {
      const used = usedPercent(record)
      return used === undefined ? undefined : `${String(used)} %`
    }),
    warning: ({ record }) => {
      const used = usedPercent(record)
      if (used === undefined || used <= 90) return undefined
      return {
        text: `The file system at ${String(record.fileSystem?.mountPoint)} is ${String(used)} % full.`,
        reason:
          'A nearly full file system may scatter its files, and leave the drive little room to work with.',
      }
    },
  },
]

const rows: readonly Row[] = [...driveRows, ...machineRows]

/** The facts that are known of a machine and its drive under test, in the order of the table. */
export function benchState(record: HostRecord): readonly StateFact[] {
  return factsOf(rows, stateOf(record))
}

/** Those of the machine alone. */
export function machineState(record: HostRecord): readonly StateFact[] {
  return factsOf(machineRows, stateOf(record))
}

/** Those of one of its drives, by the kernel's name. */
export function driveState(record: HostRecord, drive: string): readonly StateFact[] {
  return factsOf(driveRows, stateOf(record, drive))
}

function factsOf(of: readonly Row[], state: State): readonly StateFact[] {
  return of.flatMap((one) => {
    const value = one.value(state) ?? ''
    return value === '' ? [] : [{ id: one.id, label: one.label, kind: one.kind, value }]
  })
}

/**
 * Facts of a machine and its drive that are others now than on record, in words: `now` is the verbatim text of the same
 * files. What one of the two does not know has not changed.
 */
export function stateChanges(record: HostRecord, now: HostRecord['raw']): readonly string[] {
  const later = new Map(
    benchState({ ...record, raw: { ...record.raw, ...now } }).map(({ id, value }) => [id, value]),
  )
  return benchState(record).flatMap(({ id, label, value }) => {
    const is = later.get(id)
    return is === undefined || is === value ? [] : [`${label}: ${value} at the start, ${is} at the end`]
  })
}

/** What should be looked at before a start. */
export function benchWarnings(record: HostRecord): readonly StateWarning[] {
  const state = stateOf(record)
  return rows.flatMap((one) => {
    const found = one.warning?.(state)
    return found ? [{ id: one.id, ...found }] : []
  })
}

/** Name of a fact, as a heading; undefined if there is no such fact. */
export function stateLabel(id: string): string | undefined {
  return rows.find((one) => one.id === id)?.label
}

/** Ids of the facts that comparisons name, in the order of the table. */
export const stateFactors: readonly string[] = rows
  .filter(({ kind }) => kind === 'factor')
  .map(({ id }) => id)

function row(id: string, label: string, kind: StateFact['kind'], value: Row['value']): Row {
  return { id, label, kind, value }
}

/** `record.raw`: `bench-state` is `path:content` for each line of each file, `drive-links` is `/sys/block/NAME TARGET`. */
function stateOf(record: HostRecord, drive = record.device?.name): State {
  const contents = new Map<string, string[]>()
  for (const line of (record.raw['bench-state'] ?? '').split('\n')) {
    const at = line.indexOf(':')
    const content = line.slice(at + 1).trim()
    if (at < 1 || /^<?unknown>?$/i.test(content) || content === '') continue
    const path = line.slice(0, at)
    contents.set(path, [...(contents.get(path) ?? []), content])
  }
  const controllers = drive === undefined ? [] : controllersOf(drive, record.raw['drive-links'] ?? '')
  const at = (path: string) => contents.get(path)?.[0]
  const matching = (pattern: string) => {
    const [before = '', after] = pattern.split('*')
    return [...contents].flatMap(([path, lines]) =>
      path === pattern || (after !== undefined && path.startsWith(before) && path.endsWith(after))
        ? lines.map((line) => [path, line] as const)
        : [],
    )
  }
  return {
    drive,
    record,
    ofDrive: (file) => (drive === undefined ? undefined : at(`${block}${drive}/${file}`)),
    ofController: (file) => controllers.flatMap((name) => at(`${controller}${name}/device/${file}`) ?? []),
    ofMachine: (file) => matching(file).map(([, content]) => content),
    matching,
  }
}

/** A drive with several controllers has a hidden path through each (`nvme2c5n1` of `nvme2n1`). */
function controllersOf(drive: string, links: string): readonly string[] {
  const [, subsystem, namespace] = /^(nvme\d+)(n\d+)$/.exec(drive) ?? []
  return links.split('\n').flatMap((line) => {
    const [path = '', target = ''] = line.split(' ')
    const name = path.slice(block.length)
    const [, ofSubsystem, ofNamespace] = /^(nvme\d+)c\d+(n\d+)$/.exec(name) ?? []
    const isHidden = subsystem !== undefined && ofSubsystem === subsystem && ofNamespace === namespace
    const last = target.slice(target.lastIndexOf('/') + 1)
    return (name === drive || isHidden) && /^nvme\d+$/.test(last) ? [last] : []
  })
}

const speedOf = (text: string | undefined) => Number(/^([\d.]+) GT\/s/.exec(text ?? '')?.[1])
const widthOf = (text: string | undefined) => {
  const width = Number(text)
  return width > 0 && width < 255 ? width : NaN
}

/** The slowest of the controllers; undefined where one does not say. */
function linkNow(state: State): readonly [speed: number | undefined, width: number | undefined] {
  const least = (values: readonly number[]) => {
    const smallest = values.reduce(
      (one, other) => (other < one || Number.isNaN(other) ? other : one),
      Infinity,
    )
    return Number.isFinite(smallest) ? smallest : undefined
  }
  return [
    least(state.ofController('current_link_speed').map(speedOf)),
    least(state.ofController('current_link_width').map(widthOf)),
  ]
}

function linkText(speed: number, width: number): string {
  return `${String(speed)} GT/s, ${String(width)} lanes`
}

/** Below what both the drive and its slot can do; of several controllers none is judged. */
function slowLink(state: State): Omit<StateWarning, 'id'> | undefined {
  if (state.ofController('current_link_speed').length !== 1) return undefined
  const [speed, width] = linkNow(state)
  const both = (file: string, read: (text: string | undefined) => number) =>
    Math.min(read(only(state.ofController(file))), read(only(state.ofController(`../${file}`))))
  const [mostSpeed, mostWidth] = [both('max_link_speed', speedOf), both('max_link_width', widthOf)]
  if (speed === undefined || width === undefined) return undefined
  if (!(speed < mostSpeed || width < mostWidth)) return undefined
  return {
    text: `The PCIe link of ${String(state.drive)} runs at ${linkText(speed, width)}; drive and slot can do ${linkText(
      Number.isFinite(mostSpeed) ? mostSpeed : speed,
      Number.isFinite(mostWidth) ? mostWidth : width,
    )}.`,
    reason:
      'The link then limits the drive. Some lower their speed while they are idle; else seat the drive anew, or look at the settings of the slot.',
  }
}

/** The governors of intel_pstate and amd-pstate scale by load under that name, too. */
function slowGovernor(state: State): Omit<StateWarning, 'id'> | undefined {
  const governors = state.ofMachine(`${cpufreq}scaling_governor`)
  const drivers = state.ofMachine(`${cpufreq}scaling_driver`)
  if (!governors.includes('powersave') || drivers.length === 0) return undefined
  if (drivers.some((driver) => /^(?:intel_pstate|amd[-_]pstate)/.test(driver))) return undefined
  return {
    text: 'Processors stay at the lowest frequency that they are allowed (governor powersave).',
    reason: 'Small requests then measure the processor. Choose another governor, such as performance.',
  }
}

function usedPercent({ fileSystem }: HostRecord): number | undefined {
  const { sizeBytes, freeBytes } = fileSystem ?? {}
  if (sizeBytes === undefined || freeBytes === undefined || !(sizeBytes > 0)) return undefined
  return Math.floor((100 * (sizeBytes - freeBytes)) / sizeBytes)
}

function onOff(value: string | undefined): string | undefined {
  if (value === undefined || !/^[01NY]$/.test(value)) return undefined
  return value === '1' || value === 'Y' ? 'on' : 'off'
}

function withUnit(value: string | undefined, unit: string): string | undefined {
  return value === undefined ? undefined : `${value} ${unit}`
}

/** `default [performance] powersave`: the one in brackets. */
function chosen(value: string | undefined): string | undefined {
  return /\[([^\]]+)\]/.exec(value ?? '')?.[1] ?? value
}

function only(values: readonly string[]): string | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

function several(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : [...new Set(values)].sort().join(', ')
}
