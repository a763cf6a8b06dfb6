import { levelText } from './case-key'
import { excludedIndexes, rememberExcludedIndexes } from './excluded-cases'
import type { Axis, Plan } from './plan'

/**
 * Excludes cases by index, or includes them again; indexes outside the plan are passed over. For a row, a column or all
 * of a large grid: keys are made for what changes only, and the answer of `excludedIndexes` is carried on instead of
 * being read from all keys again.
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

/** Makes keys of case indexes; the text of each level is made once. */
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
    // Joined, not added up: one flat text is cheap to send on, a text of texts is not.
    return parts.join(',')
  }
}
