import type { LevelKind } from '../plan/parse-level'
import type { Advice, PlanEnvironment } from '../plan/advice'
import type { LevelValue, Plan, PreparationStep, Workload } from '../plan/plan'
import type { SeriesRequest } from '../plan/recording'
import type { Observation, Series } from '../results/observation'
import type { ResultWarning, RunFailure, RunPhase } from '../results/run'
import type { ContentModel } from './content/content-model'
import type { ReadForeignOutput } from './foreign/foreign-output'
import type { EngineCommand, EngineSteps, Process } from './steps'
import type { ProgressReader } from './progress'

/** How a parameter is entered and shown. Forms are drawn from this, so the window knows no engine. */
export type FieldKind =
  | Extract<LevelKind, { type: 'bytes' }>
  | { readonly type: 'seconds'; readonly min?: number; readonly max?: number }
  | { readonly type: 'integer'; readonly min?: number; readonly max?: number }
  | {
      readonly type: 'percent'
      /** Largest value, 100 unless said. */
      readonly max?: number
      /** Levels that are no percentage but are shown beside them on the same axis, such as `random`. */
      readonly words?: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly type: 'boolean' }
  | {
      readonly type: 'choice'
      readonly choices: readonly { readonly value: string; readonly label: string; readonly help?: string }[]
    }
  | {
      /** One or several names in one value, separated by spaces: `write random-read`. */
      readonly type: 'names'
      readonly names: readonly { readonly value: string; readonly label: string }[]
      /** A word that stands for many of them. */
      readonly all?: { readonly value: string; readonly label: string }
    }
  | { readonly type: 'text'; readonly pattern?: string }

export interface Field {
  /** Field id, `snake_case`, the same for all engines where the meaning is the same (`block_size`, `queue_depth` …). */
  readonly id: string
  readonly label: string
  /** The engine's own option, shown small beside the label: `bs`. */
  readonly option: string
  readonly kind: FieldKind
  /** One or two sentences in plain words. */
  readonly help: string
  /** Used when neither base nor axis names a value. Undefined: the option is not passed. */
  readonly initial?: LevelValue
  readonly group: 'workload' | 'database' | 'time' | 'target' | 'data' | 'advanced'
  /** Offered in the "add axis" menu with these levels to start from. */
  readonly axisLevels?: readonly LevelValue[]
}

/** Any further option of the engine that the allow-list permits, for the option search and custom axes. */
export interface ExtraOption {
  readonly name: string
  readonly help: string
  readonly kind: FieldKind
}

export interface EngineDescription {
  readonly id: string
  /** As printed: `fio`, `IOzone`. */
  readonly name: string
  readonly program: string
  readonly oldestVersion: string
  /** Few hosts have it: the look at a host names it only where it is, and a plan for it where it is not. */
  readonly isRare?: boolean
  /** It writes series of a run where the plan asks for them. */
  readonly recordsSeries?: boolean
  /** What the fixed part of a new plan for this engine starts from. */
  readonly starting: Workload
  readonly fields: readonly Field[]
  /**
   * Ids of the metrics that its runs are known by, best first (see results/metrics.ts): columns of the runs, the live panel, and what
   * figures and comparisons show by default.
   */
  readonly headlines: readonly string[]
  readonly extraOptions: readonly ExtraOption[]
  /** How to get it, by platform; shown when the program is missing. */
  readonly install: {
    readonly debian: string
    readonly fedora: string
    readonly arch: string
    readonly macos: string
    readonly windows: string
  }
}

/**
 * What a run works on. `file`: one data file (or raw device), laid out before the runs that need it; cases that agree in
 * `contentKeys` share one layout. `folder`: files of the engine's own (`Engine.ownFilePrefix`) in a folder that is created
 * for them and removed with them, whatever becomes of the run. With `contentKeys` a layout makes them for all cases that
 * agree in these, until the campaign ends; without, every run makes its own.
 */
export type DataNeed =
  | { readonly kind: 'none' }
  | { readonly kind: 'file'; readonly contentKeys: readonly string[] }
  | { readonly kind: 'folder'; readonly contentKeys?: readonly string[] }

/** Bytes from `fromBytes` up to, but not including, `toBytes`. */
export interface ByteRange {
  readonly fromBytes: number
  readonly toBytes: number
}

export interface CommandRequest {
  readonly workload: Workload
  /** Absolute path of the data file, or of the folder for the run's own files; undefined if no data is moved. */
  readonly dataFile?: string
  /** Names the processes of this run on its host, e.g. `bw-7f3a-12`. Letters, digits, `-`. */
  readonly runName: string
  /** The data file is a raw block device: nothing is created. */
  readonly isDevice?: boolean
  /** For the phase `prepare`: what is done, and to how many bytes. */
  readonly preparation?:
    | {
        readonly step: PreparationStep
        readonly capacityBytes: number
        /** A discard begins here; at the front where nothing is said. */
        readonly fromBytes?: number
      }
    | undefined
  /**
   * `layout` writes the data file once before the measured runs, with the workload's data options; `prepare` brings the
   * target into the state it is measured in.
   */
  readonly phase: RunPhase
  /** Absolute path of the directory in which the service works, for engines that have one. */
  readonly serviceDirectory?: string
  /** Seed for this repetition's offsets. */
  readonly seed: number
  /** What `Engine.passwordFor` asks for. It goes into a file of the run directory, and nowhere else. */
  readonly password?: string | undefined
  /** Requests, or transactions of a database, a second that `offered_percent` stands for, once the capacity is found. */
  readonly offeredPerSecond?: number | undefined
  /** For the phase `prepare`: this part of the data file or device is written with ballast. */
  readonly ballast?: ByteRange
  /** What a measured run writes over time; engines that cannot leave it out. */
  readonly series?: SeriesRequest | undefined
  /** Version of the program on the host where known; newer options are left out for older ones. */
  readonly engineVersion?: string
}

/** Everything that is known after the exit. */
export interface EngineOutput {
  /** Text of every output of the run's steps by name; undefined if it was not written. */
  readonly outputs: Readonly<Record<string, string | undefined>>
  /** Exit status of the engine, 128 + n for a signal n; undefined when it was lost. */
  readonly exitCode: number | undefined
  /** What the engine printed besides its outputs (its standard error). Read only to explain a failure, never for numbers. */
  readonly printed?: string
  /** What was asked, for the check of echoed options, runtime and directions. */
  readonly request: CommandRequest
}

export type ParseResult =
  | {
      readonly outcome: 'done'
      readonly engineVersion: string
      /** Every scalar, histogram and series that the run left; each quantity at the same levels once. */
      readonly observations: readonly Observation[]
      readonly warnings: readonly ResultWarning[]
      /** When the measured part began, by the host's clock, in ms since 1970; undefined if the engine does not say. */
      readonly measuredAtMs?: number | undefined
    }
  | {
      /** `interrupted`: ended from outside with a valid partial result; never a data point. */
      readonly outcome: 'failed' | 'interrupted'
      readonly failure: RunFailure
      readonly engineVersion?: string
      readonly warnings: readonly ResultWarning[]
      /** What was recorded until the end from outside; kept for the eye, never a data point. */
      readonly series?: readonly Series[]
      readonly measuredAtMs?: number | undefined
    }

/** Cost of one run, for the estimate. */
export interface RunCost {
  readonly seconds?: number
  /** Exact bytes written, where the workload fixes them. */
  readonly bytesWritten?: number
  /** Bytes read and written, where a run ends when they are moved: how long that takes is up to the drive. */
  readonly bytesMoved?: number
  /** Size of a request, which limits the rate. */
  readonly blockBytes?: number
  /** Where requests are offered at a rate: at most so many bytes a second, or this share of what the drive takes. */
  readonly offered?: { readonly bytesPerSecond?: number; readonly share?: number }
  /** Share of writes (0 to 1) during `measureSeconds`, for estimates from a rate. */
  readonly writeShare: number
  readonly measureSeconds?: number
  readonly fileBytes: number
}

/**
 * A program that has to be up while runs are measured, such as a private database server. It works in a run directory of
 * its own and is supervised like a run. Its commands need no path of their own: `directory` is absolute.
 */
export interface Service {
  /** Its processes stay in the foreground; they are ended with SIGINT, then SIGTERM. */
  readonly run: EngineSteps
  /**
   * Ends with 0 as soon as it is ready. Tried ten times a second, for two minutes at most; before each further run for a
   * second, and what is not ready then is started again.
   */
  readonly ready: Process
  /** Brings it back into the state that a run expects; called before every run but the first. */
  readonly reset?: Process
}

/** An engine: a folder of pure files and one line in the registry. */
export interface Engine {
  readonly description: EngineDescription
  /** Problems of the options alone: unknown, not allowed, out of range. Empty when all is well. */
  checkWorkload(workload: Workload): readonly OptionProblem[]
  /** What one run is made of. Throws a RangeError for a request it can make nothing of. */
  steps(request: CommandRequest): EngineSteps
  /** Command that checks this request without any I/O; undefined if the engine has none. */
  parseOnlyCommand(request: CommandRequest): EngineCommand | undefined
  /** One command that checks all these requests; it ends well only if each of them is fine. Absent if there is none. */
  parseOnlyBatch?(requests: readonly CommandRequest[]): EngineCommand
  parse(output: EngineOutput): ParseResult
  progress(): ProgressReader
  advise(plan: Plan, environment: PlanEnvironment): readonly Advice[]
  cost(workload: Workload): RunCost
  /** Keys `cost` looks at. Cases that agree in these cost the same, so an estimate need not visit every case. */
  readonly costKeys: readonly string[]
  /** True where a parameter has a say in `writes`; absent if every one has. */
  decidesWriting?(key: string): boolean
  /** True unless the workload is known to only read. */
  writes(workload: Workload): boolean
  /** Can be given a raw block device as data file. */
  readonly takesDevices?: boolean
  /** Runs one job on several hosts at the same time, by its own means; absent if it has none. */
  readonly synchronised?: SynchronisedEngine
  /** What has to be up for a run of the workload; runs that need the same share it. Absent if nothing has to be. */
  service?(workload: Workload, directory: string): Service | undefined
  /** Whose password a workload needs, such as `bench on db1:3306`; undefined or absent if it needs none. */
  passwordFor?(workload: Workload): string | undefined
  /** What `parseOnlyCommand` says of a login that failed; another password may help with the id `login-refused`. */
  loginFailure?(said: string): RunFailure
  /** What the workload works on. */
  dataOf(workload: Workload): DataNeed
  /** Files of runs that make their own are named this and a number from 0 to 1024. Letters, digits, `_`, `.`. */
  readonly ownFilePrefix?: string
  /** What is known of the data it writes; absent if nothing is. */
  readonly content?: ContentModel
  /** Reads an output file that was not made for a plan; absent if its files cannot be imported. */
  readonly readForeign?: ReadForeignOutput
  /**
   * How long a run may print nothing, read and write nothing and yet keep a processor busy before it is ended as
   * hung; undefined if that says nothing.
   */
  silenceSeconds?(workload: Workload): number | undefined
  /** Test name of a workload, e.g. `random-mix`. */
  testName(workload: Workload): string
  /** `["--version"]` and how its answer reads, e.g. `fio-3.33` → `3.33`. */
  readonly versionArgs: readonly string[]
  readVersion(text: string): string | undefined
}

/** One host's part of a synchronised job. */
export interface HostPart {
  /** As people know it. */
  readonly host: string
  /** Socket of the server on that host, as the client reaches it; relative to the client's run directory or absolute. */
  readonly socket: string
  readonly request: CommandRequest
}

/** What the client of a synchronised job left behind. */
export interface SynchronisedOutput extends Omit<EngineOutput, 'request'> {
  /** In the order of the plan's hosts. */
  readonly parts: readonly HostPart[]
}

type Done = Extract<ParseResult, { readonly outcome: 'done' }>
type NotDone = Exclude<ParseResult, Done>

/** Results of all hosts or of none. `interrupted`: a host was lost on the way; the run can be done again. */
export type SynchronisedResult =
  { readonly outcome: 'done'; readonly together: Done; readonly machines: readonly Done[] } | NotDone

/** An engine's own client and server: a server waits on every host, one client has all of them begin at once. */
export interface SynchronisedEngine {
  /** True when every host is under load for the same time, whatever its speed. */
  endsTogether(workload: Workload): boolean
  /** Waits on a socket in its run directory for the client's job; `request` says whether it may write at all. */
  serverSteps(request: CommandRequest, socketName: string): EngineSteps
  /** Gives every server its job (`files`, one for each in their order), starts all of them, and writes what each of them did. */
  clientSteps(parts: readonly HostPart[]): EngineSteps
  parse(output: SynchronisedOutput): SynchronisedResult
}

export interface OptionProblem {
  /** Field id or option name. */
  readonly key: string
  readonly text: string
  readonly remedy?: string
}
