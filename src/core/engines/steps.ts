import * as v from 'valibot'
import type { Immutable } from '../plan/plan'

/** A text file placed in the run directory before the start, mode 600. */
export interface RunFile {
  readonly name: string
  readonly text: string
  /** A script of the app, the same for every run; it is not recorded with each of them. */
  readonly isOurs?: boolean
}

const words = v.array(v.string())

const process = v.object({
  program: v.string(),
  /** A list, never a joined string. */
  args: words,
  /**
   * Output of the step that receives its standard output; otherwise it goes to the log, as standard error always does.
   * Only one process of a step has one, and any sidecar may.
   */
  prints: v.exactOptional(v.string()),
})
/** One program to start, in the run directory. */
export type Process = Immutable<v.InferOutput<typeof process>>

/**
 * `prepare` sets up what the run needs, `layout` writes the data file, `measure` is the run itself, `gather` collects
 * what it recorded, and `teardown` releases what `prepare` set up.
 */
export const stepKinds = ['prepare', 'layout', 'measure', 'gather', 'teardown'] as const
export type StepKind = (typeof stepKinds)[number]

const step = v.object({
  kind: v.picklist(stepKinds),
  /** Started together; the step ends with the last of them. */
  processes: v.array(process),
  /**
   * Samplers that run alongside the processes. They get SIGTERM when the processes have ended, and are killed if they
   * do not end within seconds. Their exit status does not affect the run.
   */
  sidecars: v.exactOptional(v.array(process)),
  /** Names of the files in the run directory that are collected, each at most 64 MiB. */
  outputs: words,
  /**
   * Names of further files that are collected, at most 64 MiB each: recorded series. A missing or damaged one is a
   * warning of the run, never a failure.
   */
  logs: v.exactOptional(words),
})
/** One step of a run. The next one starts when all its processes have exited with 0. */
export type RunStep = Immutable<v.InferOutput<typeof step>>

/**
 * All steps of one run. A failed step ends it, except that `gather` steps always follow, and `teardown` steps unless
 * the user stopped the run.
 */
export interface EngineSteps {
  readonly files: readonly RunFile[]
  readonly steps: readonly RunStep[]
}

/** What was started, as recorded with a run: its main process, and all steps if there is more. */
export const commandSchema = v.object({
  program: v.string(),
  args: words,
  files: v.array(v.object({ name: v.string(), text: v.string() })),
  steps: v.optional(v.array(step)),
})
export type EngineCommand = Immutable<v.InferOutput<typeof commandSchema>>

/** A run of one process with one output. */
export function oneStep(
  kind: StepKind,
  process: Process,
  output: string,
  files: readonly RunFile[],
): EngineSteps {
  return { files, steps: [{ kind, processes: [process], outputs: [output] }] }
}

/** Names of all outputs of a run, each once, in step order. */
export function outputNames({ steps }: EngineSteps): readonly string[] {
  return [...new Set(steps.flatMap(({ outputs }) => outputs))]
}

/** Names of everything that is collected. */
export function collectedNames(run: EngineSteps): readonly string[] {
  return [...outputNames(run), ...logNames(run)]
}

/** Names of all logs of a run, each once. */
export function logNames({ steps }: EngineSteps): readonly string[] {
  return [...new Set(steps.flatMap(({ logs = [] }) => logs))]
}

/** The main process of a run: the first one that measures, otherwise the first one. */
export function mainProcess({ steps }: EngineSteps): Process {
  const main = steps.find(({ kind }) => kind === 'measure') ?? steps[0]
  const process = main?.processes[0]
  if (!process) throw new RangeError('The run has no process.')
  return process
}

/** The record of a run's steps. */
export function recordedCommand(run: EngineSteps): EngineCommand {
  const { program, args } = mainProcess(run)
  const isSimple = run.steps.length === 1 && run.steps.every(isOneProcess)
  const files = run.files.filter(({ isOurs }) => isOurs !== true)
  return { program, args, files, ...(!isSimple && { steps: run.steps }) }
}

function isOneProcess({ processes, sidecars = [] }: RunStep): boolean {
  return processes.length === 1 && sidecars.length === 0
}

/** Outputs that the processes print themselves; output of sidecars is not shown. */
export function printedByProcesses({ steps }: EngineSteps): readonly string[] {
  return [...new Set(steps.flatMap(({ processes }) => processes.flatMap(({ prints }) => prints ?? [])))]
}
