/** A text file the run directory gets before the start, mode 600. */
export interface RunFile {
  readonly name: string
  readonly text: string
  /** A script of the app, the same for every run; it is not recorded with each of them. */
  readonly isOurs?: boolean
}

/** One program to start, in the run directory. `args` is a list, never a joined string. */
export interface Process {
  readonly program: string
  readonly args: readonly string[]
  /** Output of the step that its standard output becomes, that of no other process of the step; otherwise it goes to the log, as standard error always does. */
  readonly prints?: string
}

/**
 * `prepare` makes ready what the run needs, `layout` writes the data file, `measure` is the run itself, `gather`
 * puts together what it recorded, and `teardown` gives back what `prepare` took.
 */
export const stepKinds = ['prepare', 'layout', 'measure', 'gather', 'teardown'] as const
export type StepKind = (typeof stepKinds)[number]

/** One step of a run. The next one begins when all its processes have ended with 0. */
export interface RunStep {
  readonly kind: StepKind
  /** Started together; the step ends with the last of them. */
  readonly processes: readonly Process[]
  /**
   * Samplers that work beside the processes. They are asked to end (SIGTERM) when the processes have ended, and killed
   * when they do not end within seconds. How they end says nothing about the run.
   */
  readonly sidecars?: readonly Process[]
  /** Names of the files in the run directory that are collected, each at most 64 MiB. */
  readonly outputs: readonly string[]
  /**
   * Names of further files that are collected, at most 64 MiB each: what was recorded over time. One that is missing or
   * damaged is a warning of the run, never its failure.
   */
  readonly logs?: readonly string[]
}

/**
 * All of one run. A step that fails ends it, except that `gather` steps always follow, and `teardown` steps unless a person
 * stopped the run.
 */
export interface EngineSteps {
  readonly files: readonly RunFile[]
  readonly steps: readonly RunStep[]
}

/** What was started, as it is recorded with a run: its main process, and all steps where there is more to it. */
export interface EngineCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly files: readonly RunFile[]
  readonly steps?: readonly RunStep[] | undefined
}

/** A run of one process with one output. */
export function oneStep(
  kind: StepKind,
  process: Process,
  output: string,
  files: readonly RunFile[],
): EngineSteps {
  return { files, steps: [{ kind, processes: [process], outputs: [output] }] }
}

/** Names of all outputs of a run, each once, in the order of its steps. */
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

/** The process a run is about: the first one that measures, else the first one there is. */
export function mainProcess({ steps }: EngineSteps): Process {
  const main = steps.find(({ kind }) => kind === 'measure') ?? steps[0]
  const process = main?.processes[0]
  if (!process) throw new RangeError('The run has no process.')
  return process
}

/** What is recorded of a run's steps. */
export function recordedCommand(run: EngineSteps): EngineCommand {
  const { program, args } = mainProcess(run)
  const isSimple = run.steps.length === 1 && run.steps.every(isOneProcess)
  const files = run.files.filter(({ isOurs }) => isOurs !== true)
  return { program, args, files, ...(!isSimple && { steps: run.steps }) }
}

function isOneProcess({ processes, sidecars = [] }: RunStep): boolean {
  return processes.length === 1 && sidecars.length === 0
}

/** Outputs that the processes print themselves; what sidecars print is for no eye. */
export function printedByProcesses({ steps }: EngineSteps): readonly string[] {
  return [...new Set(steps.flatMap(({ processes }) => processes.flatMap(({ prints }) => prints ?? [])))]
}
