import { levelText, readCaseKey } from './case-key'
import type { Axis, Plan } from './plan'

const known = new WeakMap<readonly Axis[], WeakMap<readonly string[], ReadonlySet<number>>>()

/**
 * Indexes of the plan's excluded cases. Keys that name no case of the plan are passed over. Plans are values that are
 * replaced and never changed, so the answer is remembered per pair of axes and exclusions.
 */
export function excludedIndexes(plan: Pick<Plan, 'axes' | 'excluded'>): ReadonlySet<number> {
  let byExcluded = known.get(plan.axes)
  if (!byExcluded) known.set(plan.axes, (byExcluded = new WeakMap()))
  let indexes = byExcluded.get(plan.excluded)
  if (!indexes) byExcluded.set(plan.excluded, (indexes = findIndexes(plan)))
  return indexes
}

/** Keeps an answer of `excludedIndexes` that is known without reading the keys, for an edit that has just made them. */
export function rememberExcludedIndexes(
  axes: readonly Axis[],
  excluded: readonly string[],
  indexes: ReadonlySet<number>,
): void {
  let byExcluded = known.get(axes)
  if (!byExcluded) known.set(axes, (byExcluded = new WeakMap()))
  byExcluded.set(excluded, indexes)
}

function findIndexes(plan: Pick<Plan, 'axes' | 'excluded'>): ReadonlySet<number> {
  const positions = plan.axes.map(
    (axis) => new Map(axis.levels.map((level, position) => [levelText(level), position])),
  )
  const indexes = new Set<number>()
  for (const key of plan.excluded) {
    const index = indexOfKey(key, plan.axes, positions)
    if (index !== undefined) indexes.add(index)
  }
  return indexes
}

function indexOfKey(
  key: string,
  axes: readonly Axis[],
  positions: readonly ReadonlyMap<string, number>[],
): number | undefined {
  const entries = readCaseKey(key)
  if (entries?.length !== axes.length) return undefined
  let index = 0
  for (const [axisIndex, axis] of axes.entries()) {
    const entry = entries[axisIndex]
    if (entry?.[0] !== axis.key) return undefined
    const position = positions[axisIndex]?.get(entry[1])
    if (position === undefined) return undefined
    index = index * axis.levels.length + position
  }
  return index
}
