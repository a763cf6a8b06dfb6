import { levelText } from '../../plan/cases'
import type { LevelValue, Plan, Workload } from '../../plan/plan'
import { findContentModel } from '../registry'

/** More samples than this are not worth the time; then only the smallest and the largest block are examined. */
const mostSettings = 64

/** True for a plan that varies the content written, so that its levels should be measured, not trusted. */
export function variesContent(plan: Plan): boolean {
  const keys = findContentModel(plan.engine)?.keys ?? []
  return plan.axes.some((axis) => keys.includes(axis.key))
}

/** Every setting of a plan's data content once, with its block size: axes of both crossed, the rest as fixed. */
export function contentSettings(plan: Plan): readonly Workload[] {
  const model = findContentModel(plan.engine)
  if (!model) return []
  const keys = [...model.keys, 'block_size']
  const fixed = Object.fromEntries(Object.entries(plan.base).filter(([key]) => keys.includes(key)))
  const axes = plan.axes.filter((axis) => keys.includes(axis.key))
  const all = crossed(fixed, axes)
  if (all.length <= mostSettings) return all
  const ends = (levels: readonly LevelValue[]) =>
    levels.filter((_, at) => at === 0 || at === levels.length - 1)
  return crossed(
    fixed,
    axes.map((axis) => (axis.key === 'block_size' ? { ...axis, levels: ends(axis.levels) } : axis)),
  ).slice(0, mostSettings)
}

function crossed(fixed: Workload, axes: Plan['axes']): readonly Workload[] {
  const settings = axes.reduce<readonly Workload[]>(
    (before, axis) => before.flatMap((one) => axis.levels.map((level) => ({ ...one, [axis.key]: level }))),
    [fixed],
  )
  const distinct = new Map(settings.map((one) => [textOf(one), one]))
  return [...distinct.values()]
}

function textOf(workload: Workload): string {
  return Object.keys(workload)
    .sort()
    .map((key) => `${key}=${levelText(workload[key])}`)
    .join(',')
}
