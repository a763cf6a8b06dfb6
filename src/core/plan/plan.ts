/** A test matrix as data. Everything a run needs is derived from a plan; nothing in here is computed. */

/** One value of a varied or fixed parameter, in base units (bytes, seconds, percent, counts). */
export type LevelValue = number | string | boolean

/** One varied parameter. `key` is a field id of the engine's description or the engine's own option name. */
export interface Axis {
  readonly key: string
  readonly levels: readonly LevelValue[]
}

/** Order in which runs are executed. The seed is stored so that a shuffled campaign can be repeated exactly. */
export interface RunOrder {
  /** `designed`: all runs of a case, then the next case. `interleaved`: one pass over all cases per repetition. `shuffled`: seeded permutation of all runs. */
  readonly kind: 'designed' | 'interleaved' | 'shuffled'
  /** Unsigned 32-bit integer. */
  readonly seed: number
}

/**
 * What is measured.
 * `folder`: the app creates its own data file in an existing folder.
 * `file`: the app creates exactly this file in an existing folder; it must not exist yet unless the app made it.
 * `device`: a raw block device, judged by the guard right before every run; a plan that writes destroys what is on it.
 * `none`: engines that move no data (fio's null engine).
 */
export type Target =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'device'; readonly path: string }
  | { readonly kind: 'none' }

/**
 * What is done to the target before it is measured, in the order of the plan; the state of flash decides its results.
 * `discard`, `nvme-format`, `ata-secure-erase`: the drive forgets everything; devices only.
 * `sequential-fill`, `random-fill`: writes `passes` times the capacity in requests of `blockBytes`.
 * `workload`: every case runs `rounds` times for `seconds` before its first measured run.
 */
export type PreparationStep =
  | { readonly kind: 'discard' | 'nvme-format' | 'ata-secure-erase' }
  | {
      readonly kind: 'sequential-fill' | 'random-fill'
      readonly passes: number
      readonly blockBytes: number
    }
  | { readonly kind: 'workload'; readonly rounds: number; readonly seconds: number }

/**
 * Rounds until the drive is steady. A round is one repetition; `repetitions` is the most of them. Once the window of
 * five rounds holds (max - min at most 20 % and |slope| x 4 at most 10 % of the mean, see docs/method.md), the rounds
 * that remain are skipped, and those before the window are left out of every result.
 */
export interface UntilSteady {
  /** Metric that is judged, over both directions. */
  readonly metric: (typeof steadyMetrics)[number]
  /** Levels of the one case that is judged for all cases; without it every case is judged by its own rounds. */
  readonly track?: Readonly<Record<string, LevelValue>>
}

export const steadyMetrics = ['iops', 'bandwidth', 'latency_mean'] as const

export interface Plan {
  /** Version of this format; see resources/schemas/plan-1.schema.json. */
  readonly schema: 1
  /** Stable id, unique within a results file. */
  readonly id: string
  readonly name: string
  readonly notes: string
  /** Id of an engine in the registry, e.g. `fio`. */
  readonly engine: string
  /** Fixed parameters of every case, by field id or option name, in base units. */
  readonly base: Readonly<Record<string, LevelValue>>
  /** Varied parameters; the first axis varies slowest. */
  readonly axes: readonly Axis[]
  /** Keys of cases that are not run (see `caseKey`). */
  readonly excluded: readonly string[]
  /** Runs per case. */
  readonly repetitions: number
  readonly order: RunOrder
  /** Idle time between two runs. */
  readonly pauseSeconds: number
  /** What the campaign does after a failed run. */
  readonly onFailure: 'continue' | 'stop'
  readonly target: Target
  /** SSH destination of the machine that is measured, as `parseDestination` reads it; this machine where absent. */
  readonly host?: string
  /**
   * Two or more machines that run every run together, as one job that begins on all of them at once; in place of `host`.
   * SSH destinations, and `local` for this machine (see plan-hosts.ts).
   */
  readonly hosts?: readonly string[]
  readonly preparation?: readonly PreparationStep[] | undefined
  readonly untilSteady?: UntilSteady | undefined
  /** Written when a campaign starts that measures in turn with others; a plan that is not started yet has none. */
  readonly interleaved?: InterleavedPlace
}

/** A campaign's place among those it measures in turn with, run by run: A B A B. */
export interface InterleavedPlace {
  /** The same in all campaigns of the schedule, and in no others. */
  readonly schedule: string
  /** From 0. */
  readonly place: number
  /** Number of campaigns in it. */
  readonly of: number
}

/** One combination of levels. `index` counts all combinations in designed order, excluded ones included. */
export interface Case {
  readonly index: number
  /** Canonical text such as `block_size=4096,read_percent=70`, axes in plan order. Equal levels give equal keys. */
  readonly key: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** One execution of a case. */
export interface PlannedRun {
  /** Place in the execution order, from 0. */
  readonly position: number
  readonly caseIndex: number
  /** Repetition of the case, from 1. */
  readonly repetition: number
}

/** All parameters of one case: the plan's base with the case's levels on top. */
export type Workload = Readonly<Record<string, LevelValue>>

/** The target as one text: its path, or `none` for engines that move no data. */
export function targetText(target: Target): string {
  return target.kind === 'none' ? 'none' : target.path
}
