import type { EngineDescription } from '../../core/engines/engine'
import { addAxis, setBase, setLevels } from '../../core/plan/edit-plan'
import type { LevelKind } from '../../core/plan/level-kind'
import { parseLevels } from '../../core/plan/levels'
import type { Plan } from '../../core/plan/plan'
import { CommandError } from '../command'

/**
 * Applies one `--set KEY=LEVELS`. An axis of the plan gets these levels; another parameter is fixed by one level and
 * becomes an axis by several. KEY is a field id (`block_size`) or the engine's own option (`bs`).
 */
export function applySetting(plan: Plan, setting: string, engine: EngineDescription): Plan {
  const equals = setting.indexOf('=')
  if (equals < 1)
    throw new CommandError(
      `--set ${setting}: there is no KEY=LEVELS.`,
      'Write it like --set block_size=4k,64k.',
    )
  const known = findParameter(setting.slice(0, equals).trim(), engine)
  const levels = parseLevels(setting.slice(equals + 1), known.kind)
  if (!levels.ok) throw new CommandError(`--set ${setting}: ${levels.error}`)
  if (plan.axes.some((axis) => axis.key === known.key)) return setLevels(plan, known.key, levels.value)
  const [first, ...more] = levels.value
  if (more.length === 0) return setBase(plan, known.key, first)
  return addAxis(plan, { key: known.key, levels: levels.value })
}

function findParameter(
  name: string,
  engine: EngineDescription,
): { readonly key: string; readonly kind: LevelKind } {
  const field = engine.fields.find((candidate) => candidate.id === name || candidate.option === name)
  if (field) return { key: field.id, kind: field.kind }
  const extra = engine.extraOptions.find((candidate) => candidate.name === name)
  if (extra) return { key: extra.name, kind: extra.kind }
  const names = engine.fields.map((candidate) => candidate.id)
  throw new CommandError(
    `--set ${name}: ${engine.name} has no such parameter, or it is not allowed.`,
    `Known are ${names.join(', ')} and ${engine.extraOptions.length} further options of ${engine.name}.`,
  )
}
