import { removeAxis, setLevels } from '../plan/edit-plan'
import type { Axis, LevelValue, Plan } from '../plan/plan'
import { checkValue } from './check-value'
import type { EngineDescription } from './engine'

/** Parameters that mean the same for every engine that has them. */
const commonKeys = [
  'block_size',
  'file_size',
  'direct',
  'compress_percent',
  'dedupe_percent',
  'offered_percent',
] as const

/**
 * The plan for another engine. Parameters with the same meaning for both engines are kept if the new one accepts
 * their values. Everything else would be an unknown option, so the rest gets the defaults of a new plan for that
 * engine. Exclusions follow the axes that stay.
 */
export function changeEngine(plan: Plan, to: EngineDescription): Plan {
  if (plan.engine === to.id) return plan
  const axes = plan.axes.flatMap((axis) => fitting(axis, to))
  const withoutOthers = plan.axes.reduce((now, axis) => {
    const kept = axes.find((one) => one.key === axis.key)
    return kept ? setLevels(now, axis.key, kept.levels) : removeAxis(now, axis.key)
  }, plan)
  const carried = commonKeys.flatMap((key) => {
    const value = plan.base[key]
    return value !== undefined && takes(to, key, value) ? [[key, value] as const] : []
  })
  const base: Record<string, LevelValue> = { ...to.starting, ...Object.fromEntries(carried) }
  for (const axis of axes) Reflect.deleteProperty(base, axis.key)
  return { ...withoutOthers, ...judgedWith(plan, axes), engine: to.id, base }
}

/** Rounds until steady follow one case only as long as all axes that name it stay; otherwise every case is judged by its own. */
function judgedWith({ untilSteady }: Plan, axes: readonly Axis[]): Pick<Plan, 'untilSteady'> {
  if (untilSteady?.track === undefined) return {}
  const { track, ...own } = untilSteady
  const stays = Object.entries(track).every(([key, level]) =>
    axes.some((axis) => axis.key === key && axis.levels.includes(level)),
  )
  return { untilSteady: stays ? untilSteady : own }
}

/** The axis with the levels that the engine accepts; nothing if there are none. */
function fitting(axis: Axis, to: EngineDescription): readonly Axis[] {
  if (!commonKeys.some((key) => key === axis.key)) return []
  const levels = axis.levels.filter((level) => takes(to, axis.key, level))
  return levels.length > 0 ? [{ key: axis.key, levels }] : []
}

function takes({ fields }: EngineDescription, key: string, value: LevelValue): boolean {
  const field = fields.find((one) => one.id === key)
  return field !== undefined && checkValue(value, field.kind) === undefined
}
