import { tmpdir } from 'node:os'
import { calibrateLevels } from '../../bench/calibration/calibrate-levels'
import { takeInventory } from '../../bench/hosts/inventory/take-inventory'
import { createLocalHost } from '../../bench/hosts/local/local-host'
import { compareContent, contentSettings } from '../../core/engines/content/plan-content'
import { findContentModel } from '../../core/engines/registry'
import { findEngine } from '../../core/engines/registry'
import { formatExactBytes } from '../../core/units/bytes'
import { formatPercent } from '../../core/units/number-format'
import { newPlan } from '../../core/plan/edit-plan'
import type { Plan } from '../../core/plan/plan'
import type { Calibration } from '../../core/results/campaign/calibration'
import {
  CommandError,
  exitStatus,
  printJson,
  type Command,
  type CommandContext,
  type ParsedCommand,
} from '../command'
import { applySetting, readPlanFile, targetOf } from '../plan-file'
import { textTable } from '../output'

export const calibrate: Command = {
  words: ['calibrate'],
  positionals: ['PLAN.json'],
  optionalPositionals: 1,
  summary:
    'Measure what an engine really writes for each level of compressibility and repetition. Writes a small file in the target folder and removes it.',
  options: {
    engine: { value: 'NAME', help: 'fio or iozone, if no plan is given.' },
    target: { value: 'FOLDER', help: 'Where the samples are written; default: the temporary folder.' },
    set: {
      value: 'KEY=LEVELS',
      multiple: true,
      help: 'Levels to check, e.g. compress_percent="0..100 step 25" or block_size=4k,64k.',
    },
  },
  async run(parsed, context) {
    const plan = await planOf(parsed, context)
    const engine = findEngine(plan.engine)
    const model = findContentModel(plan.engine)
    if (!engine || !model)
      throw new CommandError(
        `calibrate: nothing is known of the data of ${plan.engine}.`,
        'Choose fio or iozone.',
      )
    const host = createLocalHost()
    try {
      const inventory = await takeInventory(host, { engine })
      const { calibrations, problems } = await calibrateLevels({
        host,
        model,
        settings: contentSettings(plan),
        folder: folderOf(plan),
        engineVersion: inventory.engineVersion,
        signal: context.signal,
        onSample: (done, total) => {
          if (context.stderr.isTTY) context.stderr.raw(`\r${done} of ${total} samples`)
        },
      })
      if (context.stderr.isTTY) context.stderr.raw('\r')
      for (const problem of problems)
        context.stderr.line(`benchwright: ${levelsText(problem.levels)}: ${problem.text}`)
      const answers = calibrations.map((one) => ({ ...one, ...compareContent(plan.engine, one) }))
      if (parsed.json) printJson(context, { engine: plan.engine, calibrations: answers, problems })
      else if (answers.length > 0)
        await context.stdout.stream('lines', calibrationTable(plan.engine, calibrations))
      return problems.length > 0 ? exitStatus.failed : exitStatus.done
    } finally {
      await host.dispose()
    }
  },
}

/** The given plan, or one created from the requested engine and levels. */
async function planOf(parsed: ParsedCommand, context: CommandContext): Promise<Plan> {
  const [file] = parsed.positionals
  const target = targetOf(parsed.text('target') ?? tmpdir())
  const given = file === undefined ? undefined : await readPlanFile(file, context)
  const engineId = given?.engine ?? parsed.text('engine')
  if (engineId === undefined)
    throw new CommandError('calibrate: --engine is missing.', 'Name fio or iozone, or a plan.')
  const description = findEngine(engineId)?.description
  if (!description)
    throw new CommandError(`--engine ${engineId}: there is no such engine.`, 'Choose fio or iozone.')
  const start = given ?? newPlan({ id: 'calibration', seed: 0, target }, { engine: engineId, base: {} })
  const plan = parsed
    .texts('set')
    .reduce((before, setting) => applySetting(before, setting, description), start)
  return parsed.text('target') === undefined && given ? plan : { ...plan, target }
}

function folderOf({ target }: Plan): string {
  if (target.kind === 'folder') return target.path
  throw new CommandError('calibrate: the samples need a folder.', 'Name an existing folder with --target.')
}

function calibrationTable(engineId: string, calibrations: readonly Calibration[]): Iterable<string> {
  const rows = calibrations.map((one) => {
    const found = compareContent(engineId, one)
    return [
      levelsText(one.levels),
      percent(100 * one.compressedShare),
      percent(found.nominalCompressPercent),
      percent(found.compressPercent),
      percent(found.nominalRepeatedPercent),
      percent(found.repeatedPercent),
      found.warnings.map((warning) => warning.text).join(' '),
    ]
  })
  return textTable(
    ['levels', 'zlib leaves', 'compressible: asked', 'measured', 'repeated: asked', 'measured', 'note'],
    rows,
  )
}

function percent(value: number | undefined): string {
  return value === undefined ? '' : formatPercent(value)
}

function levelsText(levels: Plan['base']): string {
  const parts = Object.entries(levels).map(([key, value]) =>
    key === 'block_size' && typeof value === 'number'
      ? `${key}=${formatExactBytes(value)}`
      : `${key}=${value}`,
  )
  return parts.length === 0 ? 'as the engine does by itself' : parts.join(', ')
}
