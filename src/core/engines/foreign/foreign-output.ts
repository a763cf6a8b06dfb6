import type { Workload } from '../../plan/plan'
import type { Observation } from '../../results/observation'
import type { Reservation } from '../../results/reservation'
import type { EngineCommand } from '../steps'

/** One valid result found in an output file that was not created for a plan of this program. */
export interface ForeignRun {
  /** Its name in the file, for messages: a job's name, `4096 kB by 64 kB`. */
  readonly label: string
  /** Parameters as echoed by the file, by field id or option name, in base units. */
  readonly levels: Workload
  readonly engineVersion: string | undefined
  /** Milliseconds since 1970; undefined if the file does not say. */
  readonly startedAtMs: number | undefined
  readonly finishedAtMs: number | undefined
  /** The drive as named in the file, e.g. `nvme0n1`. */
  readonly device: string | undefined
  /**
   * What the file says about the machine and its storage without naming the drive: host, path, volume, operating system,
   * comment. Runs that differ in it are never repetitions of each other.
   */
  readonly where?: string
  /** The command line, if the file records it. */
  readonly command: EngineCommand | undefined
  readonly observations: readonly Observation[]
  readonly warnings: readonly Reservation[]
  /** Its series, written to files next to the output. */
  readonly logs?: ForeignLogs
}

/** Files of series that belong to a run, and what its output says about how to read them. */
export interface ForeignLogs {
  /** Prefix of their names, without the folder, because files are moved. */
  readonly prefixes: readonly string[]
  /** Numbers of the run's jobs in the names; absent if all jobs are the run's. */
  readonly jobs?: { readonly first: number; readonly last: number }
  readonly test: string
  readonly version: string
  /** Latest possible start of the measured part, in ms since 1970; undefined if the output does not say. */
  readonly latestStartMs: number | undefined
  readonly runtimeMs: number | undefined
  readonly averageMs?: number
  readonly histogramMs?: number
  readonly windowValue?: 'average' | 'maximum' | 'both'
  /** Size of every request; absent if sizes vary. */
  readonly blockBytes?: number
}

/** A part of the file that is not a result, and why. */
export interface SkippedPart {
  /** Name of the job or row; empty for the file as a whole. */
  readonly part: string
  /** The cause, and what to do. */
  readonly reason: string
}

/** What was found in one output file. */
export interface ForeignOutput {
  /** Id of the engine that wrote it. */
  readonly engine: string
  readonly runs: readonly ForeignRun[]
  readonly skipped: readonly SkippedPart[]
}

/** Reads an output file; undefined if another program wrote it. Never throws. */
export type ReadForeignOutput = (text: string) => ForeignOutput | undefined

/** What to do about an output that lacks what it should hold. */
export const askAgain = 'If it was cut off, copy it again; otherwise run the test again.'

/** Maximum length of a name: far more than that of an engine, a drive or an option. */
const mostCharacters = 10_000

/**
 * The output without runs that have excessively long names: no results file could store them, and they would prevent
 * the rest of an import from being stored. They are skipped with the reason. An output in which nothing was found, as
 * when it ends after its header, is skipped as a whole.
 */
export function leaveUnsoundRuns(output: ForeignOutput): ForeignOutput {
  const reasons = output.runs.map(unsoundness)
  const left = output.runs.flatMap((run, at): readonly SkippedPart[] => {
    const reason = reasons[at]
    return reason === undefined ? [] : [{ part: run.label, reason }]
  })
  if (output.runs.length === 0 && output.skipped.length === 0)
    return {
      ...output,
      skipped: [{ part: '', reason: `It has no result. ${askAgain}` }],
    }
  return {
    ...output,
    runs: output.runs.filter((_, at) => reasons[at] === undefined),
    skipped: [...output.skipped, ...left].map(({ part, reason }) => ({ part: part.slice(0, 100), reason })),
  }
}

function unsoundness({
  label,
  engineVersion,
  device,
  where,
  levels,
  observations,
}: ForeignRun): string | undefined {
  const isLong = (word: unknown) => typeof word === 'string' && word.length > mostCharacters
  return [label, engineVersion, device, where].some(isLong) ||
    Object.entries(levels).some(([key, level]) => isLong(key) || isLong(level)) ||
    observations.some((one) => isLong(one.test) || isLong(one.device))
    ? `One of its names has more than ${mostCharacters} characters.`
    : undefined
}
