import { excludedIndexes } from '../plan/cases'
import type { LevelValue, Plan, Workload } from '../plan/plan'

/** Cases that agree in the requested keys. */
export interface CaseGroup {
  /** Parameters of the group's cases; axes that were not requested are absent. */
  readonly workload: Workload
  /** Number of cases that run. */
  readonly count: number
}

/**
 * Groups a plan's cases by the axes among `keys`, without visiting the cases: one step per combination of those axes
 * and one per excluded case. Groups in which no case runs are left out.
 */
export function groupCases(plan: Plan, keys: readonly string[]): readonly CaseGroup[] {
  const axes = plan.axes.filter((axis) => keys.includes(axis.key))
  const perGroup = plan.axes.reduce(
    (count, axis) => (axes.includes(axis) ? count : count * axis.levels.length),
    1,
  )
  const groupCount = axes.reduce((count, axis) => count * axis.levels.length, 1)
  const missing = countExcluded(plan, keys, groupCount)
  const groups: CaseGroup[] = []
  for (let index = 0; index < groupCount; index += 1) {
    const count = perGroup - (missing.get(index) ?? 0)
    if (count > 0) groups.push({ workload: workloadAt(plan, axes, index), count })
  }
  return groups
}

function countExcluded(plan: Plan, keys: readonly string[], groupCount: number): ReadonlyMap<number, number> {
  const missing = new Map<number, number>()
  if (groupCount === 0) return missing
  const wanted: { readonly stride: number; readonly size: number }[] = []
  let stride = 1
  for (const axis of [...plan.axes].reverse()) {
    if (keys.includes(axis.key)) wanted.unshift({ stride, size: axis.levels.length })
    stride *= axis.levels.length
  }
  for (const caseIndex of excludedIndexes(plan)) {
    let group = 0
    for (const { stride, size } of wanted) group = group * size + (Math.floor(caseIndex / stride) % size)
    missing.set(group, (missing.get(group) ?? 0) + 1)
  }
  return missing
}

function workloadAt(plan: Plan, axes: Plan['axes'], index: number): Workload {
  const workload: Record<string, LevelValue> = { ...plan.base }
  let rest = index
  for (const axis of [...axes].reverse()) {
    const level = axis.levels[rest % axis.levels.length]
    if (level !== undefined) workload[axis.key] = level
    rest = Math.floor(rest / axis.levels.length)
  }
  return workload
}
