import { parseOutput } from '../../../core/engines/preparation/preparation-run'
import type { CommandRequest, Engine, ParseResult } from '../../../core/engines/engine'
import { logNames, type EngineSteps } from '../../../core/engines/steps'
import type { Plan } from '../../../core/plan/plan'
import { seriesOf } from '../../../core/results/observation'
import type { RunFailure, ResultWarning } from '../../../core/results/run'
import type { RunResult } from '../../store/review-store'
import { readObserved } from '../../observers/observed-run'
import type { CollectedRun } from './collect-run'
import { pidWords } from './run-words'
import { refusalFailure } from './refusal'
import { messageOf } from '../runner-error'

export interface Judgement {
  readonly engine: Engine
  readonly request: CommandRequest
  /** Path of what the run works on. */
  readonly target?: string | undefined
  readonly steps: EngineSteps
  readonly collected: CollectedRun
  /** What a person asked for while it ran. */
  readonly asked: 'stopped' | 'skipped' | undefined
  /** Why the app itself ended the run. */
  readonly ended?: RunFailure | undefined
  readonly expectedSeconds: number | undefined
  /** What it says of observers decides what is read from the samples. */
  readonly plan: Plan
  readonly finishedAtMs: number
}

/**
 * Makes a stored result of what a run left behind. Only a clean exit with an unchanged, sound output is `done`; a run
 * that was just done when a person stopped it stays done. Raw files are kept whatever the outcome.
 */
export function judgeRun(judgement: Judgement): RunResult {
  const { collected, steps, request, asked, ended } = judgement
  const parsed = readOutput(judgement)
  const warnings = [...parsed.warnings, ...sleepWarning(judgement), ...strayWarning(judgement)]
  const common = {
    exitCode: collected.exitCode,
    finishedAtMs: judgement.finishedAtMs,
    rawOutputs: rawOutputs(steps, collected),
    warnings,
    ...(parsed.engineVersion !== undefined && { engineVersion: parsed.engineVersion }),
  }
  if (ended && !asked) {
    return { ...common, state: 'failed', failure: ended, observations: [] }
  }
  if (parsed.outcome === 'done') {
    // What the layout measured is not a result of the plan; its raw output is kept.
    if (request.phase !== 'measure')
      return { ...common, state: 'done', observations: keptOfPreparation(request, parsed) }
    const observed = readObservedOf(judgement, parsed)
    return {
      ...common,
      state: 'done',
      observations: [...parsed.observations, ...observed.observations],
      warnings: [...warnings, ...logWarnings(judgement), ...observed.warnings],
      rawOutputs: withoutLogs(common.rawOutputs, steps),
    }
  }
  if (asked) return { ...common, state: asked, ...endedEarly(judgement, parsed, warnings) }
  return { ...common, state: 'failed', failure: parsed.failure, observations: [] }
}

/** What a run that a person ended recorded until then: series alone, which are for the eye. It has no result. */
function endedEarly(
  judgement: Judgement,
  parsed: ParseResult,
  warnings: readonly ResultWarning[],
): Pick<RunResult, 'observations' | 'warnings'> & Partial<Pick<RunResult, 'rawOutputs'>> {
  const { request, steps, collected } = judgement
  if (request.phase !== 'measure') return { observations: [], warnings }
  const ofEngine = parsed.outcome === 'done' ? [] : (parsed.series ?? [])
  const observations = [...ofEngine, ...seriesOf(readObservedOf(judgement, parsed).observations)]
  if (observations.length === 0) return { observations, warnings }
  const text = 'The run was ended early. What it recorded until then is kept as series, and is no result.'
  return {
    observations,
    warnings: [...warnings, { id: 'ended-early', text }],
    rawOutputs: withoutLogs(rawOutputs(steps, collected), steps),
  }
}

/** What became series is not kept twice. */
function withoutLogs(outputs: RunResult['rawOutputs'], steps: EngineSteps): RunResult['rawOutputs'] {
  return outputs.filter(({ name }) => !logNames(steps).includes(name))
}

/** Of what comes before the runs of a plan, only the capacity is a number that is needed later. */
function keptOfPreparation(
  { preparation }: CommandRequest,
  { observations }: Extract<ParseResult, { outcome: 'done' }>,
): RunResult['observations'] {
  return preparation?.step.kind === 'capacity' ? observations.filter(({ kind }) => kind === 'scalar') : []
}

/** Reason and parsed numbers of a committed run. `interrupted`: the engine was asked to end, by whomever. */
export function readOutput({ engine, request, steps, collected, target }: Judgement): ParseResult {
  const { exitCode, refusal, outputs } = collected
  if (refusal) return failed(refusalFailure(refusal.id, target ?? '', refusal.detail))
  const logs = logNames(steps)
  const unread = outputs.find(({ name, problem }) => problem !== undefined && !logs.includes(name))
  if (unread?.problem === 'checksum') {
    return failed({
      id: 'damaged-output',
      text: `${unread.name} does not match the checksum made when the run ended.`,
      remedy: 'Check the disk that holds the run directory, then retry the run.',
    })
  }
  if (unread?.problem === 'not-a-file') {
    return failed({
      id: 'output-not-a-file',
      text: `${unread.name} is not an ordinary file (a link, pipe, device or folder), so it was not read.`,
      remedy: 'Check which program is started as the engine, then retry the run.',
    })
  }
  if (unread?.problem === 'too-large') {
    return failed({
      id: 'output-too-large',
      text: `${unread.name} is larger than 64 MiB and was not read.`,
      remedy: 'Turn off options that log every single I/O, then retry the run.',
    })
  }
  try {
    return parseOutput(engine, {
      request,
      exitCode,
      outputs: outputTexts(collected),
      ...(collected.log && { printed: new TextDecoder().decode(collected.log) }),
    })
  } catch (error) {
    return failed({
      id: 'parser-error',
      text: `The output of ${engine.description.name} could not be read: ${messageOf(error)}`,
      remedy: 'The raw output is kept; please report it with the version of the engine.',
    })
  }
}

/** Logs that were written and cannot be read; that of one which was not written says its reader. */
function logWarnings({ steps, collected }: Judgement): readonly ResultWarning[] {
  const logs = logNames(steps)
  return collected.outputs.flatMap(({ name, problem }) =>
    problem === undefined || !logs.includes(name)
      ? []
      : [{ id: 'unread-log', text: `${name} is left out: ${logProblems[problem]}.` }],
  )
}

const logProblems = {
  checksum: 'it does not match the checksum made when the run ended',
  'too-large': 'it is larger than 64 MiB',
  'not-a-file': 'it is not an ordinary file',
} as const

/** What the observers beside the run left. */
function readObservedOf({ engine, request, steps, collected, plan }: Judgement, parsed: ParseResult) {
  return readObserved(steps, outputTexts(collected), plan, {
    test: engine.testName(request.workload),
    measuredAtMs: parsed.measuredAtMs,
  })
}

function failed(failure: RunFailure): ParseResult {
  return { outcome: 'failed', failure, warnings: [] }
}

/** A run that took far longer than its plan says was probably cut by a suspended machine. */
export function sleepWarning({
  collected,
  expectedSeconds,
}: Pick<Judgement, 'collected' | 'expectedSeconds'>): readonly ResultWarning[] {
  const { wallSeconds } = collected
  if (expectedSeconds === undefined || wallSeconds === undefined) return []
  if (wallSeconds <= expectedSeconds * 1.5 + 30) return []
  const text = `The run took ${Math.round(wallSeconds).toLocaleString('en')} s instead of about ${Math.round(expectedSeconds).toLocaleString('en')} s; the machine may have been suspended meanwhile.`
  return [{ id: 'long-wall-time', text }]
}

function strayWarning({ engine, collected }: Judgement): readonly ResultWarning[] {
  const { strayPids } = collected
  if (strayPids.length === 0) return []
  const text = `${engine.description.name} ended and left ${pidWords(strayPids)} behind, which may have put load on the machine until it was ended.`
  return [{ id: 'left-processes', text }]
}

/** Outputs as text, by name; one that was not written is undefined. */
export function outputTexts({ outputs }: CollectedRun): Readonly<Record<string, string | undefined>> {
  const decoder = new TextDecoder()
  return Object.fromEntries(outputs.map(({ name, bytes }) => [name, bytes && decoder.decode(bytes)]))
}

export function rawOutputs(steps: EngineSteps, collected: CollectedRun): RunResult['rawOutputs'] {
  const encoder = new TextEncoder()
  return [
    ...collected.outputs.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : [])),
    ...(collected.log && collected.log.length > 0 ? [{ name: 'log', bytes: collected.log }] : []),
    ...steps.files
      .filter(({ isOurs }) => isOurs !== true)
      .map((file) => ({ name: file.name, bytes: encoder.encode(file.text) })),
  ]
}
