import type { Advice } from '../../plan/advice'
import { levelText, caseCount, includedCaseCount } from '../../plan/cases'
import { removeAxis } from '../../plan/edit-plan'
import type { Axis, LevelValue, Plan } from '../../plan/plan'
import { present } from '../../iterables'

/** Axes that produce no cases, or the same case twice. */
export function levelAdvice(plan: Plan): readonly Advice[] {
  const seen = new Set<string>()
  const advice = plan.axes.flatMap((axis, place) => {
    const isRepeated = seen.has(axis.key)
    seen.add(axis.key)
    return isRepeated
      ? repeatedAxis(plan, axis, place)
      : present(noLevels(plan, axis), ...duplicateLevels(plan, axis, place))
  })
  return present(...advice, nothingLeft(plan))
}

function repeatedAxis(plan: Plan, axis: Axis, place: number): Advice | undefined {
  return {
    id: 'repeated-axis',
    severity: 'error',
    text: `${axis.key} is an axis twice.`,
    about: axis.key,
    remedy: {
      label: 'Remove the second one',
      change: { axes: plan.axes.filter((_, at) => at !== place), excluded: [] },
    },
  }
}

function noLevels(plan: Plan, axis: Axis): Advice | undefined {
  if (axis.levels.length > 0) return undefined
  const { axes, base, excluded } = removeAxis(plan, axis.key)
  return {
    id: 'no-levels',
    severity: 'error',
    text: `The axis ${axis.key} has no levels, so there is no case.`,
    about: axis.key,
    remedy: { label: 'Remove the axis', change: { axes, base, excluded } },
  }
}

function duplicateLevels(plan: Plan, axis: Axis, place: number): readonly Advice[] {
  const distinct = new Map<string, LevelValue>()
  let twice: LevelValue | undefined
  for (const level of axis.levels) {
    if (distinct.has(levelText(level))) twice ??= level
    distinct.set(levelText(level), level)
  }
  if (twice === undefined) return []
  const axes = plan.axes.map((one, at) => (at === place ? { ...axis, levels: [...distinct.values()] } : one))
  return [
    {
      id: 'duplicate-levels',
      severity: 'error',
      text: `The axis ${axis.key} has the level ${String(twice)} more than once.`,
      about: axis.key,
      remedy: { label: 'Keep each level once', change: { axes } },
    },
  ]
}

function nothingLeft(plan: Plan): Advice | undefined {
  if (caseCount(plan) === 0 || includedCaseCount(plan) > 0) return undefined
  return {
    id: 'all-excluded',
    severity: 'error',
    text: 'Every case is excluded, so nothing would run.',
    about: 'excluded',
    remedy: { label: 'Include all cases', change: { excluded: [] } },
  }
}
