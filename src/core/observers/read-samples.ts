import type { Series } from '../results/observation'
import { addDiskPoints, readDiskCounters, type DiskCounters } from './disk-samples'
import { addCpuPoints, addMemoryPoints, addPressurePoints, readNamed } from './host-samples'
import { addCounter, addGauge, readCounter, readGauge } from './gauges'
import { ObservedSeries } from './observed-series'
import { parseSampleLog, uptimeAt, type Sample } from './sample-log'

/** A drive's own report, as printed by `smartctl` or `nvme smart-log`. */
export interface DriveReading {
  readonly temperatureCelsius?: number | undefined
  readonly bytesRead?: number | undefined
  readonly bytesWritten?: number | undefined
  /** The same in units of the drive's own, where only those are known; see drive-units.ts. */
  readonly unitsRead?: number | undefined
  readonly unitsWritten?: number | undefined
  readonly percentUsed?: number | undefined
  /** How often the drive throttled because of its temperature, and for how many seconds in total. */
  readonly throttleCount?: number | undefined
  readonly throttledSeconds?: number | undefined
  /** Time above its warning or critical temperature, in whole minutes. */
  readonly overTemperatureSeconds?: number | undefined
}

export interface SampleOptions {
  /** Id of the run, for the series. */
  readonly test: string
  /** When the measured part started, by the host's clock, in ms since 1970; without it times count from the first sample. */
  readonly startedAtMs?: number | undefined
  /** As requested from the sampler. */
  readonly intervalSeconds: number
  /** 4096 unless given. */
  readonly pageBytes?: number
  /** Reads a drive's JSON; undefined if it contains nothing useful. */
  readonly readDrive?: (json: string) => DriveReading | undefined
}

export interface SampledSeries {
  readonly series: readonly Series[]
  /** In sentences: why samples are missing. */
  readonly problems: readonly string[]
}

/**
 * The samples of one run as series by source, device, direction and metric; never throws. Rates are dated at the end
 * of their interval, in seconds since `startedAtMs`. If a device was absent for a sample or its counters restarted,
 * its rates have a gap there instead of being spread over it.
 */
export function readSamples(text: string, options: SampleOptions): SampledSeries {
  const log = parseSampleLog(text)
  const problems = log.problem === undefined ? [] : [log.problem]
  const startedAtMs = options.startedAtMs ?? log.clocks[0]?.atMs
  const origin = startedAtMs === undefined ? undefined : uptimeAt(log, startedAtMs)
  if (startedAtMs === undefined || origin === undefined)
    return { series: [], problems: [...problems, 'The samples hold no time of day.'] }
  if (log.end === 'full') problems.push('The samples end early: their file was as large as it may be.')
  if (log.end === undefined) problems.push('The sampler was cut off; what came after is not known.')
  const series = new ObservedSeries()
  const follow = new SampleFollower()
  for (const sample of log.samples) addPoints(series, follow, sample, sample.uptime - origin, options)
  return { series: series.result(options.test, startedAtMs, options.intervalSeconds), problems }
}

/** Adds the points of a sample at `seconds`, using the previous one if two are needed. */
export function addPoints(
  series: ObservedSeries,
  follow: SampleFollower,
  sample: Sample,
  seconds: number,
  options: Pick<SampleOptions, 'pageBytes' | 'readDrive'>,
): void {
  follow.reach(sample)
  const [first = '', second = ''] = sample.words
  switch (sample.kind) {
    case 'disk': {
      const counters = readDiskCounters(sample.words.slice(1))
      const before = counters && follow.disk(first, sample, counters)
      if (counters && before) addDiskPoints(series, first, before.value, counters, seconds, before.elapsed)
      return
    }
    case 'cpu': {
      const before = follow.words('cpu', sample, sample.words)
      if (before) addCpuPoints(series, before.value, sample.words, seconds)
      return
    }
    case 'memory': {
      const before = follow.words('memory', sample, sample.words)
      addMemoryPoints(
        series,
        before && readNamed(before.value),
        readNamed(sample.words),
        seconds,
        before?.elapsed ?? 1,
        options.pageBytes ?? 4096,
      )
      return
    }
    case 'pressure': {
      const before = follow.words(`pressure ${first}`, sample, sample.words)
      if (before) addPressurePoints(series, first, before.value[1] ?? '', second, seconds, before.elapsed)
      return
    }
    case 'gauge': {
      const reading = readGauge(sample.words)
      if (reading) addGauge(series, reading, seconds)
      return
    }
    case 'counter': {
      const reading = readCounter(sample.words)
      const before =
        reading &&
        follow.counter([reading.source, reading.metric, reading.device].join('\t'), sample, reading.value)
      if (reading && before) addCounter(series, reading, before.value, seconds, before.elapsed)
      return
    }
    case 'smart': {
      const reading = options.readDrive?.(sample.words.slice(1).join(' '))
      if (reading) addDrivePoints(series, first, reading, seconds)
    }
  }
}

interface Before<Value> {
  readonly value: Value
  /** Seconds since. */
  readonly elapsed: number
}

interface Dated<Value> {
  readonly at: number
  readonly value: Value
}

/** Remembers the previous sample of each source, if none was missed in between. Samples arrive in time order. */
export class SampleFollower {
  readonly #disks = new Map<string, Dated<DiskCounters>>()
  readonly #counters = new Map<string, Dated<number>>()
  readonly #words = new Map<string, Dated<readonly string[]>>()
  /** Uptimes at which counters were read: now, and the previous time. */
  #now: number | undefined
  #previous: number | undefined

  /** Sensors and drives are read at their own times. */
  reach({ uptime, kind }: Sample): void {
    if (kind === 'gauge' || kind === 'smart' || uptime === this.#now) return
    this.#previous = this.#now
    this.#now = uptime
  }

  disk(name: string, sample: Sample, value: DiskCounters): Before<DiskCounters> | undefined {
    return this.#before(this.#disks, name, sample, value)
  }

  counter(name: string, sample: Sample, value: number): Before<number> | undefined {
    return this.#before(this.#counters, name, sample, value)
  }

  words(name: string, sample: Sample, value: readonly string[]): Before<readonly string[]> | undefined {
    return this.#before(this.#words, name, sample, value)
  }

  #before<Value>(
    known: Map<string, Dated<Value>>,
    name: string,
    { uptime }: Sample,
    value: Value,
  ): Before<Value> | undefined {
    const before = known.get(name)
    known.set(name, { at: uptime, value })
    const isLast = before && uptime > before.at && uptime === this.#now && before.at === this.#previous
    return isLast ? { value: before.value, elapsed: uptime - before.at } : undefined
  }
}

function addDrivePoints(series: ObservedSeries, device: string, drive: DriveReading, seconds: number): void {
  const of = { source: 'smart', device } as const
  series.add({ ...of, metric: 'temperature', unit: '°C' }, seconds, drive.temperatureCelsius)
  series.add({ ...of, metric: 'drive_bytes', direction: 'read', unit: 'B' }, seconds, drive.bytesRead)
  series.add({ ...of, metric: 'drive_bytes', direction: 'write', unit: 'B' }, seconds, drive.bytesWritten)
  series.add({ ...of, metric: 'drive_units', direction: 'read', unit: 'count' }, seconds, drive.unitsRead)
  series.add({ ...of, metric: 'drive_units', direction: 'write', unit: 'count' }, seconds, drive.unitsWritten)
  series.add({ ...of, metric: 'endurance_used', unit: '%' }, seconds, drive.percentUsed)
  series.add({ ...of, metric: 'throttle_count', unit: 'count' }, seconds, drive.throttleCount)
  series.add({ ...of, metric: 'throttled_time', unit: 's' }, seconds, drive.throttledSeconds)
  series.add({ ...of, metric: 'over_temperature_time', unit: 's' }, seconds, drive.overTemperatureSeconds)
}
