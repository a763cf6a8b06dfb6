import type { Workload } from '../../plan/plan'
import type { Observation } from '../../results/observation'
import type { ResultWarning } from '../../results/run'
import type { EngineCommand } from '../steps'

/** One sound result found in an output file that was not made for a plan of this program. */
export interface ForeignRun {
  /** How the file calls it, for messages: a job's name, `4096 kB by 64 kB`. */
  readonly label: string
  /** Parameters as the file echoes them, by field id or option name, in base units. */
  readonly levels: Workload
  readonly engineVersion: string | undefined
  /** Milliseconds since 1970; undefined where the file does not say. */
  readonly startedAtMs: number | undefined
  readonly finishedAtMs: number | undefined
  /** The drive as the file calls it, e.g. `nvme0n1`. */
  readonly device: string | undefined
  /** The command line where the file notes it. */
  readonly command: EngineCommand | undefined
  readonly observations: readonly Observation[]
  readonly warnings: readonly ResultWarning[]
}

/** A part of the file that is no result, and why. */
export interface SkippedPart {
  /** Name of the job or row; empty for the file as a whole. */
  readonly part: string
  /** One sentence. */
  readonly reason: string
}

/** What was found in one output file. */
export interface ForeignOutput {
  /** Id of the engine that wrote it. */
  readonly engine: string
  readonly runs: readonly ForeignRun[]
  readonly skipped: readonly SkippedPart[]
}

/** Reads an output file; undefined where another program wrote it. Never throws. */
export type ReadForeignOutput = (text: string) => ForeignOutput | undefined
