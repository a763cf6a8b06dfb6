import { axisName, levelLabel, levelName } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { stateFactors, stateLabel } from '../../results/campaign/bench-state'
import { formatBytes } from '../../units/bytes'

/** Facts about a campaign that can be compared or confound a comparison, in the order they are listed. */
const names: ReadonlyMap<string, string> = new Map([
  ['campaign', 'Campaign'],
  ['configuration', 'Configuration'],
  ['date', 'Date'],
  ['host', 'Host'],
  ['machines', 'Machines'],
  ['device', 'Device'],
  ['device_serial', 'Device serial number'],
  ['device_size', 'Device size'],
  ['device_transport', 'Device connection'],
  ['device_block_size', 'Device block size'],
  ['firmware', 'Firmware'],
  ['cpu', 'CPU'],
  ['cpu_cores', 'CPU cores'],
  ['memory', 'Memory'],
  ['distribution', 'Distribution'],
  ['kernel', 'Kernel'],
  ['scheduler', 'I/O scheduler'],
  ...stateFactors.map((id) => [`bench_${id}`, stateLabel(id) ?? id] as const),
  ['file_system', 'File system'],
  ['mount_options', 'Mount options'],
  ['target', 'Kind of target'],
  ['engine', 'Tool'],
  ['engine_version', 'Tool version'],
  ['test', 'Test'],
  ['run_order', 'Run order'],
  ['pause', 'Pause between runs'],
])

/** Factors that differ automatically when another does: a second drive has its own serial number. */
const parts: Readonly<Record<string, readonly string[]>> = {
  device: [
    ...['device_serial', 'device_size', 'device_transport', 'device_block_size', 'firmware'],
    ...['bench_link', 'bench_device_queue_depth'],
  ],
  host: ['cpu', 'cpu_cores', 'memory'],
  engine: ['engine_version'],
  pattern: ['test'],
}

/** The factor that implies this one, if it is among those compared. */
export function impliedBy(key: string, compared: ReadonlySet<string>): string | undefined {
  return Object.keys(parts).find((whole) => compared.has(whole) && parts[whole]?.includes(key))
}

/** Name of a recorded factor, undefined for a parameter of the workload. */
export function factorName(key: string): string | undefined {
  return names.get(key)
}

/** Name of a factor or a workload parameter, as a heading. */
export function anyFactorName(key: string): string {
  return names.get(key) ?? axisName(key)
}

/** Position of a factor in a list; workload parameters follow, by name. */
export function factorPlace(key: string): number {
  const place = [...names.keys()].indexOf(key)
  return place < 0 ? names.size : place
}

const byteFactors = new Set(['memory', 'device_size', 'device_block_size'])

/** A value of a factor or parameter in words. */
export function factorText(key: string, value: LevelValue): string {
  if (typeof value === 'number' && byteFactors.has(key)) return formatBytes(value, 4)
  if (key === 'pause') return `${String(value)} s`
  if (names.has(key)) return levelName(key, value)
  const label = levelLabel(key, value)
  return label.startsWith(`${key} `) ? label.slice(key.length + 1) : label
}
