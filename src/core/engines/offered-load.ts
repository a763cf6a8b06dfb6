import type { Scalar } from '../results/observation'
import { qualifies, type Reservation } from '../results/reservation'
import type { Workload } from '../plan/plan'
import { formatIops } from '../units/unit-scale'
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
}

/** From this share on, a drive keeps up with the offered load, apart from random arrivals. */
const keptUpShare = 0.95

/** The offered load, and how much of it was served; nothing if requests had no rate. */
export function offeredScalars(test: string, load: OfferedLoad | undefined): readonly Scalar[] {
  if (load === undefined) return []
  const { metric, offered, reached } = load
  return [
    ...scalarOf(test, 'total', metric, offered),
    ...scalarOf(
      test,
      'total',
      'offered_reached',
      reached === undefined ? undefined : (100 * reached) / offered,
    ),
  ]
}

/** A warning if less was served than offered. */
export function offeredWarnings(load: OfferedLoad | undefined): readonly Reservation[] {
  if (load?.reached === undefined) return []
  const { metric, offered, reached, count } = load
  const chance = 4 / Math.sqrt(Math.max(1, count ?? 1))
  if (reached / offered >= keptUpShare - chance) return []
  const what = metric === 'offered_iops' ? 'requests' : 'transactions'
  return [
    qualifies(
      'offered-rate-not-reached',
      `Saturated: ${formatIops(reached)} of the ${formatIops(offered)} ${what} a second that were offered were served, so ${what} waited longer and longer.`,
    ),
  ]
}

/** The maximum a run moves because of its rate. `blockBytes`: bytes of one request; undefined if that is not known. */
export function offeredCost(workload: Workload, blockBytes: number | undefined): Pick<RunCost, 'offered'> {
  const { offered_iops: rate, offered_percent: percent } = workload
  if (typeof rate === 'number' && blockBytes !== undefined)
    return { offered: { bytesPerSecond: rate * blockBytes } }
  return typeof percent === 'number' ? { offered: { share: Math.min(1, percent / 100) } } : {}
}
