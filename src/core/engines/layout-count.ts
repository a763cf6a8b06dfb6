import type { Plan } from '../plan/plan'
import { groupCases } from './case-groups'
import type { Engine } from './engine'

/**
 * How often a plan's data file is written from the start: once, and again whenever the next run needs different
 * content. Excluded cases are counted as if they ran, and a shuffled order by its expectation, so this is an
 * estimate.
 */
export function layoutCount(plan: Plan, engine: Engine): number {
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
  return plan.order.kind === 'interleaved' ? changes * plan.repetitions : changes
}
