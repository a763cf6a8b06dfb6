import type { PlanEnvironment } from '../plan/advice'
import { caseAt, workloadOf } from '../plan/cases'
import { filledBytesAt, fillKeyOf, usedBytesAt, usedPercentOf } from '../plan/fill-level'
import { orderRuns } from '../plan/order'
import type { Plan } from '../plan/plan'
import { largestOf } from '../units/iterables'

export interface BallastCost {
  readonly bytesWritten: number
  /** Largest size of the ballast. */
  readonly spaceBytes: number
}

const nothing: BallastCost = { bytesWritten: 0, spaceBytes: 0 }

/**
 * What it costs to fill a file system or raw device to the levels of a plan beside a data file of `fileBytes`: the ballast
 * grows where a run needs more than the one before, and is cut where it needs less. Nothing where the size of the target is
 * not known.
 */
export function ballastCost(plan: Plan, environment: PlanEnvironment, fileBytes: number): BallastCost {
  const ballastAt = ballastSize(plan, environment, fileBytes)
  if (fillKeyOf(plan) === undefined || !ballastAt) return nothing
  const known = new Map<number, number>()
  const sizes = orderRuns(plan).map(({ caseIndex }) => {
    const found = known.get(caseIndex)
    if (found !== undefined) return found
    const percent = usedPercentOf(workloadOf(plan, caseAt(plan, caseIndex))) ?? 0
    const size = Math.max(0, ballastAt(percent))
    known.set(caseIndex, size)
    return size
  })
  const bytesWritten = sizes.reduce((sum, size, at) => sum + Math.max(0, size - (sizes[at - 1] ?? 0)), 0)
  return { bytesWritten, spaceBytes: largestOf(sizes, 0) }
}

/** Bytes of ballast at a level; undefined where the size of the target is not known. */
function ballastSize(
  { target: { kind } }: Plan,
  { target }: PlanEnvironment,
  fileBytes: number,
): ((percent: number) => number) | undefined {
  const { totalBytes, freeBytes, guard } = target ?? {}
  const deviceBytes = guard?.device?.sizeBytes
  if (kind === 'device' && deviceBytes !== undefined)
    return (percent) => filledBytesAt(percent, deviceBytes) - fileBytes
  if (kind !== 'folder' || totalBytes === undefined || freeBytes === undefined) return undefined
  return (percent) => usedBytesAt(percent, totalBytes) - (totalBytes - freeBytes) - fileBytes
}
