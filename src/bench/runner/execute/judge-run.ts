import { messageOf } from '../../../core/errors/system-error'
import { performerOf } from '../../../core/engines/preparation/preparation-run'
import type {
  CommandRequest,
  Engine,
  EngineOutput,
  ParseResult,
  SynchronisedResult,
} from '../../../core/engines/engine'
import { logNames, type EngineSteps } from '../../../core/engines/steps'
import { readDriveCounters } from '../../../core/observers/drive-counters'
import { clockStep } from '../../../core/observers/host-clock'
import { holesIn, judgeByDrive } from '../../../core/observers/judge-by-drive'
import { databaseAmplification } from '../../../core/observers/database-amplification'
import type { Plan } from '../../../core/plan/plan'
import { seriesOf } from '../../../core/results/observation'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { RunFailure } from '../../../core/results/run'
import { note, qualifies, type Reservation } from '../../../core/results/reservation'
import type { RunResult } from '../../store/tables/runs/run-changes'
import { readObserved } from '../../observers/observed-run'
import { clockReservation } from './clock-watch'
import type { CollectedRun } from './collect-run'
import type { PreparedServer } from './prepare-run'
import { pidWords } from './run-words'
import { refusalFailure } from './refusal'

/** One machine's part of a run. */
export interface PartJudgement {
  readonly host: string
  readonly request: CommandRequest
  /** That of its target, as the survey of the machine found it. */
  readonly fileSystem?: HostRecord['fileSystem']
  /** What the check of the plan says against numbers of its case. */
  readonly reservations: readonly Reservation[]
  /** Its server, if several machines ran one job. */
  readonly server?: Pick<PreparedServer, 'steps' | 'linkName'>
  /** The content of its run directory; undefined for a server that was ended without a commit. */
  readonly collected: CollectedRun | undefined
}

export interface Judgement {
  readonly engine: Engine
  /** In the order of the plan's machines. */
  readonly parts: readonly PartJudgement[]
  /** Path of the run's target. */
  readonly target?: string | undefined
  /** What was started and what it left: the engine, or the client of several machines. */
  readonly steps: EngineSteps
  readonly collected: CollectedRun
  /** What a person requested while it ran. */
  readonly asked: 'stopped' | 'skipped' | undefined
  /** Why the app itself ended the run. */
  readonly ended?: RunFailure | undefined
  readonly expectedSeconds: number | undefined
  /** Its observers decide what is read from the samples. */
  readonly plan: Plan
  readonly finishedAtMs: number
}

/** A unit that is read and judged: the whole run, or one machine's part of it. */
interface Recorded extends Pick<PartJudgement, 'request' | 'fileSystem' | 'reservations'> {
  readonly steps: EngineSteps
  readonly collected: CollectedRun | undefined
}

/** A run that has ended. */
export interface JudgedRun {
  /** How the engine itself ended. `interrupted`: somebody ended it, or a machine was lost. */
  readonly outcome: SynchronisedResult['outcome']
  /** What is stored, with the result of each machine if there were several. */
  readonly result: RunResult
}

/**
 * Reads what a run left behind and builds its result, and those of its machines if there were several. Only a clean
 * exit with an unchanged, sound output is `done`; a run that had just finished when a person stopped it stays done.
 * Raw files are kept regardless of the outcome.
 */
export function judgeRun(judgement: Judgement): JudgedRun {
  const { engine, parts, steps, collected } = judgement
  const [first] = parts
  if (!first) throw new RangeError('The run has no machine.')
  const output = readOutput(collected)
  const hosts = parts.flatMap(({ host, request, server }) =>
    server ? [{ host, request, socket: server.linkName }] : [],
  )
  const fault = faultOf(judgement)
  let parsed: SynchronisedResult
  try {
    if (fault) parsed = failed(fault)
    else if (hosts.length > 0 && engine.synchronised)
      parsed = engine.synchronised.parse({ ...output, parts: hosts })
    else parsed = performerOf(engine, first.request).parse({ ...output, request: first.request })
  } catch (error) {
    // An exception of the engine fails the run, not the campaign.
    parsed = failed(unreadable(engine, error))
  }
  const resultOf = (recorded: Recorded, own: ParseResult): RunResult => {
    const { observed, ...end } = withoutHoles(endOf(judgement, recorded, own), recorded, judgement)
    // Measurements of a layout are not results of the plan; its raw output is kept.
    const isResult = end.state === 'done' && recorded.request.phase === 'measure'
    const measured = isResult && own.outcome === 'done' ? own.observations : []
    return { ...end, observations: [...measured, ...observed] }
  }
  const common = [...parsed.warnings, ...sleepWarning(judgement), ...strayWarning(judgement)]
  const ofParts: Reservation[] = []
  const machines = parts.flatMap((part, place) => {
    if (!part.server) return []
    const own = parsed.outcome === 'done' ? (parsed.machines?.[place] ?? noPart) : parsed
    const recorded = { ...part, ...part.server }
    const byMachine = machineWarnings(judgement, recorded, own)
    for (const one of byMachine) ofParts.push({ ...one, text: `${part.host}: ${one.text}` })
    const ownResult = resultOf(recorded, { ...own, warnings: [...own.warnings, ...byMachine] })
    // The outputs of the job are those of its client.
    const rawOutputs = ownResult.rawOutputs.filter(({ name }) => name === countersName)
    return [{ ...ownResult, rawOutputs }]
  })
  const whole = { ...first, steps, collected }
  const byMachine = hosts.length > 0 ? ofParts : machineWarnings(judgement, whole, parsed)
  const result = resultOf(whole, { ...parsed, warnings: [...common, ...byMachine] })
  if (hosts.length === 0) return { outcome: parsed.outcome, result }
  const logs = result.state === 'failed' ? parts.flatMap(serverLog) : []
  return {
    outcome: parsed.outcome,
    result: { ...result, rawOutputs: [...result.rawOutputs, ...logs], machines },
  }
}

/** Raw output with what the supervisor read of the drives. */
const countersName = 'counters'

/** What is known of a measured run besides what its engine says: from the check of its plan, and from the host's clocks and the drives under its target. */
function machineWarnings(
  judgement: Judgement,
  recorded: Recorded,
  parsed: ParseResult,
): readonly Reservation[] {
  if (recorded.request.phase !== 'measure' || parsed.outcome !== 'done') return []
  const said = new Set(parsed.warnings.map(({ id }) => id))
  const advised = recorded.reservations.filter(({ id }) => !said.has(id))
  const [start, end] = countersOf(recorded.collected)?.clocks ?? []
  const step = start && end ? clockStep(start, end) : 0
  const clock = step === 0 ? [] : [clockReservation('The clock of the host', step, judgement.engine)]
  return [...advised, ...clock, ...driveWarnings(judgement, recorded, parsed)]
}

function driveWarnings(
  { engine, plan }: Judgement,
  { request, fileSystem, collected }: Recorded,
  parsed: Extract<ParseResult, { readonly outcome: 'done' }>,
): readonly Reservation[] {
  if (request.dataFile === undefined) return []
  const { name } = engine.description
  return judgeByDrive({
    engine: name,
    moved: engine.movedBytes?.(request, parsed.observations) ?? {
      unknown: `${name} does not say how many bytes it moved`,
    },
    counters: countersOf(collected),
    fileSystem,
    isDevice: request.isDevice === true,
    fileBytes: fileBytesOf(engine, request),
    outputBytes: (collected?.outputs ?? []).reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0),
    isOtherLoadExpected: plan.otherLoad === 'expected',
  })
}

function countersOf(collected: CollectedRun | undefined) {
  return collected?.counters === undefined ? undefined : readDriveCounters(collected.counters)
}

/** Size of the one data file that a request uses; 0 if it uses none, or of an engine that does not say what it wrote. */
function fileBytesOf(engine: Engine, { workload, isDevice }: CommandRequest): number {
  const hasFile = isDevice !== true && engine.movedBytes && engine.dataOf(workload).kind === 'file'
  return hasFile ? engine.cost(workload).fileBytes : 0
}

/** A layout that left holes in the data file has failed: they would be read without the drive. */
function withoutHoles(end: End, { request, fileSystem, collected }: Recorded, { engine }: Judgement): End {
  if (end.state !== 'done' || request.phase !== 'layout') return end
  // Before a layout the file is nothing but a hole.
  const after = countersOf(collected)?.allocated.filter(({ when }) => when === 'after') ?? []
  const found = holesIn(after, { fileSystem, fileBytes: fileBytesOf(engine, request) })
  if (found === undefined) return end
  const failure = {
    id: 'layout-has-holes',
    text: `The data file was written, but ${found}.`,
    remedy:
      'See whether another program punches holes into files there, such as fstrim of an image, then retry.',
  }
  return { ...end, state: 'failed', failure }
}

const noPart = failed({ id: 'host-missing', text: 'There is no result from this machine.' })

function serverLog({ server, collected }: PartJudgement): RunResult['rawOutputs'] {
  const log = collected?.log
  return server && log && log.length > 0 ? [{ name: `${server.linkName}.log`, bytes: log }] : []
}

/** How a unit ended, and what is kept of it besides the measurements of the engine. */
interface End extends Omit<RunResult, 'observations'> {
  readonly observed: RunResult['observations']
}

function endOf(judgement: Judgement, recorded: Recorded, parsed: ParseResult): End {
  const { asked, ended, finishedAtMs } = judgement
  const { request, steps, collected } = recorded
  const common = {
    exitCode: judgement.collected.exitCode,
    finishedAtMs,
    rawOutputs: collected ? rawOutputs(steps, collected) : [],
    warnings: parsed.warnings,
    ...(parsed.engineVersion !== undefined && { engineVersion: parsed.engineVersion }),
    observed: [],
  }
  if (ended && !asked) return { ...common, state: 'failed', failure: ended }
  if (parsed.outcome === 'done') {
    if (request.phase !== 'measure')
      return { ...common, state: 'done', observed: keptOfPreparation(request, parsed) }
    const { observations, warnings } = readObservedOf(judgement, recorded, parsed)
    const amplification = databaseAmplification([...parsed.observations, ...observations])
    return {
      ...common,
      state: 'done',
      observed: amplification ? [...observations, amplification] : observations,
      warnings: [...parsed.warnings, ...logWarnings(recorded), ...warnings],
      rawOutputs: withoutLogs(common.rawOutputs, steps),
    }
  }
  if (!asked) return { ...common, state: 'failed', failure: parsed.failure }
  if (request.phase !== 'measure') return { ...common, state: asked }
  // What a run recorded before a person ended it: only series, for display. It has no result.
  const recordedByOthers = seriesOf(readObservedOf(judgement, recorded, parsed).observations)
  const observed = [...(parsed.series ?? []), ...recordedByOthers]
  if (observed.length === 0) return { ...common, state: asked }
  const text = 'The run was ended early. What it recorded until then is kept as series; it has no result.'
  return {
    ...common,
    state: asked,
    observed,
    warnings: [...parsed.warnings, note('ended-early', text)],
    rawOutputs: withoutLogs(common.rawOutputs, steps),
  }
}

/** Outputs stored as series are not kept twice. */
function withoutLogs(outputs: RunResult['rawOutputs'], steps: EngineSteps): RunResult['rawOutputs'] {
  return outputs.filter(({ name }) => !logNames(steps).includes(name))
}

/** Of a plan's preparations, only the capacity is a number that is needed later. */
function keptOfPreparation(
  { preparation }: CommandRequest,
  { observations }: Extract<ParseResult, { outcome: 'done' }>,
): RunResult['observations'] {
  return preparation?.step.kind === 'capacity' ? observations.filter(({ kind }) => kind === 'scalar') : []
}

/** Why the output of a committed run is not read: it was refused, or what it left cannot be trusted. */
function faultOf({ steps, collected, target }: Judgement): RunFailure | undefined {
  const { refusal, outputs } = collected
  if (refusal) return refusalFailure(refusal.id, target ?? '', refusal.detail)
  const logs = logNames(steps)
  const unread = outputs.find(({ name, problem }) => problem !== undefined && !logs.includes(name))
  switch (unread?.problem) {
    case 'checksum':
      return {
        id: 'damaged-output',
        text: `${unread.name} does not match the checksum made when the run ended.`,
        remedy: 'Check the disk that holds the run directory, then retry the run.',
      }
    case 'not-a-file':
      return {
        id: 'output-not-a-file',
        text: `${unread.name} is not an ordinary file (a link, pipe, device or folder), so it was not read.`,
        remedy: 'Check which program is started as the engine, then retry the run.',
      }
    case 'too-large':
      return {
        id: 'output-too-large',
        text: `${unread.name} is larger than 64 MiB and was not read.`,
        remedy: 'Turn off options that log every single I/O, then retry the run.',
      }
    case undefined:
      return undefined
  }
}

function readOutput(collected: CollectedRun): Omit<EngineOutput, 'request'> {
  return {
    exitCode: collected.exitCode,
    outputs: outputTexts(collected),
    ...(collected.log && { printed: new TextDecoder().decode(collected.log) }),
  }
}

function unreadable(engine: Engine, error: unknown): RunFailure {
  return {
    id: 'parser-error',
    text: `The output of ${engine.description.name} could not be read: ${messageOf(error)}`,
    remedy: 'The raw output is kept; please report it with the version of the engine.',
  }
}

/** Warnings about logs that were written but cannot be read; the reader reports missing ones. */
function logWarnings({ steps, collected }: Recorded): readonly Reservation[] {
  const logs = logNames(steps)
  return (collected?.outputs ?? []).flatMap(({ name, problem }) =>
    problem === undefined || !logs.includes(name)
      ? []
      : [note('unread-log', `${name} is left out: ${logProblems[problem]}.`)],
  )
}

const logProblems = {
  checksum: 'it does not match the checksum made when the run ended',
  'too-large': 'it is larger than 64 MiB',
  'not-a-file': 'it is not an ordinary file',
} as const

/** What the run's observers recorded. */
function readObservedOf({ engine, plan }: Judgement, recorded: Recorded, parsed: ParseResult) {
  const { request, steps, collected } = recorded
  return readObserved(steps, collected ? outputTexts(collected) : {}, plan, {
    test: engine.testName(request.workload),
    measuredAtMs: parsed.measuredAtMs,
  })
}

function failed(failure: RunFailure): Extract<ParseResult, { readonly failure: RunFailure }> {
  return { outcome: 'failed', failure, warnings: [] }
}

/** A run that took far longer than planned was probably interrupted by a suspended machine. */
function sleepWarning({
  collected,
  expectedSeconds,
}: Pick<Judgement, 'collected' | 'expectedSeconds'>): readonly Reservation[] {
  const { wallSeconds } = collected
  if (expectedSeconds === undefined || wallSeconds === undefined) return []
  if (wallSeconds <= expectedSeconds * 1.5 + 30) return []
  const text = `The run took ${Math.round(wallSeconds).toLocaleString('en')} s instead of about ${Math.round(expectedSeconds).toLocaleString('en')} s; the machine may have been suspended in the meantime.`
  return [qualifies('long-wall-time', text)]
}

function strayWarning({ engine, collected }: Judgement): readonly Reservation[] {
  const { strayPids } = collected
  if (strayPids.length === 0) return []
  const text = `${engine.description.name} ended and left ${pidWords(strayPids)} behind, which may have put load on the machine until it was ended.`
  return [qualifies('left-processes', text)]
}

/** Outputs as text, by name; undefined for one that was not written. */
function outputTexts({ outputs }: CollectedRun): Readonly<Record<string, string | undefined>> {
  const decoder = new TextDecoder()
  return Object.fromEntries(outputs.map(({ name, bytes }) => [name, bytes && decoder.decode(bytes)]))
}

function rawOutputs(steps: EngineSteps, collected: CollectedRun): RunResult['rawOutputs'] {
  const encoder = new TextEncoder()
  return [
    ...collected.outputs.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : [])),
    ...(collected.log && collected.log.length > 0 ? [{ name: 'log', bytes: collected.log }] : []),
    ...(collected.counters === undefined
      ? []
      : [{ name: countersName, bytes: encoder.encode(collected.counters) }]),
    ...steps.files
      .filter(({ isOurs }) => isOurs !== true)
      .map((file) => ({ name: file.name, bytes: encoder.encode(file.text) })),
  ]
}
