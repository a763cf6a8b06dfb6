import type { LevelKind } from '../plan/levels/parse-level'
import type { Advice, PlanEnvironment } from '../plan/advice'
import type { LevelValue, Plan, PreparationStep, Workload } from '../plan/plan'
import type { SeriesRequest } from '../plan/recording'
import type { Observation, Series } from '../results/observation'
import type { RunFailure, RunPhase } from '../results/run'
import type { MovedBytes } from '../results/moved-bytes'
import type { Reservation } from '../results/reservation'
import type { ContentModel } from './content/content-model'
import type { ReadForeignOutput } from './foreign/foreign-output'
import type { EngineCommand, EngineSteps, Process } from './steps'
import type { ProgressReader } from './progress'

/** How a parameter is entered and shown. */
export type FieldKind = LevelKind

export interface Field {
  /** Field id, `snake_case`, the same for all engines if the meaning is the same (`block_size`, `queue_depth` …). */
  readonly id: string
  readonly label: string
  /** The engine's own option, shown small next to the label: `bs`. */
  readonly option: string
  readonly kind: FieldKind
  /** One or two sentences in plain words. */
  readonly help: string
  /** Used if neither base nor axis has a value. Undefined: the option is not passed. */
  readonly initial?: LevelValue
  readonly group: 'workload' | 'database' | 'time' | 'target' | 'data' | 'advanced'
  /** Offered in the "add axis" menu with these initial levels. */
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
  /** Few hosts have it: the check of a host lists it only if present, and a plan for it reports it if missing. */
  readonly isRare?: boolean
  /** It takes times from the clock that can be set, e.g. by gettimeofday(2), and not from a monotonic one. */
  readonly usesSettableClock?: true
  /** It writes series of a run if the plan requests them. */
  readonly recordsSeries?: boolean
  /** Initial fixed parameters of a new plan for this engine. */
  readonly starting: Workload
  readonly fields: readonly Field[]
  /**
   * Ids of its headline metrics, best first (see results/metrics.ts): columns of the runs, the live panel, and the
   * default of figures and comparisons.
   */
  readonly headlines: readonly string[]
  readonly extraOptions: readonly ExtraOption[]
  /** How to install it, by platform; shown if the program is missing. */
  readonly install: {
    readonly debian: string
    readonly fedora: string
    readonly arch: string
    readonly macos: string
    readonly windows: string
  }
}

/**
 * What a run uses as its target. `file`: one data file (or raw device), laid out before the runs that need it; cases
 * that agree in `contentKeys` share one layout. `folder`: the engine's own files (`Engine.ownFilePrefix`) in a folder
 * that is created for them and removed with them, however the run ends. With `contentKeys` a layout creates them for
 * all cases that agree in these, until the campaign ends; otherwise every run creates its own.
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
  /** For the phase `prepare`: the step, and the number of bytes it covers. */
  readonly preparation?:
    | {
        readonly step: PreparationStep
        readonly capacityBytes: number
        /** A discard starts here; at the front by default. */
        readonly fromBytes?: number
      }
    | undefined
  /**
   * `layout` writes the data file once before the measured runs, with the workload's data options; `prepare` brings
   * the target into the state to be measured.
   */
  readonly phase: RunPhase
  /** Absolute path of the service's directory, for engines that have one. */
  readonly serviceDirectory?: string
  /** Seed for this repetition's offsets. */
  readonly seed: number
  /** The password that `Engine.passwordFor` requires. It is written to a file in the run directory, and nowhere else. */
  readonly password?: string | undefined
  /** Requests, or database transactions, per second that `offered_percent` amounts to, once the capacity is known. */
  readonly offeredPerSecond?: number | undefined
  /** For the phase `prepare`: this part of the data file or device is written with ballast. */
  readonly ballast?: ByteRange
  /** The series a measured run writes; ignored by engines without series. */
  readonly series?: SeriesRequest | undefined
  /** Version of the program on the host, if known; newer options are left out for older versions. */
  readonly engineVersion?: string
}

/** Everything that is known after the exit. */
export interface EngineOutput {
  /** Text of every output of the run's steps by name; undefined if it was not written. */
  readonly outputs: Readonly<Record<string, string | undefined>>
  /** Exit status of the engine, 128 + n for a signal n; undefined if it was lost. */
  readonly exitCode: number | undefined
  /** What the engine printed besides its outputs (its standard error). Used only to explain failures, never for numbers. */
  readonly printed?: string
  /** What was requested, to check echoed options, runtime and directions. */
  readonly request: CommandRequest
}

export type ParseResult =
  | {
      readonly outcome: 'done'
      readonly engineVersion: string
      /** Every scalar, histogram and series of the run; each quantity at the same levels once. */
      readonly observations: readonly Observation[]
      readonly warnings: readonly Reservation[]
      /** When the measured part started, by the host's clock, in ms since 1970; undefined if the engine does not say. */
      readonly measuredAtMs?: number | undefined
    }
  | {
      /** `interrupted`: ended from outside with a valid partial result; never a data point. */
      readonly outcome: 'failed' | 'interrupted'
      readonly failure: RunFailure
      readonly engineVersion?: string
      readonly warnings: readonly Reservation[]
      /** What was recorded before the interruption; kept for viewing, never a data point. */
      readonly series?: readonly Series[]
      readonly measuredAtMs?: number | undefined
    }

/** Cost of one run, for the estimate. */
export interface RunCost {
  readonly seconds?: number
  /** Exact bytes written, if the workload determines them. */
  readonly bytesWritten?: number
  /** Bytes read and written, if the run ends once they are moved: how long that takes depends on the drive. */
  readonly bytesMoved?: number
  /** Size of a request, which limits the rate. */
  readonly blockBytes?: number
  /** For requests offered at a rate, or held to one: at most this many bytes per second, or this share of what the drive can take. */
  readonly offered?: { readonly bytesPerSecond?: number; readonly share?: number }
  /** Share of writes (0 to 1) during `measureSeconds`, for estimates from a rate. */
  readonly writeShare: number
  readonly measureSeconds?: number
  readonly fileBytes: number
}

/**
 * A program that must be running while runs are measured, such as a private database server. It has its own run
 * directory and is supervised like a run. Its commands are given `directory` as an absolute path.
 */
export interface Service {
  /** Its processes stay in the foreground; they are ended with SIGINT, then SIGTERM. */
  readonly run: EngineSteps
  /**
   * Exits with 0 once it is ready. Tried ten times a second for at most two minutes; before each further run for one
   * second, after which a service that is not ready is restarted.
   */
  readonly ready: Process
  /** Restores the state that a run expects; called before every run except the first. */
  readonly reset?: Process
}

/** An engine: a folder of pure files and one line in the registry. */
export interface Engine {
  readonly description: EngineDescription
  /** Problems of the options alone: unknown, not allowed, out of range. Empty if there are none. */
  checkWorkload(workload: Workload): readonly OptionProblem[]
  /** The steps of one run. Throws a RangeError for an unusable request. */
  steps(request: CommandRequest): EngineSteps
  /** Command that checks this request without any I/O; undefined if the engine has none. */
  parseOnlyCommand(request: CommandRequest): EngineCommand | undefined
  /** One command that checks all these requests; it succeeds only if each of them is valid. Absent if there is none. */
  parseOnlyBatch?(requests: readonly CommandRequest[]): EngineCommand
  parse(output: EngineOutput): ParseResult
  progress(): ProgressReader
  advise(plan: Plan, environment: PlanEnvironment): readonly Advice[]
  cost(workload: Workload): RunCost
  /** Keys that `cost` uses. Cases that agree in these cost the same, so an estimate need not visit every case. */
  readonly costKeys: readonly string[]
  /**
   * The parameters of a workload that have an effect: a read share belongs to a mix, and an option that another one
   * disables is left out. Absent if every parameter has one in every workload.
   */
  usedLevels?(workload: Workload): Workload
  /** Keys on which `usedLevels` decides. */
  readonly useDecidedBy?: readonly string[]
  /** True if a parameter affects `writes`; absent if all do. */
  decidesWriting?(key: string): boolean
  /** True unless the workload is known to only read. */
  writes(workload: Workload): boolean
  /** Can be given a raw block device as data file. */
  readonly takesDevices?: boolean
  /** Runs one job on several hosts at the same time, with the engine's own client and server; absent if it has none. */
  readonly synchronised?: SynchronisedEngine
  /** The service that must be running for a run of the workload; runs that need the same one share it. Absent if none is needed. */
  service?(workload: Workload, directory: string): Service | undefined
  /** The account whose password a workload needs, such as `bench on db1:3306`; undefined or absent if it needs none. */
  passwordFor?(workload: Workload): string | undefined
  /** What `parseOnlyCommand` reports for a failed login; with the id `login-refused` another password may help. */
  loginFailure?(said: string): RunFailure
  /** The target a workload uses. */
  dataOf(workload: Workload): DataNeed
  /**
   * A run of the workload makes the files of its folder anew and may leave them shorter, so they are laid out again
   * before the next run. Absent if no workload does.
   */
  remakesFiles?(workload: Workload): boolean
  /** Prefix of the files of runs that create their own, followed by a number from 0 to 1024. Letters, digits, `_`, `.`. */
  readonly ownFilePrefix?: string
  /** The bytes of a finished run, to be compared with those of the drive; absent if its output does not tell. */
  movedBytes?(request: CommandRequest, observations: readonly Observation[]): MovedBytes
  /** What is known about the data it writes; absent if nothing is. */
  readonly content?: ContentModel
  /** Reads an output file that was not created for a plan; absent if its files cannot be imported. */
  readonly readForeign?: ReadForeignOutput
  /** How long a run may keep a processor busy without output or I/O before it is ended as hung; undefined if that is no indication. */
  silenceSeconds?(workload: Workload): number | undefined
  /** Test name of a workload, e.g. `random-mix`. */
  testName(workload: Workload): string
  /** `["--version"]` and how to read its output, e.g. `fio-3.33` → `3.33`. */
  readonly versionArgs: readonly string[]
  readVersion(text: string): string | undefined
}

/** One host's part of a synchronised job. */
export interface HostPart {
  /** Its display name. */
  readonly host: string
  /** Socket of the server on that host, as the client reaches it; relative to the client's run directory or absolute. */
  readonly socket: string
  readonly request: CommandRequest
}

/** What the client of a synchronised job left. */
export interface SynchronisedOutput extends Omit<EngineOutput, 'request'> {
  /** In plan order of the hosts. */
  readonly parts: readonly HostPart[]
}

/** Results of all hosts or of none. `interrupted`: a host was lost during the run; the run can be repeated. */
export type SynchronisedResult = ParseResult & {
  /** Of each host in order, if the run is done. */
  readonly machines?: readonly Extract<ParseResult, { readonly outcome: 'done' }>[]
}

/** An engine's own client and server: a server waits on every host, and one client starts all of them at once. */
export interface SynchronisedEngine {
  /** True if every host is under load for the same time, regardless of its speed. */
  endsTogether(workload: Workload): boolean
  /** Waits on a socket in its run directory for the client's job; `request` determines whether it may write. */
  serverSteps(request: CommandRequest, socketName: string): EngineSteps
  /** Gives every server its job (`files`, one per server in order), starts all of them, and writes their results. */
  clientSteps(parts: readonly HostPart[]): EngineSteps
  parse(output: SynchronisedOutput): SynchronisedResult
}

export interface OptionProblem {
  /** Field id or option name. */
  readonly key: string
  readonly text: string
  readonly remedy?: string
}
