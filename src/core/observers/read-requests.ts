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

/** What is counted in an interval, in the order of its line. */
const counted = ['requests', 'bytes', 'sequential', 'served', 'servedUs', 'waits', 'waitedUs'] as const
type Counts = Record<(typeof counted)[number], number>

/** Totals of one direction of one device. */
interface Seen {
  readonly device: string
  readonly direction: Direction
  readonly counts: Counts
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
    one = { device, direction, counts, sizes: new Map(), service: new Map(), queue: new Map() }
    seen.set(key, one)
  }
  return one
}

/** What follows from counts, by metric; rates only for an interval. */
function quantitiesOf(counts: Counts) {
  const { requests, bytes, sequential, served, servedUs, waits, waitedUs } = counts
  return [
    ['request_size_mean', 'B', bytes / requests],
    ['request_sequential', '%', (100 * sequential) / requests],
    ['device_latency_mean', 'ns', (1000 * servedUs) / served],
    ['queue_wait_mean', 'ns', (1000 * waitedUs) / waits],
  ] as const
}

/** One line of the summary over time, dated at the end of its interval. */
function addInterval(
  series: ObservedSeries,
  one: Seen | undefined,
  numbers: readonly number[],
  seconds: number,
  { intervalSeconds }: RequestOptions,
): void {
  if (!one) return
  const counts = { ...one.counts }
  counted.forEach((name, at) => {
    counts[name] = numbers[at] ?? 0
    one.counts[name] += counts[name]
  })
  const of = { source: 'requests', device: one.device, direction: one.direction } as const
  series.add({ ...of, metric: 'iops', unit: 'IOPS' }, seconds, counts.requests / intervalSeconds)
  series.add({ ...of, metric: 'bandwidth', unit: 'B/s' }, seconds, counts.bytes / intervalSeconds)
  for (const [metric, unit, value] of quantitiesOf(counts))
    series.add({ ...of, metric, unit }, seconds, value)
}

function scalarsOf({ device, direction, counts, sizes }: Seen, test: string): readonly Scalar[] {
  const of = { kind: 'scalar', source: 'requests', test, device, direction } as const
  const count = { ...of, metric: 'request_count', unit: 'count' } as const
  const most = [...sizes].sort(([, first], [, second]) => second - first).slice(0, mostSizes)
  return [
    { ...count, value: counts.requests },
    ...quantitiesOf(counts)
      .filter(([, , value]) => Number.isFinite(value))
      .map(([metric, unit, value]) => ({ ...of, metric, unit, value })),
    ...most.map(([bytes, requests]) => ({ ...count, value: requests, levels: { block_size: bytes } })),
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
    const count = (direction: Direction) => seen.get(`${device} ${direction}`)?.counts.requests ?? 0
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
