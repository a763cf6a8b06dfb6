import type { PlanEnvironment } from '../plan/advice'
import { leastEndurance, mostEndurance, type Plan } from '../plan/plan'
import { parsed, quoted, unreadable, type Parsed } from '../units/parsed'
import { estimatePlan } from './plan-estimate'

/** Full writes of its capacity that a drive is assumed to endure: what makers of consumer SSDs promise (600 TBW per terabyte). */
const assumedFullWrites = 600

/** Below this the drive's own estimate is too coarse to use. */
const leastPercentUsed = 5

/** How much endurance a plan uses of the drive it runs on. */
export interface Wear {
  readonly bytesWritten: number
  /** Bytes that may be written to the drive over its lifetime. */
  readonly ratedBytes: number
  /** `plan`: the rating the user entered; `drive`: from the drive's own wear report; `assumed`: from its capacity. */
  readonly basis: 'plan' | 'drive' | 'assumed'
  /** 0 to 1 and beyond. */
  readonly share: number
  /** The bytes are the most that the drive's bus takes: nothing was measured on it yet. */
  readonly isMost: boolean
}

/**
 * Undefined if the amount written is unknown, or both the drive and its rating are. Without a rating from the user,
 * also undefined for hard disks, which do not wear out by writing; many virtual disks report themselves as
 * rotational.
 */
export function wearOf(plan: Plan, environment: PlanEnvironment): Wear | undefined {
  const { drive } = environment.target ?? {}
  const { ratedEndurance } = plan
  const { bytesWritten = 0, bytesWrittenBasis } = estimatePlan(plan, environment)
  if (bytesWritten === 0) return undefined
  const isMost = bytesWrittenBasis === 'assumed-rate'
  if (ratedEndurance !== undefined) return wear(bytesWritten, ratedEndurance, 'plan', isMost)
  if (drive === undefined || drive.rotational === true) return undefined
  const { percentUsed = 0, bytesWritten: before, sizeBytes } = drive
  if (percentUsed >= leastPercentUsed && before !== undefined && before > 0)
    return wear(bytesWritten, before / (percentUsed / 100), 'drive', isMost)
  // A loop device without a file has a size of 0.
  return !sizeBytes ? undefined : wear(bytesWritten, assumedFullWrites * sizeBytes, 'assumed', isMost)
}

/** A plan of one machine, with what is known about that machine. */
export interface LookedAt {
  readonly plan: Plan
  readonly environment: PlanEnvironment
}

/** The endurance that the plans of one start use together on one drive. */
export interface DriveWear extends Wear {
  readonly plans: readonly Plan[]
}

/**
 * The endurance that the plans of one start use on each drive, summed over all plans on it. A rating from the user
 * takes precedence over the drive's report, and that over an assumption; of several of the same kind the smallest
 * counts.
 */
export function wearOfDrives(looked: readonly LookedAt[]): readonly DriveWear[] {
  const drives = new Map<string, DriveWear>()
  for (const [at, { plan, environment }] of looked.entries()) {
    const own = wearOf(plan, environment)
    if (own === undefined) continue
    const { device } = environment.target ?? {}
    const key = device === undefined ? String(at) : `${plan.hosts[0]} ${device}`
    const before = drives.get(key)
    const { ratedBytes, basis } = before ? firmer(before, own) : own
    const bytesWritten = (before?.bytesWritten ?? 0) + own.bytesWritten
    const isMost = own.isMost || before?.isMost === true
    drives.set(key, {
      ...wear(bytesWritten, ratedBytes, basis, isMost),
      plans: [...(before?.plans ?? []), plan],
    })
  }
  return [...drives.values()]
}

function firmer(one: Wear, other: Wear): Wear {
  const ranks = { plan: 0, drive: 1, assumed: 2 } as const
  const difference = ranks[one.basis] - ranks[other.basis] || one.ratedBytes - other.ratedBytes
  return difference <= 0 ? one : other
}

function wear(bytesWritten: number, ratedBytes: number, basis: Wear['basis'], isMost: boolean): Wear {
  return { bytesWritten, ratedBytes, basis, share: bytesWritten / ratedBytes, isMost }
}

/**
 * Reads a rated endurance as data sheets state it, in units of 1000: "600 TB", "600TBW", "1.2 PBW". A bare number is
 * in terabytes. Returns bytes.
 */
export function parseEndurance(text: string): Parsed<number> {
  const compact = text.replace(/[\s\u2009\u202f_]/g, '')
  const [, amount, unit = 'T'] = /^(\d+(?:\.\d+)?|\.\d+)(?:([gtpe])(?:bw?|w)?)?$/i.exec(compact) ?? []
  if (amount === undefined)
    return unreadable(`${quoted(text.trim())} is not a rated endurance. Write it like 600 TB or 1.2 PB.`)
  const bytes = Math.round(Number(amount) * 1000 ** (3 + 'GTPE'.indexOf(unit.toUpperCase())))
  return bytes >= leastEndurance && bytes <= mostEndurance
    ? parsed(bytes)
    : unreadable(`${quoted(text.trim())} is out of range: a rated endurance is from 1 GB to 1000 PB.`)
}
