import {
  type DriveFacts,
  type MeasuredRate,
  type MeasuredTimes,
  type PlanEnvironment,
  type PlanEstimate,
  type TimeAtRate,
  writtenBases,
} from '../plan/advice'
import { caseAt, caseCount, excludedIndexes, mostCases, workloadOf } from '../plan/cases'
import type { Plan } from '../plan/plan'
import { groupCases, layoutCount } from './case-groups'
import { contentSettings, variesContent } from './content/plan-content'
import type { Engine, RunCost } from './engine'
import { isOffered, preparedWorkload, runsCases } from './preparation/prepared-workload'
import { findEngine } from './registry'
import { largestOf } from '../iterables'
import { filledBytesAt, fillKeyOf, usedBytesAt, usedPercentOf } from '../plan/fill-level'
import { orderRuns } from '../plan/order'

/**
 * Assumed rates while none is known: a fast NVMe drive with large requests, and a hard disk or small random requests
 * on a simple SSD. Labelled as assumed wherever they are shown.
 */
const assumedBytesPerSecond = { fast: 2e9, slow: 100e6 }

/** The cost of a plan. Visits combinations of the axes that affect the cost, not cases. */
export function estimatePlan(plan: Plan, environment: PlanEnvironment): PlanEstimate {
  const engine = findEngine(plan.engine)
  const excludedCount = excludedIndexes(plan).size
  const count = caseCount(plan)
  const runCount = (count - excludedCount) * plan.repetitions
  const counts = { caseCount: count, excludedCount, runCount }
  if (!engine || count > mostCases) return { ...counts, bytesWrittenBasis: 'unknown', spaceBytes: 0 }
  const groups = groupCases(plan, engine.costKeys)
  const costs = groups.map((group) => ({
    cost: engine.cost(group.workload),
    runs: group.count * plan.repetitions,
  }))
  const spaceBytes = largestOf(
    costs.map(({ cost }) => cost.fileBytes),
    0,
  )
  const { measuredRates, measuredTimes } = environment
  const layouts = spaceBytes === 0 ? 0 : layoutCount(plan, engine)
  const layoutBytes = layouts * spaceBytes
  const rounds = caseSteps(plan, engine)
  const filled = fillBytes(plan, environment.target?.guard?.device?.sizeBytes ?? spaceBytes)
  const ballast = ballastCost(plan, environment, spaceBytes)
  const pauses = Math.max(0, runCount - 1) * plan.pauseSeconds
  const secondsOf = (cost: RunCost) => runSeconds(cost, measuredTimes)
  const runs = sumKnown(costs.map(({ cost, runs }) => times(secondsOf(cost), runs)))
  const moved = sumKnown(costs.map(({ cost, runs }) => times(cost.bytesMoved, runs)))
  const layoutRate = measuredTimes?.layoutBytesPerSecond ?? expectedRate(undefined, measuredRates)
  const around =
    pauses +
    (measuredTimes?.calibrationSeconds ?? assumedCalibrationSeconds) *
      (variesContent(plan) ? contentSettings(plan).length : 0) +
    rounds.reduce((sum, { cost, runs }) => sum + (secondsOf(cost) ?? 0) * runs, 0) +
    (layoutBytes + filled + ballast.bytesWritten) / layoutRate
  const atRate = (bytesPerSecond: number) => ({
    bytesPerSecond,
    seconds: around + (moved ?? 0) / bytesPerSecond,
  })
  const busRate = busBytesPerSecond(environment.target?.drive)
  return {
    ...counts,
    seconds: runs === undefined ? undefined : runs + around,
    ...(runs === undefined &&
      moved !== undefined && {
        atRates: { fast: atRate(assumedBytesPerSecond.fast), slow: atRate(assumedBytesPerSecond.slow) },
      }),
    ...writtenBytes(
      [...costs, ...rounds],
      layoutBytes + filled + ballast.bytesWritten,
      measuredRates,
      busRate,
    ),
    spaceBytes: spaceBytes + ballast.spaceBytes,
    ...(lacksTargetSize(plan, environment, spaceBytes) && { lacksTargetSize: true }),
  }
}

/** The cost of this share of a plan's runs; the space it needs is that of the whole plan. */
export function costOfShare(estimate: PlanEstimate, share: number): PlanEstimate {
  const { seconds, bytesWritten, atRates } = estimate
  const timeAt = (rate: TimeAtRate): TimeAtRate => ({ ...rate, seconds: rate.seconds * share })
  return {
    ...estimate,
    runCount: Math.round(estimate.runCount * share),
    ...(seconds !== undefined && { seconds: seconds * share }),
    ...(bytesWritten !== undefined && { bytesWritten: bytesWritten * share }),
    ...(atRates && { atRates: { fast: timeAt(atRates.fast), slow: timeAt(atRates.slow) } }),
  }
}

/** The cost of several plans that run one after the other, each with its own data file. */
export function sumEstimates(estimates: readonly PlanEstimate[]): PlanEstimate {
  const sum = (of: (one: PlanEstimate) => number) => estimates.reduce((total, one) => total + of(one), 0)
  const seconds = sumKnown(estimates.map((one) => one.seconds))
  const rates = estimates.find((one) => one.atRates)?.atRates
  const timeAt = (which: 'fast' | 'slow') =>
    sumKnown(estimates.map((one) => one.seconds ?? one.atRates?.[which].seconds))
  const [fast, slow] = [timeAt('fast'), timeAt('slow')]
  return {
    caseCount: sum((one) => one.caseCount),
    excludedCount: sum((one) => one.excludedCount),
    runCount: sum((one) => one.runCount),
    ...(seconds !== undefined && { seconds }),
    ...(seconds === undefined &&
      rates &&
      fast !== undefined &&
      slow !== undefined && {
        atRates: { fast: { ...rates.fast, seconds: fast }, slow: { ...rates.slow, seconds: slow } },
      }),
    bytesWritten: sumKnown(estimates.map((one) => one.bytesWritten)),
    bytesWrittenBasis:
      writtenBases.find((basis) => estimates.some((one) => one.bytesWrittenBasis === basis)) ?? 'exact',
    spaceBytes: sum((one) => one.spaceBytes),
    ...(estimates.some((one) => one.lacksTargetSize) && { lacksTargetSize: true }),
  }
}

/** The bytes that fills write; the duration of a purge depends on the drive and is not known beforehand. */
function fillBytes({ preparation = [] }: Plan, capacityBytes: number): number {
  return preparation.reduce((sum, step) => ('passes' in step ? sum + step.passes * capacityBytes : sum), 0)
}

/** Whether a plan fills a device, or a target to a level, whose size is not known. */
function lacksTargetSize(plan: Plan, environment: PlanEnvironment, fileBytes: number): boolean {
  const { preparation = [], target } = plan
  const fillsDevice = target.kind === 'device' && preparation.some((step) => 'passes' in step)
  const isUnknown = environment.target?.guard?.device?.sizeBytes === undefined
  return (
    (fillsDevice && isUnknown) ||
    (fillKeyOf(plan) !== undefined && ballastSize(plan, environment, fileBytes) === undefined)
  )
}

interface CostOfRuns {
  readonly cost: RunCost
  readonly runs: number
}

/** Runs of the cases that come before the measured ones: the rounds of each, and one per capacity to be measured. */
function caseSteps(plan: Plan, engine: Engine): readonly CostOfRuns[] {
  return (plan.preparation ?? []).filter(runsCases).flatMap((step) => {
    const shared = step.kind === 'capacity' ? plan.axes.filter(({ key }) => isOffered(key)) : []
    const perGroup = caseCount({ axes: shared })
    return groupCases(
      plan,
      engine.costKeys.filter((key) => !shared.some((axis) => axis.key === key)),
    ).map(({ workload, count }) => ({
      cost: engine.cost(preparedWorkload(workload, step, engine.description)),
      runs: step.kind === 'workload' ? step.rounds * count : Math.ceil(count / perGroup),
    }))
  })
}

type Written = Pick<PlanEstimate, 'bytesWritten' | 'bytesWrittenBasis'>

function writtenBytes(
  costs: readonly CostOfRuns[],
  layoutBytes: number,
  measured: readonly MeasuredRate[] | undefined,
  busRate: number,
): Written {
  let total = layoutBytes
  let isExact = true
  for (const { cost, runs } of costs) {
    const open = cost.measureSeconds === undefined ? undefined : cost.measureSeconds * cost.writeShare
    if (cost.bytesWritten !== undefined) total += cost.bytesWritten * runs
    else if (open !== undefined) total += open * runs * rateOf(cost, measured, busRate)
    else return { bytesWritten: undefined, bytesWrittenBasis: 'unknown' }
    if (cost.bytesWritten === undefined) isExact = false
  }
  const rateBasis = measured === undefined ? 'assumed-rate' : 'measured-rate'
  return { bytesWritten: Math.round(total), bytesWrittenBasis: isExact ? 'exact' : rateBasis }
}

/**
 * Bytes per second that a run moves: what the drive is expected to take, or less if less is offered. Before anything was
 * measured that is all that its bus takes, because announcing too little is what wears a drive out unseen.
 */
function rateOf(
  { blockBytes, offered }: RunCost,
  measured: readonly MeasuredRate[] | undefined,
  busRate: number,
): number {
  const taken = measured === undefined ? busRate : expectedRate(blockBytes, measured)
  return Math.min(taken * (offered?.share ?? 1), offered?.bytesPerSecond ?? Infinity)
}

/**
 * Payload of the fastest version of each bus in use, in bytes per second: SATA 6 Gb/s (8b/10b), 24G SAS, USB 3.2 Gen 2×2,
 * eMMC HS400; PCIe 5.0 ×4 (128b/130b) for NVMe drives and for those whose bus is not known.
 */
const busRates: Readonly<Record<string, number>> = {
  sata: 600e6,
  ata: 600e6,
  sas: 2.4e9,
  usb: 2.4e9,
  mmc: 400e6,
}
const fastestBusRate = 15.75e9

/** The most that the bus of a drive takes, in bytes per second. */
export function busBytesPerSecond(drive: DriveFacts | undefined): number {
  return busRates[drive?.transport?.toLowerCase() ?? ''] ?? fastestBusRate
}

/** One sample of what an engine writes: its start and end, and a few MiB (fio on two processors, measured). */
const assumedCalibrationSeconds = 1

/** How long a run takes; undefined if that depends on a drive of which nothing was measured. */
function runSeconds(
  { seconds, bytesMoved }: RunCost,
  measured: MeasuredTimes | undefined,
): number | undefined {
  if (seconds !== undefined) return Math.max(0, seconds + (measured?.aroundSeconds ?? 0))
  const rate = measured?.movedBytesPerSecond
  return bytesMoved === undefined || rate === undefined ? undefined : bytesMoved / rate
}

function times(value: number | undefined, count: number): number | undefined {
  return value === undefined ? undefined : value * count
}

function sumKnown(values: readonly (number | undefined)[]): number | undefined {
  let total = 0
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return total
}

interface BallastCost {
  readonly bytesWritten: number
  /** Largest size of the ballast. */
  readonly spaceBytes: number
}

const nothing: BallastCost = { bytesWritten: 0, spaceBytes: 0 }

/**
 * The cost of filling a file system or raw device to the levels of a plan, in addition to a data file of `fileBytes`:
 * the ballast grows if a run needs more than the previous one, and is truncated if it needs less. Nothing if the size
 * of the target is unknown.
 */
function ballastCost(plan: Plan, environment: PlanEnvironment, fileBytes: number): BallastCost {
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

/** Bytes of ballast at a level; undefined if the size of the target is not known. */
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

/** Rate at which data is laid out before anything was measured, for the time that takes: that of a SATA SSD. */
export const assumedWriteBytesPerSecond = 500e6

/**
 * Bytes per second that I/O of a block size is expected to reach: as measured; log-linear between two measured sizes,
 * with the same number of requests per second below the smallest, at the same rate above the largest. Without
 * measurements the assumed rate of a drive.
 */
export function expectedRate(blockBytes: number | undefined, measured: readonly MeasuredRate[] = []): number {
  const sorted = [...measured].sort((a, b) => a.blockBytes - b.blockBytes)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return assumedWriteBytesPerSecond
  if (blockBytes === undefined || blockBytes >= last.blockBytes) return last.bytesPerSecond
  if (blockBytes <= first.blockBytes) return (first.bytesPerSecond * blockBytes) / first.blockBytes
  const above = sorted.findIndex((one) => one.blockBytes > blockBytes)
  const [low, high] = [sorted[above - 1] ?? first, sorted[above] ?? last]
  const share = Math.log(blockBytes / low.blockBytes) / Math.log(high.blockBytes / low.blockBytes)
  return low.bytesPerSecond * (high.bytesPerSecond / low.bytesPerSecond) ** share
}
