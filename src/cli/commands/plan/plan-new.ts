import { randomInt, randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { writeFileWhole } from '../../../bench/files/write-file-whole'
import { findEngine } from '../../../core/engines/registry'
import { setBase } from '../../../core/plan/edit-plan'
import { observerKinds, orderKinds, seriesDetails, type Plan, type Target } from '../../../core/plan/plan'
import { writePlan } from '../../../core/plan/plan-json'
import { parseObserve, parseSeries, withDefaultRecording } from '../../../core/plan/recording'
import { findTemplate, planFromTemplate, templates } from '../../../core/plan/templates/templates'
import { withTrackedLevels } from '../../../core/plan/until-steady'
import type { Parsed } from '../../../core/units/parsed'
import {
  choiceOf,
  CommandError,
  exitStatus,
  printJson,
  type Command,
  type ParsedCommand,
  wholeOption,
} from '../../command'
import { applySetting, targetFileOf, targetOf } from '../../plan-file'

export const planNew: Command = {
  words: ['plan', 'new'],
  positionals: [],
  summary: 'Create a plan from a template.',
  options: {
    template: { value: 'NAME', help: `One of ${templates.map((template) => template.id).join(', ')}.` },
    target: {
      value: 'PATH',
      help: 'Folder in which the data file is created, a raw device, or a file with an extension. A folder that is not on this machine ends with /.',
    },
    'target-file': { value: 'FILE', help: 'A file to create, whatever its name; instead of --target.' },
    set: {
      value: 'KEY=LEVELS',
      multiple: true,
      help: 'Levels of an axis or a fixed parameter, e.g. block_size=4k,64k.',
    },
    name: { value: 'TEXT', help: 'Name of the plan.' },
    drive: {
      value: 'NAME',
      help: 'Which drive is under the target: its name in every list, figure and article, kept on its device card by the first run. A drive that has a card keeps that name.',
    },
    repetitions: { value: 'N', help: 'Runs per case.' },
    runtime: { value: 'TIME', help: 'Measured time of a run, e.g. 30s. The ramp keeps its share of it.' },
    size: { value: 'SIZE', help: 'Size of the data file, e.g. 16G.' },
    order: { value: 'ORDER', help: `Order of the runs: ${orderKinds.join(', ')}.` },
    series: {
      value: 'TIME',
      help: "Interval of the engine's series: off, 1s, 100ms. Default: 1s for runs of 30 s or more.",
    },
    'series-detail': {
      value: 'DETAIL',
      help: `What the series are: ${seriesDetails.join(', ')} (for percentiles over time).`,
    },
    observe: {
      value: 'KINDS',
      help: `What is sampled on the host: none, all, or some of ${observerKinds.join(',')}.`,
    },
    'other-load': {
      value: 'expected',
      help: 'Other load on the drive is part of what is measured, and nothing against a run.',
    },
    seed: { value: 'N', help: 'Seed of the order and of random offsets.' },
    out: { value: 'FILE', help: 'Write the plan to this file instead of standard output.' },
  },
  async run(parsed, context) {
    const plan = buildPlan(parsed)
    if (plan.notes !== '' && parsed.text('size') === undefined) context.stderr.line(plan.notes)
    const out = parsed.text('out')
    if (out === undefined) {
      context.stdout.json(writePlan(plan))
      return exitStatus.done
    }
    await writeFileWhole(out, writePlan(plan), context.signal)
    if (parsed.json) printJson(context, { plan: out, id: plan.id })
    else context.stdout.line(out)
    return exitStatus.done
  },
}

function buildPlan(parsed: ParsedCommand): Plan {
  const templateId = required(parsed, 'template')
  const template = findTemplate(templateId)
  if (template === undefined) {
    throw new CommandError(
      `--template ${templateId}: there is no such template.`,
      `Choose one of ${templates.map(({ id }) => id).join(', ')}.`,
    )
  }
  const identity = {
    id: randomUUID(),
    seed: wholeOption(parsed, 'seed', 0, 2 ** 32 - 1) ?? randomInt(2 ** 32),
    target: newTarget(parsed),
  }
  const plan = withLengths(planFromTemplate(template, identity, totalmem()), parsed)
  const name = parsed.text('name')
  const otherLoad = choiceOf(parsed, 'other-load', ['expected'])
  const drive = parsed.text('drive')?.trim() ?? ''
  return {
    ...plan,
    ...(name !== undefined && { name }),
    ...(drive !== '' && { drive }),
    ...(otherLoad !== undefined && { otherLoad }),
  }
}

function newTarget(parsed: ParsedCommand): Target {
  const file = parsed.text('target-file')
  if (file === undefined) return targetOf(required(parsed, 'target'))
  if (parsed.text('target') !== undefined)
    throw new CommandError('plan new: --target and --target-file exclude each other.', 'Give one of them.')
  return targetFileOf(file)
}

/** The plan with the run times, sizes, settings, repetitions, order and recording given by the options. */
export function withLengths(template: Plan, parsed: ParsedCommand): Plan {
  const engine = findEngine(template.engine)?.description
  if (engine === undefined) throw new Error(`The plan ${template.name} names an engine that does not exist.`)
  let plan = template
  const runtime = parsed.text('runtime')
  if (runtime !== undefined)
    plan = withRuntime(applySetting(plan, `runtime=${runtime}`, engine, `--runtime ${runtime}`), plan)
  const size = parsed.text('size')
  if (size !== undefined)
    plan = { ...applySetting(plan, `file_size=${size}`, engine, `--size ${size}`), notes: '' }
  for (const setting of parsed.texts('set')) plan = applySetting(plan, setting, engine)
  plan = withTrackedLevels(plan)
  const repetitions = wholeOption(parsed, 'repetitions', 1, 10_000)
  if (repetitions !== undefined) plan = { ...plan, repetitions }
  const kind = choiceOf(parsed, 'order', orderKinds, 'there is no such order')
  if (kind !== undefined) plan = { ...plan, order: { ...plan.order, kind } }
  return withRecording(plan, parsed)
}

/** What the options specify; the rest is the default for runs of this length. */
function withRecording(plan: Plan, parsed: ParsedCommand): Plan {
  const [series, observe] = [parsed.text('series'), parsed.text('observe')]
  const seriesDetail = choiceOf(parsed, 'series-detail', seriesDetails)
  return {
    ...withDefaultRecording(plan),
    ...(series !== undefined && { series: readOption('series', parseSeries(series)) }),
    ...(seriesDetail !== undefined && { seriesDetail }),
    ...(observe !== undefined && { observe: readOption('observe', parseObserve(observe)) }),
  }
}

function readOption<T>(option: string, result: Parsed<T>): T {
  if (result.ok) return result.value
  throw new CommandError(`--${option}: ${result.error}`)
}

/**
 * Keeps the template's ratio of ramp to measured time, so that a short trial does not ramp for longer than it
 * measures.
 */
function withRuntime(plan: Plan, template: Plan): Plan {
  const { runtime, ramp_time: ramp } = template.base
  const shorter = plan.base.runtime
  if (typeof runtime !== 'number' || typeof ramp !== 'number' || typeof shorter !== 'number') return plan
  return setBase(plan, 'ramp_time', Math.floor((ramp * shorter) / runtime))
}

function required(parsed: ParsedCommand, option: string): string {
  const text = parsed.text(option)
  if (text === undefined || text === '')
    throw new CommandError(`plan new: --${option} is missing.`, "See 'benchwright plan new --help'.")
  return text
}
