import { testLabel } from '../plan/levels/level-words'
import type { LevelValue } from '../plan/plan'
import { formatBytes } from '../units/bytes'
import { formatPercent } from '../units/number-format'
import { largestOf, present } from '../iterables'
import { withinSentence } from '../text/plain-text'
import type { Scalar } from './observation'

/** Whether a device saw what the plan specifies, in a sentence. */
export interface RequestFinding {
  readonly isAsPlanned: boolean
  readonly text: string
}

export interface SeenDevice {
  readonly device: string
  readonly directions: readonly SeenDirection[]
  readonly findings: readonly RequestFinding[]
}

/** Percentage points by which a share may differ from the requested one before it is reported: random mixes scatter by less. */
const shareTolerance = 2
/** Share of requests that must have the requested size, or be sequential or not as requested. */
const mostOfThem = 90

/** The block requests of a run by device, compared with its parameters; empty if none were recorded. */
export function seenRequests(
  observed: readonly Scalar[],
  parameters: Readonly<Record<string, LevelValue>>,
): readonly SeenDevice[] {
  const requests = observed.filter(({ source }) => source === 'requests')
  const devices = [...new Set(requests.map(({ device }) => device ?? ''))]
  return devices.map((device) => {
    const own = requests.filter((one) => (one.device ?? '') === device)
    const directions = directionsOf(own)
    return { device, directions, findings: findingsOf(directions, parameters) }
  })
}

/** What the block layer sent to one device in one direction. */
export type SeenDirection = ReturnType<typeof directionsOf>[number]

function directionsOf(own: readonly Scalar[]) {
  const whole = own.filter(({ metric, levels }) => metric === 'request_count' && levels === undefined)
  const all = whole.reduce((sum, { value }) => sum + value, 0)
  return whole.map(({ direction, value }) => {
    const of = (metric: string) =>
      own.find((one) => one.metric === metric && one.direction === direction && one.levels === undefined)
        ?.value
    const sizes = own.flatMap((one) => {
      const bytes = one.levels?.block_size
      return one.metric === 'request_count' && one.direction === direction && typeof bytes === 'number'
        ? [{ bytes, requests: one.value }]
        : []
    })
    return {
      ...{ direction, requests: value },
      /** Share of the device's requests, 0 to 100. */
      sharePercent: all > 0 ? (100 * value) / all : 0,
      meanBytes: of('request_size_mean'),
      /** Requests that continue a previous one. */
      sequentialPercent: of('request_sequential'),
      /** Mean times in the device and queued before it. */
      deviceNs: of('device_latency_mean'),
      queueNs: of('queue_wait_mean'),
      /** The most frequent first. */
      sizes: sizes.sort((one, other) => other.requests - one.requests),
    }
  })
}

function findingsOf(
  directions: readonly SeenDirection[],
  { pattern, read_percent: readPercent, block_size: blockSize }: Readonly<Record<string, LevelValue>>,
): readonly RequestFinding[] {
  const moved = directions.filter(({ direction }) => direction === 'read' || direction === 'write')
  const all = moved.reduce((sum, { requests }) => sum + requests, 0)
  if (all === 0) return []
  return present(
    mixFinding(moved, all, pattern, readPercent),
    ...sizeFinding(moved, all, blockSize),
    orderFinding(moved, all, pattern),
  )
}

function mixFinding(
  moved: readonly SeenDirection[],
  all: number,
  pattern: LevelValue | undefined,
  readPercent: LevelValue | undefined,
): RequestFinding | undefined {
  const word = typeof pattern === 'string' ? pattern : ''
  const asked = word.endsWith('-read') ? 100 : word.endsWith('-write') ? 0 : readPercent
  if (typeof asked !== 'number') return undefined
  const reads = moved.find(({ direction }) => direction === 'read')?.requests ?? 0
  const seen = (100 * reads) / all
  return {
    isAsPlanned: Math.abs(seen - asked) <= shareTolerance,
    text: `Reads: ${formatPercent(seen)} of the requests, ${formatPercent(asked)} asked for.`,
  }
}

function sizeFinding(
  moved: readonly SeenDirection[],
  all: number,
  blockSize: LevelValue | undefined,
): readonly RequestFinding[] {
  if (typeof blockSize !== 'number') return []
  const sizes = moved.flatMap((one) => one.sizes)
  const asked = sizes
    .filter(({ bytes }) => bytes === blockSize)
    .reduce((sum, { requests }) => sum + requests, 0)
  const most = largestOf(sizes.map(({ requests }) => requests))
  const usual = sizes.find(({ requests }) => requests === most)
  const share = (100 * asked) / all
  const isAsPlanned = share >= mostOfThem
  const other = isAsPlanned || usual === undefined ? '' : `; most had ${formatBytes(usual.bytes)}`
  return [
    {
      isAsPlanned,
      text: `Size: ${formatPercent(share)} of the requests had the ${formatBytes(blockSize)} asked for${other}.`,
    },
  ]
}

function orderFinding(
  moved: readonly SeenDirection[],
  all: number,
  pattern: LevelValue | undefined,
): RequestFinding | undefined {
  const word = typeof pattern === 'string' ? pattern : ''
  if (!word.startsWith('random') && !word.startsWith('sequential')) return undefined
  const sequential = moved.reduce((sum, one) => sum + one.requests * (one.sequentialPercent ?? 0), 0) / all
  const isAsPlanned = word.startsWith('random') ? sequential <= 100 - mostOfThem : sequential >= mostOfThem
  return {
    isAsPlanned,
    text: `Order: ${formatPercent(sequential)} of the requests continued one before; ${withinSentence(testLabel(word))} was asked for.`,
  }
}
