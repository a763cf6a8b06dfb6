import type { EngineDescription } from '../../../../core/engines/engine'
import { formatLevel } from '../../../../core/plan/levels/format-level'
import type { LevelValue, Plan } from '../../../../core/plan/plan'
import type { PickItem } from '../../../components/pick-list/filter-items'

/**
 * Everything that can become an axis: first the parameters that reviews usually vary, then the other fields, then any
 * other option.
 */
export function axisChoices(description: EngineDescription, plan: Plan): readonly PickItem[] {
  const taken = new Set(plan.axes.map((axis) => axis.key))
  const usual = description.fields.filter((field) => field.axisLevels && !taken.has(field.id))
  const others = description.fields.filter((field) => !field.axisLevels && !taken.has(field.id))
  const item = (field: EngineDescription['fields'][number], group: string): PickItem => ({
    id: field.id,
    label: field.label,
    detail: field.option,
    help: field.axisLevels
      ? summary(field.axisLevels.map((level) => formatLevel(level, field.kind)))
      : field.help,
    group,
  })
  return [
    ...usual.map((field) => item(field, 'Usually varied')),
    ...others.map((field) => item(field, 'Other parameters')),
    ...description.extraOptions
      .filter((option) => !taken.has(option.name))
      .map((option) => ({
        id: option.name,
        label: option.name,
        help: option.help,
        group: `Any other option of ${description.name}`,
      })),
  ]
}

/** Initial levels of a new axis: the usual ones, else the current fixed value, else none. */
export function startingLevels(
  description: EngineDescription,
  plan: Plan,
  key: string,
): readonly LevelValue[] {
  const field = description.fields.find((one) => one.id === key)
  if (field?.axisLevels) return field.axisLevels
  const fixed = plan.base[key] ?? field?.initial
  return fixed === undefined ? [] : [fixed]
}

function summary(levels: readonly string[]): string {
  return levels.length <= 6 ? levels.join(', ') : `${levels.slice(0, 4).join(', ')}, … ${levels.at(-1) ?? ''}`
}
