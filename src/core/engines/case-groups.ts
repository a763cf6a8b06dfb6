import { excludedIndexes } from '../plan/cases'
import { fillKeyOf } from '../plan/fill-level'
import { passEnds } from '../plan/order'
import type { LevelValue, Plan, Workload } from '../plan/plan'
import type { Engine } from './engine'
import { runsCases } from './preparation/prepared-workload'

/** Cases that agree in the requested keys. */
interface CaseGroup {
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

/**
 * How often a plan's data file is written from the start: once, again whenever the next run needs different
 * content, and after every run that leaves its files otherwise. Excluded cases are counted as if they ran, and a shuffled order by its expectation, so this is an
 * estimate.
 */
export function layoutCount(plan: Plan, engine: Engine): number {
  return Math.max(contentCount(plan, engine), layoutsOfRemaking(plan, engine))
}

/** Layouts at most, before each run that leaves the files otherwise and once after them; 0 if none does. */
function layoutsOfRemaking(plan: Plan, engine: Engine): number {
  const groups = engine.remakesFiles ? groupCases(plan, engine.costKeys) : []
  const cases = (remakes: boolean) =>
    groups.reduce(
      (sum, { workload, count }) => (engine.remakesFiles?.(workload) === remakes ? sum + count : sum),
      0,
    )
  const remaking = cases(true)
  return remaking === 0 ? 0 : remaking * plan.repetitions + (cases(false) > 0 ? 1 : 0)
}

function contentCount(plan: Plan, engine: Engine): number {
  const data = groupCases(plan, engine.costKeys)
    .map(({ workload }) => engine.dataOf(workload))
    .find(({ kind }) => kind !== 'none')
  if (data?.kind === 'folder' && !data.contentKeys) return 0
  const contentKeys = data && data.kind !== 'none' ? (data.contentKeys ?? []) : []
  const sizes = plan.axes.map((axis) => axis.levels.length)
  const isContent = plan.axes.map((axis) => contentKeys.includes(axis.key) && axis.levels.length > 1)
  const last = isContent.lastIndexOf(true)
  if (last < 0) return 1
  if (plan.order.kind === 'shuffled') {
    const cases = sizes.reduce((count, size) => count * size, 1)
    const contents = sizes.reduce((count, size, axis) => (isContent[axis] ? count * size : count), 1)
    return Math.round(1 + (cases * plan.repetitions - 1) * (1 - 1 / contents))
  }
  // In designed order the content changes with every step of the axes up to the last content axis.
  const changes = sizes.slice(0, last + 1).reduce((count, size) => count * size, 1)
  return plan.order.kind === 'interleaved' ? layoutsOfPasses(plan, sizes, isContent) : changes
}

/**
 * The same if the cases are passed once per repetition. A pass that starts within the cases of one content ends with
 * it, and a pass that begins as the last one ended needs no new content.
 */
function layoutsOfPasses(plan: Plan, sizes: readonly number[], isContent: readonly boolean[]): number {
  const cases = sizes.reduce((count, size) => count * size, 1)
  const last = isContent.lastIndexOf(true)
  const perContent = sizes.slice(last + 1).reduce((count, size) => count * size, 1)
  const contentOf = (place: number) => {
    let [stride, content] = [cases, 0]
    for (const [axis, size] of sizes.entries()) {
      stride /= size
      if (isContent[axis]) content = content * size + (Math.floor(place / stride) % size)
    }
    return content
  }
  let layouts = 0
  let before: number | undefined
  for (const [from, to] of passEnds(plan, cases)) {
    const first = Math.min(from, to) === 0 && Math.max(from, to) === cases - 1 ? 0 : Math.max(from, to)
    layouts += cases / perContent + (first % perContent === 0 ? 0 : 1)
    if (before !== undefined && contentOf(before) === contentOf(from)) layouts -= 1
    before = to
  }
  return layouts
}

/**
 * False only if every case of the plan, its preparation and the filling to a level are known to only read. Visits no
 * more cases than it must.
 */
export function planWrites(plan: Plan, engine: Engine): boolean {
  if ((plan.preparation ?? []).some((step) => !runsCases(step))) return true
  if (fillKeyOf(plan) !== undefined) return true
  const keys = plan.axes.map(({ key }) => key).filter((key) => engine.decidesWriting?.(key) ?? true)
  return groupCases(plan, keys).some((group) => engine.writes(group.workload))
}
