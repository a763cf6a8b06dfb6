import { parseEndurance } from '../core/engines/endurance'
import type { EngineDescription } from '../core/engines/engine'
import type { Advice } from '../core/plan/advice'
import { parseDestination, type Destination } from '../core/plan/destination'
import { addAxis, setBase, setLevels } from '../core/plan/edit-plan'
import type { LevelKind } from '../core/plan/levels/parse-level'
import { parseLevels } from '../core/plan/levels/levels'
import type { Plan, Target } from '../core/plan/plan'
import { hostsProblem, isSynchronised, machinesOf } from '../core/plan/plan-hosts'
import { readPlan } from '../core/plan/plan-json'
import { systemErrorText } from '../core/errors/system-error'
import { readTextFile } from '../bench/files/read-text-file'
import { CommandError, exitStatus, type CommandContext, type ExitStatus } from './command'
import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'

/** Reads a plan from a JSON file; the error names the file, the place and the remedy. */
export async function readPlanFile(file: string, { signal }: Pick<CommandContext, 'signal'>): Promise<Plan> {
  const remedy =
    "Check the path, or make a plan with 'benchwright plan new --template mix-sweep --target PATH --out plan.json'."
  const result = readPlan(await readNamedFile(file, 'the plan', remedy, signal), file)
  if (result.ok) return result.plan
  const lines = result.problems.map(
    (problem) => `${problem.file}: ${problem.path}: ${problem.text} ${problem.remedy}`,
  )
  throw new CommandError(lines.join('\n'))
}

/** The text of a file that an argument names; the error names `what` it holds, and the remedy. */
export async function readNamedFile(
  file: string,
  what: string,
  remedy: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await readTextFile(file, signal)
  } catch (error) {
    throw new CommandError(`${file}: ${what} cannot be read: ${systemErrorText(error)}.`, remedy)
  }
}

/**
 * The target a `--target PATH` means: an existing folder, a raw device, or a file the app is to create. Throws a
 * CommandError for a path where nothing is unless it ends as a folder (`/`) or a file (an extension) does: a drive that
 * is not mounted would be taken for a new file on another drive.
 */
export function targetOf(path: string): Target {
  // An empty word, e.g. from an unset variable, would mean the current folder.
  if (path.trim() === '') throw new CommandError('--target is empty.', 'Name a device, a folder or a file.')
  const absolute = resolve(path)
  const facts = statSync(absolute, { throwIfNoEntry: false })
  if (facts?.isBlockDevice() === true) return { kind: 'device', path: absolute }
  if (facts?.isDirectory() === true || path.endsWith('/')) return { kind: 'folder', path: absolute }
  if (!facts && extname(absolute) === '')
    throw new CommandError(
      `--target ${path}: there is no such folder, device or file.`,
      'A drive may not be mounted. Create the folder, end it with / if it is on another machine, or give a new file an extension such as .data.',
    )
  return { kind: 'file', path: absolute }
}

/** The target a `--target-file PATH` means. Throws a CommandError if something else than a file is there. */
export function targetFileOf(path: string): Target {
  const absolute = resolve(path)
  const facts = statSync(absolute, { throwIfNoEntry: false })
  if (facts?.isFile() === false || path.endsWith('/'))
    throw new CommandError(
      `--target-file ${path}: this is not the name of a file.`,
      'Name a file, or use --target.',
    )
  return { kind: 'file', path: absolute }
}

/**
 * Applies one `--set KEY=LEVELS`. An axis of the plan gets these levels; another parameter is fixed by one level and
 * becomes an axis with several. KEY is a field id (`block_size`) or the engine's own option (`bs`).
 */
export function applySetting(
  plan: Plan,
  setting: string,
  engine: EngineDescription,
  given = `--set ${setting}`,
): Plan {
  const equals = setting.indexOf('=')
  if (equals < 1)
    throw new CommandError(`${given}: there is no KEY=LEVELS.`, 'Write it like --set block_size=4k,64k.')
  const known = findParameter(setting.slice(0, equals).trim(), engine)
  const levels = parseLevels(setting.slice(equals + 1), known.kind)
  if (!levels.ok) throw new CommandError(`${given}: ${levels.error}`)
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

/** The machine that an option or argument names. Throws a CommandError for text that names no machine. */
export function destinationOption(text: string, option = '--host'): Destination {
  const parsed = parseDestination(text)
  if (!parsed.ok) throw new CommandError(`${option}: ${parsed.error}`)
  return parsed.destination
}

/** The plan for the machine or machines given by `--host`, once or several times; without it for its own. */
export function onHosts(plan: Plan, destinations: readonly string[]): Plan {
  const hosts = machinesOf(destinations.map((text) => destinationOption(text)))
  if (hosts === undefined) return plan
  const problem = isSynchronised({ hosts }) ? hostsProblem(hosts) : undefined
  if (problem !== undefined) throw new CommandError(`--host: ${problem}`)
  return { ...plan, hosts }
}

/** The plan with the drive rating given by `--rated-tbw`; without it with its own. */
export function withRating(plan: Plan, text: string | undefined): Plan {
  if (text === undefined) return plan
  const rating = parseEndurance(text)
  if (!rating.ok) throw new CommandError(`--rated-tbw: ${rating.error}`)
  return { ...plan, ratedEndurance: rating.value }
}

/** Advice that protects somebody's data from a plan. */
const protectsData: ReadonlySet<string> = new Set([
  'block-device',
  'device-refused',
  'not-a-device',
  'file-not-ours',
  'target-not-a-file',
])

/** Exit status for a plan that cannot run: refused for safety if data could be destroyed, bad input otherwise. */
export function refusalStatus(problems: readonly Advice[]): ExitStatus {
  return problems.some((problem) => protectsData.has(problem.id)) ? exitStatus.refused : exitStatus.badInput
}

/** One line per problem: what it is and why it matters. */
export function problemLines(problems: readonly Advice[]): readonly string[] {
  return problems.map(
    ({ text, reason, about }) =>
      `${about === undefined ? '' : `${about}: `}${text}${reason === undefined ? '' : ` ${reason}`}`,
  )
}
