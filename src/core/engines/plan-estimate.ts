import type { MeasuredRate, PlanEnvironment, PlanEstimate } from '../plan/advice'
import { caseCount, mostCases, excludedIndexes } from '../plan/cases'
import type { Plan } from '../plan/plan'
import { groupCases } from './case-groups'
import type { RunCost } from './engine'
import { expectedRate } from './expected-rate'
import { layoutCount } from './layout-count'
import { findEngine } from './registry'
import { largestOf } from '../units/iterables'

/**
 * What a drive may move while no rate is known: a fast NVMe drive with large requests, and a hard disk or small random
 * requests on a simple SSD. Said to be assumed wherever they are shown.
 */
export const assumedBytesPerSecond = { fast: 2e9, slow: 100e6 }

/** What a plan will cost. Visits combinations of the axes that matter to the cost, not cases. */
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
  const { measuredRates } = environment
  const layouts = spaceBytes === 0 ? 0 : layoutCount(plan, engine)
  const layoutBytes = layouts * spaceBytes
  const prepared = preparation(plan, environment.target?.guard?.device?.sizeBytes ?? spaceBytes, runCount)
  const pauses = Math.max(0, runCount - 1) * plan.pauseSeconds
  const runs = sumKnown(costs.map(({ cost, runs }) => times(cost.seconds, runs)))
  const moved = sumKnown(costs.map(({ cost, runs }) => times(cost.bytesMoved, runs)))
  const around =
    pauses + prepared.seconds + (layoutBytes + prepared.bytes) / expectedRate(undefined, measuredRates)
  const atRate = (bytesPerSecond: number) => ({
    bytesPerSecond,
    seconds: around + (moved ?? 0) / bytesPerSecond,
  })
  return {
    ...counts,
    seconds: runs === undefined ? undefined : runs + around,
    ...(runs === undefined &&
      moved !== undefined && {
        atRates: { fast: atRate(assumedBytesPerSecond.fast), slow: atRate(assumedBytesPerSecond.slow) },
      }),
    ...writtenBytes(costs, layoutBytes + prepared.bytes, measuredRates),
    spaceBytes,
  }
}

/** What fills write and how long rounds take; a purge takes what the drive takes for it, which nobody knows before. */
function preparation(
  { preparation: steps = [], repetitions }: Plan,
  capacityBytes: number,
  runCount: number,
): { readonly bytes: number; readonly seconds: number } {
  let [bytes, seconds] = [0, 0]
  for (const step of steps) {
    if (step.kind === 'workload') seconds += (step.rounds * step.seconds * runCount) / repetitions
    else if ('passes' in step) bytes += step.passes * capacityBytes
  }
  return { bytes, seconds }
}

type Written = Pick<PlanEstimate, 'bytesWritten' | 'bytesWrittenBasis'>

function writtenBytes(
  costs: readonly { readonly cost: RunCost; readonly runs: number }[],
  layoutBytes: number,
  measured: readonly MeasuredRate[] | undefined,
): Written {
  let total = layoutBytes
  let isExact = true
  for (const { cost, runs } of costs) {
    const open = cost.measureSeconds === undefined ? undefined : cost.measureSeconds * cost.writeShare
    if (cost.bytesWritten !== undefined) total += cost.bytesWritten * runs
    else if (open !== undefined) total += open * runs * expectedRate(cost.blockBytes, measured)
    else return { bytesWritten: undefined, bytesWrittenBasis: 'unknown' }
    if (cost.bytesWritten === undefined) isExact = false
  }
  const rateBasis = measured === undefined ? 'assumed-rate' : 'measured-rate'
  return { bytesWritten: Math.round(total), bytesWrittenBasis: isExact ? 'exact' : rateBasis }
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
