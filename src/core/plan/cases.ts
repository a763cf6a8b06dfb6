import type { Axis, LevelValue, Case, Plan, Workload } from './plan'

/**
 * Canonical text of one combination of levels, axes in plan order: `block_size=4096,read_percent=70`. A plan without
 * axes has the single key ``. In text levels `%`, `,` and `=` are percent-encoded, so a key reads back unambiguously.
 */
export function caseKey(axes: readonly Axis[], levels: Readonly<Record<string, LevelValue>>): string {
  return axes.map((axis) => `${axis.key}=${levelText(levels[axis.key])}`).join(',')
}

/** The text of one level inside a key. Levels with the same text are the same level. */
export function levelText(value: LevelValue | undefined): string {
  return typeof value === 'string' ? value.replace(/[%,=]/g, encodeURIComponent) : String(value)
}

/** Axis keys and level texts of a case key, in order; undefined if it is not a case key. */
export function readCaseKey(key: string): readonly (readonly [axisKey: string, level: string])[] | undefined {
  if (key === '') return []
  const entries: (readonly [string, string])[] = []
  for (const part of key.split(',')) {
    const at = part.indexOf('=')
    if (at <= 0) return undefined
    entries.push([part.slice(0, at), part.slice(at + 1)])
  }
  return entries
}

/** A plan with more cases than this cannot be run: up to a million excluded and a million that run. */
export const mostCases = 2_000_000

/** Number of combinations of levels, excluded ones included. 1 for a plan without axes, 0 if an axis has no levels. */
export function caseCount(plan: Pick<Plan, 'axes'>): number {
  return plan.axes.reduce((count, axis) => count * axis.levels.length, 1)
}

/** Number of combinations that will run. */
export function includedCaseCount(plan: Plan): number {
  return caseCount(plan) - excludedIndexes(plan).size
}

/**
 * The case with this index in designed order, excluded or not. Takes one step per axis and expands nothing, so a grid
 * can request just the visible cases. Throws a RangeError outside 0 … caseCount - 1.
 */
export function caseAt(plan: Pick<Plan, 'axes'>, index: number): Case {
  const levels: Record<string, LevelValue> = {}
  const positions = levelPositionsAt(plan, index)
  plan.axes.forEach((axis, axisIndex) => {
    const level = axis.levels[positions[axisIndex] ?? -1]
    if (level !== undefined) levels[axis.key] = level
  })
  return { index, key: caseKey(plan.axes, levels), levels }
}

/** Position of the case's level within each axis, axes in plan order. */
export function levelPositionsAt(plan: Pick<Plan, 'axes'>, index: number): readonly number[] {
  const count = caseCount(plan)
  if (!Number.isInteger(index) || index < 0 || index >= count) {
    throw new RangeError(`There is no case ${index} in a plan of ${count} cases.`)
  }
  const positions: number[] = []
  let rest = index
  for (let axisIndex = plan.axes.length - 1; axisIndex >= 0; axisIndex -= 1) {
    const size = plan.axes[axisIndex]?.levels.length ?? 1
    positions[axisIndex] = rest % size
    rest = Math.floor(rest / size)
  }
  return positions
}

/** Index of the case at these positions within the axes; the inverse of `levelPositionsAt`. */
export function caseIndexAt(axes: readonly Axis[], positions: readonly number[]): number {
  return axes.reduce((index, axis, axisIndex) => index * axis.levels.length + (positions[axisIndex] ?? 0), 0)
}

/** True if the case is excluded from the plan. */
export function isExcluded(plan: Plan, index: number): boolean {
  return excludedIndexes(plan).has(index)
}

/** Every case that will run, in designed order. Throws a RangeError above `mostCases`. */
export function expandCases(plan: Plan): readonly Case[] {
  const excluded = excludedIndexes(plan)
  const cases: Case[] = []
  const count = listableCount(plan)
  for (let index = 0; index < count; index += 1) {
    if (!excluded.has(index)) cases.push(caseAt(plan, index))
  }
  return cases
}

/** All parameters of one case: the plan's base overridden by the case's levels. */
export function workloadOf(plan: Pick<Plan, 'base'>, oneCase: Pick<Case, 'levels'>): Workload {
  return { ...plan.base, ...oneCase.levels }
}

/** The number of cases, if few enough to be listed. Throws a RangeError above `mostCases`. */
export function listableCount(plan: Pick<Plan, 'axes'>): number {
  const count = caseCount(plan)
  if (count <= mostCases) return count
  throw new RangeError(`A plan has at most ${mostCases} cases, and this one has ${count}.`)
}

const known = new WeakMap<readonly Axis[], WeakMap<readonly string[], ReadonlySet<number>>>()

/**
 * Indexes of the plan's excluded cases. Keys that name no case of the plan are ignored. Plans are immutable, so the
 * answer is cached per pair of axes and exclusions.
 */
export function excludedIndexes(plan: Pick<Plan, 'axes' | 'excluded'>): ReadonlySet<number> {
  let byExcluded = known.get(plan.axes)
  if (!byExcluded) known.set(plan.axes, (byExcluded = new WeakMap()))
  let indexes = byExcluded.get(plan.excluded)
  if (!indexes) byExcluded.set(plan.excluded, (indexes = findIndexes(plan)))
  return indexes
}

/** Caches an answer of `excludedIndexes` that an edit knows without reading the keys. */
function rememberExcludedIndexes(
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

/**
 * Excludes cases by index, or includes them again; indexes outside the plan are ignored. Suitable for a row, a column
 * or all of a large grid: keys are created only for what changes, and the answer of `excludedIndexes` is updated
 * instead of being read from all keys again.
 */
export function excludeIndexes(plan: Plan, indexes: readonly number[], excluded: boolean): Plan {
  const before = excludedIndexes(plan)
  const count = plan.axes.reduce((product, axis) => product * axis.levels.length, 1)
  const changed = [...new Set(indexes)].filter(
    (index) => index >= 0 && index < count && before.has(index) !== excluded,
  )
  if (changed.length === 0) return plan
  const keyAt = caseKeys(plan.axes)
  const after = new Set(before)
  for (const index of changed) {
    if (excluded) after.add(index)
    else after.delete(index)
  }
  const keys = changed.map(keyAt)
  const kept = excluded ? plan.excluded : without(plan.excluded, keys)
  const next = excluded ? [...kept, ...keys] : kept
  rememberExcludedIndexes(plan.axes, next, after)
  return { ...plan, excluded: next }
}

function without(all: readonly string[], keys: readonly string[]): readonly string[] {
  const gone = new Set(keys)
  return all.filter((key) => !gone.has(key))
}

/** Keys of case indexes; the text of each level is created once. */
function caseKeys(axes: readonly Axis[]): (index: number) => string {
  const texts = axes.map((axis) => axis.levels.map((level) => `${axis.key}=${levelText(level)}`))
  const parts = texts.map(() => '')
  return (index) => {
    let rest = index
    for (let at = texts.length - 1; at >= 0; at -= 1) {
      const levels = texts[at] ?? []
      parts[at] = levels[rest % levels.length] ?? ''
      rest = Math.floor(rest / levels.length)
    }
    // Joined, not concatenated: a flat string is cheap to send, a rope is not.
    return parts.join(',')
  }
}
