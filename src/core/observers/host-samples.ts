import { countersOf, gainOf, type ObservedSeries } from './observed-series'

/** Fields of the first line of `/proc/stat` after `cpu` (proc(5)); guests' time is in user and nice as well. */
const cpuFields = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const

const cpuParts = {
  cpu_user: ['user', 'nice'],
  cpu_system: ['system', 'irq', 'softirq'],
  cpu_iowait: ['iowait'],
  cpu_steal: ['steal'],
  cpu_idle: ['idle'],
} as const

/** The distribution of processor time between two samples, in percent of the total. */
export function addCpuPoints(
  series: ObservedSeries,
  before: readonly string[],
  now: readonly string[],
  seconds: number,
): void {
  const [earlier, later] = [countersOf(before), countersOf(now)]
  if (!earlier || !later) return
  // The iowait time may decrease slightly (proc(5)).
  const gains = cpuFields.map((_, at) => Math.max(0, (later[at] ?? 0) - (earlier[at] ?? 0)))
  const all = gains.reduce((sum, gain) => sum + gain, 0)
  if (all === 0) return
  for (const [metric, fields] of Object.entries(cpuParts)) {
    const part = fields.reduce((sum, field) => sum + (gains[cpuFields.indexOf(field)] ?? 0), 0)
    series.add({ source: 'cpu', metric, unit: '%' }, seconds, (100 * part) / all)
  }
}

/** Named numbers of `/proc/meminfo` (KiB) and `/proc/vmstat` (pages), as `Dirty:120`. */
export function readNamed(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    words.flatMap((word) => {
      const found = /^(\w+):(\d{1,18})$/.exec(word)
      return found ? [[found[1] ?? '', Number(found[2])] as const] : []
    }),
  )
}

/** Current amounts, and what was swapped since the previous sample if there is one. */
export function addMemoryPoints(
  series: ObservedSeries,
  before: ReadonlyMap<string, number> | undefined,
  now: ReadonlyMap<string, number>,
  seconds: number,
  elapsed: number,
  pageBytes: number,
): void {
  const bytes = (name: string) => {
    const kib = now.get(name)
    return kib === undefined ? undefined : kib * 1024
  }
  const [total, free] = [bytes('SwapTotal'), bytes('SwapFree')]
  const amounts = {
    memory_dirty: bytes('Dirty'),
    memory_writeback: bytes('Writeback'),
    memory_available: bytes('MemAvailable'),
    swap_used: total === undefined || free === undefined ? undefined : total - free,
  }
  for (const [metric, value] of Object.entries(amounts))
    series.add({ source: 'memory', metric, unit: 'B' }, seconds, value)
  for (const [metric, name] of [
    ['swap_in', 'pswpin'],
    ['swap_out', 'pswpout'],
  ] as const) {
    const pages = gainOf(before?.get(name), now.get(name))
    if (pages !== undefined)
      series.add({ source: 'memory', metric, unit: 'B/s' }, seconds, (pages * pageBytes) / elapsed)
  }
}

/** Share of the time in which some or all tasks waited for I/O (Documentation/accounting/psi.rst); totals are in µs. */
export function addPressurePoints(
  series: ObservedSeries,
  kind: string,
  before: string,
  now: string,
  seconds: number,
  elapsed: number,
): void {
  const microseconds = gainOf(Number(before), Number(now))
  if ((kind !== 'some' && kind !== 'full') || microseconds === undefined) return
  const percent = Math.min(100, microseconds / 1e4 / elapsed)
  series.add({ source: 'pressure', metric: `pressure_${kind}`, unit: '%' }, seconds, percent)
}
