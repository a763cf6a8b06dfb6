import { caseKey, levelText, caseAt, caseCount, caseIndexAt } from './cases'
import type { Axis, Case, LevelValue, Workload } from './plan'

/** The plan that a list of parameter sets implies. */
export interface PlanOfCases {
  /** Parameters that are the same in all sets. */
  readonly base: Workload
  readonly axes: readonly Axis[]
  /** Keys of combinations that do not occur. */
  readonly excluded: readonly string[]
  /** Each distinct set once, in the order of the axes. */
  readonly cases: readonly Case[]
  /** Index of the case of each set given, in the order given. */
  readonly indexes: readonly number[]
}

/** Above this number of combinations, missing ones are not listed individually. */
const largestGrid = 20_000

/**
 * Finds base, axes and cases of results without a plan. `keyOrder` gives the order of the axes; other keys follow as
 * they appear. Sets that lack a parameter others vary are cases too; cases are then numbered as they occur.
 */
export function planOfCases(sets: readonly Workload[], keyOrder: readonly string[]): PlanOfCases {
  const keys = [...new Set([...keyOrder, ...sets.flatMap((set) => Object.keys(set))])]
  const base: Record<string, LevelValue> = {}
  const axes: Axis[] = []
  for (const key of keys) {
    const levels = distinctLevels(sets, key)
    const [only] = levels
    if (only === undefined) continue
    const isEverywhere = sets.every((set) => Object.hasOwn(set, key))
    if (levels.length === 1 && isEverywhere) base[key] = only
    else axes.push({ key, levels: sortLevels(key, levels) })
  }
  const isGrid =
    caseCount({ axes }) <= largestGrid &&
    sets.every((set) => axes.every((axis) => Object.hasOwn(set, axis.key)))
  return { base, axes, ...(isGrid ? numberInGrid(sets, axes) : numberAsListed(sets, axes)) }
}

type Numbered = Pick<PlanOfCases, 'excluded' | 'cases' | 'indexes'>

function numberInGrid(sets: readonly Workload[], axes: readonly Axis[]): Numbered {
  const places = axes.map((axis) => new Map(axis.levels.map((level, at) => [levelText(level), at])))
  const indexes = sets.map((set) =>
    caseIndexAt(
      axes,
      axes.map((axis, at) => places[at]?.get(levelText(set[axis.key])) ?? 0),
    ),
  )
  const cases = new Map<number, Case>()
  sets.forEach((set, at) => {
    const index = indexes[at] ?? 0
    if (!cases.has(index)) cases.set(index, { index, ...levelsOf(set, axes) })
  })
  return { indexes, cases: sorted(cases), excluded: missingKeys(axes, cases) }
}

function numberAsListed(sets: readonly Workload[], axes: readonly Axis[]): Numbered {
  const cases = new Map<string, Case>()
  const indexes = sets.map((set) => {
    const found = levelsOf(set, axes)
    const one = cases.get(found.key) ?? { index: cases.size, ...found }
    cases.set(found.key, one)
    return one.index
  })
  return { indexes, cases: [...cases.values()], excluded: [] }
}

function levelsOf(set: Workload, axes: readonly Axis[]): Omit<Case, 'index'> {
  const own = axes.filter((axis) => Object.hasOwn(set, axis.key))
  const levels: Record<string, LevelValue> = {}
  for (const { key } of own) {
    const level = set[key]
    if (level !== undefined) levels[key] = level
  }
  return { key: caseKey(own, levels), levels }
}

function missingKeys(axes: readonly Axis[], cases: ReadonlyMap<number, Case>): readonly string[] {
  const keys: string[] = []
  for (let index = 0; index < caseCount({ axes }); index += 1) {
    if (!cases.has(index)) keys.push(caseAt({ axes }, index).key)
  }
  return keys
}

function sorted(cases: ReadonlyMap<number, Case>): readonly Case[] {
  return [...cases.values()].sort((one, other) => one.index - other.index)
}

function distinctLevels(sets: readonly Workload[], key: string): readonly LevelValue[] {
  const levels = new Map<string, LevelValue>()
  for (const set of sets) {
    const level = Object.hasOwn(set, key) ? set[key] : undefined
    if (level !== undefined && !levels.has(levelText(level))) levels.set(levelText(level), level)
  }
  return [...levels.values()]
}

/**
 * Numbers that were sorted, up or down, stay so; otherwise they are sorted ascending, shares of reads descending.
 * Words keep their order.
 */
function sortLevels(key: string, levels: readonly LevelValue[]): readonly LevelValue[] {
  const numbers = levels.filter((level) => typeof level === 'number')
  const words = levels.filter((level) => typeof level !== 'number')
  const steps = numbers.slice(1).map((value, at) => Math.sign(value - (numbers[at] ?? value)))
  if (new Set(steps).size <= 1) return [...numbers, ...words]
  const direction = key === 'read_percent' ? -1 : 1
  return [...[...numbers].sort((one, other) => direction * (one - other)), ...words]
}
