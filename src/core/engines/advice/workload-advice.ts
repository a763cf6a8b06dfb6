import type { Advice } from '../../plan/advice'
import type { LevelValue, Plan } from '../../plan/plan'
import type { Engine } from '../engine'

/** A wall of the same error helps nobody. */
const mostProblems = 20

/**
 * Options the engine does not take. The base is checked with the first level of every axis, then every level of each axis
 * in turn: all levels are seen without visiting every case. Pairs of levels that do not fit are left to the engine's own check.
 */
export function workloadAdvice(plan: Plan, engine: Engine): readonly Advice[] {
  const first: Record<string, LevelValue> = { ...plan.base }
  for (const axis of plan.axes) {
    const [level] = axis.levels
    if (level !== undefined) first[axis.key] = level
  }
  const found = new Map<string, Advice>()
  const check = (workload: Record<string, LevelValue>) => {
    for (const problem of engine.checkWorkload(workload)) {
      if (found.size >= mostProblems) return
      found.set(`${problem.key}\n${problem.text}`, {
        id: 'option-problem',
        severity: 'error',
        text: problem.text,
        reason: problem.remedy,
        about: problem.key,
      })
    }
  }
  check(first)
  for (const axis of plan.axes) {
    for (const level of axis.levels.slice(1)) check({ ...first, [axis.key]: level })
  }
  return [...found.values()]
}
