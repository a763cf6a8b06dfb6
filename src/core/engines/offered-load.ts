import type { Scalar } from '../results/observation'
import { qualifies, type Reservation } from '../results/reservation'
import type { Workload } from '../plan/plan'
import { present } from '../iterables'
import { formatPercent } from '../units/number-format'
import { formatIops } from '../units/unit-scale'
import { cutOffShare, exhaustedShare, keptUpShare } from '../results/metrics'
import type { RunCost } from './engine'
import { scalarOf } from './observations'

/** The load offered to a run, regardless of how much it served. */
export interface OfferedLoad {
  readonly metric: 'offered_iops' | 'offered_transactions'
  /** Per second, like `reached`. */
  readonly offered: number
  readonly reached: number | undefined
  /** Requests or transactions that the run served. */
  readonly count: number | undefined
  /** The most in flight at once. */
  readonly depth: number
  /** Share of the requests at which all of the depth was in use, 0 to 1; undefined if the engine does not tell. */
  readonly fullShare: number | undefined
  /** Latency includes the wait until there is room in the depth. */
  readonly countsWaiting?: true
}

/** The offered load, how much of it was served, and how often the depth was full; nothing if requests had no rate. */
export function offeredScalars(test: string, load: OfferedLoad | undefined): readonly Scalar[] {
  if (load === undefined) return []
  const { metric, offered, reached, fullShare } = load
  const percent = (share: number | undefined) => (share === undefined ? undefined : 100 * share)
  return [
    ...scalarOf(test, 'total', metric, offered),
    ...scalarOf(
      test,
      'total',
      'offered_reached',
      reached === undefined ? undefined : percent(reached / offered),
    ),
    ...scalarOf(test, 'total', 'depth_full', percent(fullShare)),
  ]
}

/** A warning if less was served than offered, with the reason as far as known, or if waiting was cut off. */
export function offeredWarnings(load: OfferedLoad | undefined): readonly Reservation[] {
  if (load === undefined) return []
  return present(notReached(load), cutOff(load))
}

function notReached({ metric, offered, reached, count, fullShare }: OfferedLoad): Reservation | undefined {
  if (reached === undefined) return undefined
  const chance = 4 / Math.sqrt(Math.max(1, count ?? 1))
  if (reached / offered >= keptUpShare - chance) return undefined
  const what = metric === 'offered_iops' ? 'requests' : 'transactions'
  const served = `${formatIops(reached)} of the ${formatIops(offered)} ${what} a second that were offered`
  if (fullShare === undefined)
    return qualifies(
      'offered-rate-not-reached',
      `Only ${served} were served; whether the depth was exhausted is not known.`,
    )
  if (fullShare < exhaustedShare)
    return qualifies(
      'generator-short',
      `The generator did not reach the rate: ${served} were made, with depth to spare.`,
    )
  return qualifies(
    'offered-rate-not-reached',
    `Saturated: ${served} were served and the depth was exhausted, so ${what} waited longer and longer.`,
  )
}

function cutOff({ depth, fullShare, countsWaiting }: OfferedLoad): Reservation | undefined {
  if (countsWaiting === true || fullShare === undefined || fullShare <= cutOffShare) return undefined
  return qualifies(
    'waiting-cut-off',
    `Waiting was cut off at depth ${String(depth)}, which was full at ${formatPercent(100 * fullShare)} of the requests: this is not the response time a user would see.`,
  )
}

/** The maximum a run moves because of its rate. `blockBytes`: bytes of one request; undefined if that is not known. */
export function offeredCost(workload: Workload, blockBytes: number | undefined): Pick<RunCost, 'offered'> {
  const { offered_iops: rate, offered_percent: percent } = workload
  if (typeof rate === 'number' && blockBytes !== undefined)
    return { offered: { bytesPerSecond: rate * blockBytes } }
  return typeof percent === 'number' ? { offered: { share: Math.min(1, percent / 100) } } : {}
}
