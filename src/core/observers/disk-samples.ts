import type { Direction } from '../results/observation'
import { countersOf, gainOf, type ObservedSeries } from './observed-series'

/** Counters of one block device, as `/proc/diskstats` has them (Documentation/admin-guide/iostats.rst). */
export interface DiskCounters {
  readonly directions: ReadonlyMap<Direction, DirectionCounters>
  readonly inFlight: number | undefined
  /** Milliseconds in which a request was in flight. */
  readonly busyMs: number | undefined
  /** Milliseconds summed over all requests. */
  readonly queuedMs: number | undefined
}

interface DirectionCounters {
  readonly requests: number
  readonly merges: number | undefined
  readonly sectors: number
  readonly requestMs: number | undefined
}

/** Sector size of the counters, independent of the device's own. */
const sectorBytes = 512

/**
 * The counters of a line of `/proc/diskstats` after the device's name, or of `/sys/class/block/X/stat`. Kernels up to
 * 4.17 have 11, 4.18 added four for discards, 5.5 two for flushes; partitions had 4 before 2.6.25. More may come;
 * undefined for anything else.
 */
export function readDiskCounters(words: readonly string[]): DiskCounters | undefined {
  const all = countersOf(words)
  if (!all) return undefined
  if (all.length === 4) {
    const [reads = 0, sectorsRead = 0, writes = 0, sectorsWritten = 0] = all
    const plain = (requests: number, sectors: number) => ({
      requests,
      sectors,
      merges: undefined,
      requestMs: undefined,
    })
    return {
      directions: new Map([
        ['read', plain(reads, sectorsRead)],
        ['write', plain(writes, sectorsWritten)],
      ]),
      inFlight: undefined,
      busyMs: undefined,
      queuedMs: undefined,
    }
  }
  if (all.length < 11) return undefined
  const from = (at: number): DirectionCounters => {
    const [requests = 0, merges = 0, sectors = 0, requestMs = 0] = all.slice(at)
    return { requests, merges, sectors, requestMs }
  }
  const directions = new Map<Direction, DirectionCounters>([
    ['read', from(0)],
    ['write', from(4)],
  ])
  if (all.length >= 15) directions.set('trim', from(11))
  return { directions, inFlight: all[8], busyMs: all[9], queuedMs: all[10] }
}

/** The activity of a device between two samples, as points at the end of that interval. */
export function addDiskPoints(
  series: ObservedSeries,
  device: string,
  before: DiskCounters,
  now: DiskCounters,
  seconds: number,
  elapsed: number,
): void {
  const of = (metric: string, unit: 'B/s' | 'IOPS' | 'ns' | 'count' | '%', direction?: Direction) =>
    ({ source: 'disk', device, metric, unit, ...(direction && { direction }) }) as const
  let [requestsOfAll, bytesOfAll] = [0, 0]
  for (const [direction, after] of now.directions) {
    const earlier = before.directions.get(direction)
    const requests = gainOf(earlier?.requests, after.requests)
    const sectors = gainOf(earlier?.sectors, after.sectors)
    // If one counter restarted, all did.
    if (requests === undefined || sectors === undefined) return
    const merges = gainOf(earlier?.merges, after.merges)
    const requestMs = gainOf(earlier?.requestMs, after.requestMs)
    const bytes = sectors * sectorBytes
    requestsOfAll += requests
    bytesOfAll += bytes
    series.add(of('iops', 'IOPS', direction), seconds, requests / elapsed)
    series.add(of('bandwidth', 'B/s', direction), seconds, bytes / elapsed)
    if (merges !== undefined) series.add(of('disk_merges', 'IOPS', direction), seconds, merges / elapsed)
    if (requestMs !== undefined && requests > 0)
      series.add(of('latency_mean', 'ns', direction), seconds, (requestMs * 1e6) / requests)
  }
  series.add(of('iops', 'IOPS'), seconds, requestsOfAll / elapsed)
  series.add(of('bandwidth', 'B/s'), seconds, bytesOfAll / elapsed)
  series.add(of('disk_in_flight', 'count'), seconds, now.inFlight)
  const queuedMs = gainOf(before.queuedMs, now.queuedMs)
  const busyMs = gainOf(before.busyMs, now.busyMs)
  if (queuedMs !== undefined) series.add(of('disk_queue', 'count'), seconds, queuedMs / 1000 / elapsed)
  if (busyMs !== undefined)
    series.add(of('disk_busy', '%'), seconds, Math.min(100, (100 * busyMs) / 1000 / elapsed))
}
