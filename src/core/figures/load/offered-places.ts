import { smallestOf } from '../../units/iterables'
import type { UsualSettings } from '../usual-settings'
import { type LoadLine, type LoadPoint, middleAt } from './load-lines'

/** A drive that reaches less than this share of what is offered is saturated. */
const reachedShare = 0.95

/** A point at what was offered there, requests or transactions a second. */
export interface OfferedPlace {
  readonly point: LoadPoint
  readonly offered: number
  readonly reached: number | undefined
  /** Less than 95 % of what was offered was reached; undefined where that is not known. */
  readonly isShort: boolean | undefined
}

/** What is offered, by what is reached of it: requests of a drive, transactions of a database. */
export const offeredMetrics = { iops: 'offered_iops', transactions: 'offered_transactions' } as const

/** What runs under load reach. */
export type ReachedMetric = keyof typeof offeredMetrics

/** The points of a line by what was offered; those of an unknown rate are left out. */
export function offeredPlaces(
  line: LoadLine,
  loadKey: string,
  rate: ReachedMetric,
  statistic: UsualSettings['statistic'],
): readonly OfferedPlace[] {
  return line.points
    .flatMap((point): readonly OfferedPlace[] => {
      const offered = offeredAt(point, loadKey, rate)
      const reached = middleAt(point, rate, statistic)?.value
      const isShort =
        reached === undefined || offered === undefined ? undefined : reached < reachedShare * offered
      return offered === undefined ? [] : [{ point, offered, reached, isShort }]
    })
    .sort((a, b) => a.offered - b.offered)
}

/** What the runs say was offered, else what their level says; undefined for a share of a capacity that is not known. */
function offeredAt(
  { load, parameters, runs }: LoadPoint,
  loadKey: string,
  rate: ReachedMetric,
): number | undefined {
  const told = runs.get(offeredMetrics[rate]) ?? []
  if (told.length > 0) return told.reduce((all, { value }) => all + value, 0) / told.length
  if (loadKey === offeredMetrics[rate]) return load
  if (loadKey !== 'rate_iops') return undefined
  const { jobs } = parameters
  return load * (typeof jobs === 'number' ? jobs : 1)
}

/** The smallest offered rate that was not reached. */
export function saturationOf(places: readonly OfferedPlace[]): number | undefined {
  const short = places.filter(({ isShort }) => isShort === true)
  return short.length === 0 ? undefined : smallestOf(short.map(({ offered }) => offered))
}
