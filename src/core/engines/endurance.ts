import type { PlanEnvironment } from '../plan/advice'
import type { Plan } from '../plan/plan'
import { estimatePlan } from './plan-estimate'

/** Full writes of its capacity that a drive is taken to endure: what makers of consumer SSDs promise (600 TBW a terabyte). */
const assumedFullWrites = 600

/** Below this the drive's own estimate is too coarse to reckon with. */
const leastPercentUsed = 5

/** What a plan takes of the endurance of the drive it runs on. */
export interface Wear {
  readonly bytesWritten: number
  /** Bytes the drive may be written with in its life. */
  readonly ratedBytes: number
  /** `drive`: from what the drive says of its own wear; `assumed`: from its capacity. */
  readonly basis: 'drive' | 'assumed'
  /** 0 to 1 and beyond. */
  readonly share: number
}

/** Undefined for hard disks, which do not wear out by writing, and where the drive or what is written is not known. */
export function wearOf(plan: Plan, environment: PlanEnvironment): Wear | undefined {
  const { drive } = environment.target ?? {}
  const { bytesWritten = 0 } = estimatePlan(plan, environment)
  if (drive === undefined || drive.rotational === true || bytesWritten === 0) return undefined
  const { percentUsed = 0, bytesWritten: before, sizeBytes } = drive
  if (percentUsed >= leastPercentUsed && before !== undefined && before > 0)
    return wear(bytesWritten, before / (percentUsed / 100), 'drive')
  return sizeBytes === undefined ? undefined : wear(bytesWritten, assumedFullWrites * sizeBytes, 'assumed')
}

function wear(bytesWritten: number, ratedBytes: number, basis: Wear['basis']): Wear {
  return { bytesWritten, ratedBytes, basis, share: bytesWritten / ratedBytes }
}
