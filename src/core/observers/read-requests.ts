import type { Direction, Histogram, Observation, Scalar } from '../results/observation'
import { directions } from '../results/observation'
import { ObservedSeries } from './observed-series'

export interface RequestOptions {
  /** Id of the run, for the observations. */
  readonly test: string
  /** When the measured part started, by the host's clock, in ms since 1970; without it times count from the start of tracing. */
  readonly startedAtMs?: number | undefined
  /** As requested. */
  readonly intervalSeconds: number
}

export interface ObservedRequests {
  /**
   * By device and direction: series of rates, sizes, sequential share and times; the same over everything seen, as
   * scalars, with the number of requests of each size at the level `block_size`; histograms of the times.
   */
  readonly observations: readonly Observation[]
  /** In sentences: why some or all requests were not seen. */
  readonly problems: readonly string[]
}

const heading = 'benchwright-requests 1'

const refusals: Readonly<Record<string, string>> = {
  'not-root': 'only root may trace them',
  'no-device': 'what is measured is not on a block device of this host',
  'no-tracefs': 'the kernel’s trace file system is missing and cannot be mounted (lockdown, a container)',
  'no-instance': 'the kernel gave no trace instance (lockdown, a container)',
  'no-events': 'the kernel has no events of block requests, or of these devices',
}

/** Number of sizes kept per direction: those with the most requests. */
const mostSizes = 64

/** Totals of one direction of one device. */
interface Seen {
  readonly device: string
  readonly direction: Direction
  requests: number
  bytes: number
  sequential: number
  served: number
  servedUs: number
  waits: number
  waitedUs: number
  readonly sizes: Map<number, number>
  readonly service: Map<number, number>
  readonly queue: Map<number, number>
}

/** The file of `bench/observers/requests.sh` as far as it is valid; never throws. */
export function readRequests(text: string, options: RequestOptions): ObservedRequests {
  const lines = text.split('\n')
  if (lines[0] !== heading) return nothing('the first line of the summary is not that of the tracer')
  const seen = new Map<string, Seen>()
  const series = new ObservedSeries()
  let clock: { readonly uptime: number; readonly atMs: number } | undefined
  let all: number | undefined
  let end: string | undefined
  const problems: string[] = []
  // The text after the last line end is incomplete.
  for (const [at, line] of lines.slice(0, -1).entries()) {
    const [kind = '', ...words] = line.split(' ')
    const numbers = words.map((word) => (/^\d{1,15}(\.\d{1,9})?$/.test(word) ? Number(word) : NaN))
    const [first = NaN, second = NaN] = numbers
    if (at === 0) continue
    if (kind === 'none') return nothing(refusals[words[0] ?? ''] ?? 'the tracer did not say why')
    if (kind === 'clock' && first >= 0 && second > 0) clock = { uptime: first, atMs: second * 1000 }
    else if (
      kind === 'at' &&
      clock &&
      numbers.slice(3).length === 7 &&
      !numbers.slice(3).some(Number.isNaN)
    ) {
      const startedAtMs = options.startedAtMs ?? clock.atMs
      const seconds = first - clock.uptime - (startedAtMs - clock.atMs) / 1000
      addInterval(series, seenOf(seen, words[1], words[2]), numbers.slice(3), seconds, options)
    } else if (
      (kind === 'size' || kind === 'service' || kind === 'queue') &&
      numbers.slice(2).every((one) => one >= 0)
    ) {
      const [, , value = NaN, count = NaN] = numbers
      const one = seenOf(seen, words[0], words[1])
      if (count > 0) one?.[kind === 'size' ? 'sizes' : kind].set(value, count)
    } else if (kind === 'seen' && first >= 0) all = first
    else if (kind === 'end') {
      end = words[0]
      if (second > 0)
        problems.push(
          `The kernel dropped ${String(second)} events of block requests that came too fast; the rest is summarised.`,
        )
    } else return nothing(`line ${String(at + 1)} of the summary is not as the tracer writes it`)
  }
  if (!clock || all === undefined || end === undefined) return nothing('the tracer was cut off')
  if (end === 'enough')
    problems.push(
      `Block requests were traced until there were enough (${String(all)}); the summary is of the first part of the run.`,
    )
  if (all === 0) problems.push('No block request reached the traced devices.')
  const startedAtMs = options.startedAtMs ?? clock.atMs
  return {
    observations: [
      ...series.result(options.test, startedAtMs, options.intervalSeconds),
      ...[...seen.values()].flatMap((one) => [
        ...scalarsOf(one, options.test),
        ...histogramsOf(one, options.test),
      ]),
      ...readShares(seen, options.test),
    ],
    problems,
  }
}

function nothing(reason: string): ObservedRequests {
  return { observations: [], problems: [`Block requests were not recorded: ${reason}.`] }
}

function seenOf(
  seen: Map<string, Seen>,
  device: string | undefined,
  way: string | undefined,
): Seen | undefined {
  const direction = directions.find((one) => one === way)
  if (device === undefined || direction === undefined || direction === 'total') return undefined
  const key = `${device} ${direction}`
  let one = seen.get(key)
  if (!one) {
    const counts = { requests: 0, bytes: 0, sequential: 0, served: 0, servedUs: 0, waits: 0, waitedUs: 0 }
    const found = { sizes: new Map(), service: new Map(), queue: new Map() }
    seen.set(key, (one = { device, direction, ...counts, ...found }))
  }
  return one
}

/** One line of the summary over time: rates, dated at the end of their interval. */
function addInterval(
  series: ObservedSeries,
  one: Seen | undefined,
  numbers: readonly number[],
  seconds: number,
  { intervalSeconds }: RequestOptions,
): void {
  if (!one) return
  const [requests = 0, bytes = 0, sequential = 0, served = 0, servedUs = 0, waits = 0, waitedUs = 0] = numbers
  one.requests += requests
  one.bytes += bytes
  one.sequential += sequential
  one.served += served
  one.servedUs += servedUs
  one.waits += waits
  one.waitedUs += waitedUs
  const of = { source: 'requests', device: one.device, direction: one.direction } as const
  series.add({ ...of, metric: 'iops', unit: 'IOPS' }, seconds, requests / intervalSeconds)
  series.add({ ...of, metric: 'bandwidth', unit: 'B/s' }, seconds, bytes / intervalSeconds)
  series.add({ ...of, metric: 'request_size_mean', unit: 'B' }, seconds, bytes / requests)
  series.add({ ...of, metric: 'request_sequential', unit: '%' }, seconds, (100 * sequential) / requests)
  series.add({ ...of, metric: 'device_latency_mean', unit: 'ns' }, seconds, (1000 * servedUs) / served)
  series.add({ ...of, metric: 'queue_wait_mean', unit: 'ns' }, seconds, (1000 * waitedUs) / waits)
}

function scalarsOf(one: Seen, test: string): readonly Scalar[] {
  const { device, direction } = one
  const scalar = (metric: string, unit: Scalar['unit'], value: number, blockBytes?: number) =>
    Number.isFinite(value)
      ? [
          {
            ...({ kind: 'scalar', source: 'requests' } as const),
            ...{ test, device, direction, metric, unit, value },
            ...(blockBytes !== undefined && { levels: { block_size: blockBytes } }),
          },
        ]
      : []
  const sizes = [...one.sizes].sort(([, first], [, second]) => second - first).slice(0, mostSizes)
  return [
    ...scalar('request_count', 'count', one.requests),
    ...scalar('request_size_mean', 'B', one.bytes / one.requests),
    ...scalar('request_sequential', '%', (100 * one.sequential) / one.requests),
    ...scalar('device_latency_mean', 'ns', (1000 * one.servedUs) / one.served),
    ...scalar('queue_wait_mean', 'ns', (1000 * one.waitedUs) / one.waits),
    ...sizes.flatMap(([bytes, count]) => scalar('request_count', 'count', count, bytes)),
  ]
}

function histogramsOf({ device, direction, service, queue }: Seen, test: string): readonly Histogram[] {
  const histogram = (metric: string, bins: ReadonlyMap<number, number>): readonly Histogram[] => {
    const sorted = [...bins].sort(([first], [second]) => first - second)
    if (sorted.length === 0) return []
    return [
      {
        ...({ kind: 'histogram', source: 'requests', unit: 'ns' } as const),
        ...{ test, device, direction, metric },
        binsNs: sorted.map(([us]) => us * 1000),
        counts: sorted.map(([, count]) => count),
      },
    ]
  }
  return [...histogram('device_latency', service), ...histogram('queue_wait', queue)]
}

/** For each device: the mix it saw, without trims. */
function readShares(seen: ReadonlyMap<string, Seen>, test: string): readonly Scalar[] {
  const devices = [...new Set([...seen.values()].map(({ device }) => device))]
  return devices.flatMap((device) => {
    const count = (direction: Direction) => seen.get(`${device} ${direction}`)?.requests ?? 0
    const [reads, writes] = [count('read'), count('write')]
    if (reads + writes === 0) return []
    const value = (100 * reads) / (reads + writes)
    return [
      {
        ...({ kind: 'scalar', source: 'requests', direction: 'total', unit: '%' } as const),
        ...{ test, device, metric: 'request_read_share', value },
      },
    ]
  })
}
