import type { PlanEnvironment } from '../plan/advice'
import { caseAt, workloadOf } from '../plan/cases'
import { usedBytesAt, usedPercentOf } from '../plan/fill-level'
import { orderRuns } from '../plan/order'
import type { Plan } from '../plan/plan'
import { largestOf } from '../units/iterables'

export interface BallastCost {
  readonly bytesWritten: number
  /** Largest size of the ballast. */
  readonly spaceBytes: number
}

const fillKeys = ['fill_percent', 'reserved_percent']
const nothing: BallastCost = { bytesWritten: 0, spaceBytes: 0 }

/**
 * What the file costs that fills the file system to the levels of a plan beside a data file of `fileBytes`: it grows where a
 * run needs more than the one before, and is cut where it needs less. Nothing where the size of the target is not known.
 */
export function ballastCost(plan: Plan, { target }: PlanEnvironment, fileBytes: number): BallastCost {
  const { totalBytes, freeBytes } = target ?? {}
  const isFilled = fillKeys.some(
    (key) => Object.hasOwn(plan.base, key) || plan.axes.some((axis) => axis.key === key),
  )
  if (!isFilled || totalBytes === undefined || freeBytes === undefined || plan.target.kind !== 'folder')
    return nothing
  const known = new Map<number, number>()
  const sizes = orderRuns(plan).map(({ caseIndex }) => {
    const found = known.get(caseIndex)
    if (found !== undefined) return found
    const percent = usedPercentOf(workloadOf(plan, caseAt(plan, caseIndex))) ?? 0
    const size = Math.max(0, usedBytesAt(percent, totalBytes) - (totalBytes - freeBytes) - fileBytes)
    known.set(caseIndex, size)
    return size
  })
  const bytesWritten = sizes.reduce((sum, size, at) => sum + Math.max(0, size - (sizes[at - 1] ?? 0)), 0)
  return { bytesWritten, spaceBytes: largestOf(sizes, 0) }
}
