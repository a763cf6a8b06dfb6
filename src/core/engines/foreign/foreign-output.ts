import type { Workload } from '../../plan/plan'
import { scalarsOf, type Observation, type Scalar } from '../../results/observation'
import { invalidates, qualifies, type Reservation } from '../../results/reservation'
import { formatBytes } from '../../units/bytes'
import { formatCount } from '../../units/number-format'
import { formatLatency } from '../../units/unit-scale'
import type { EngineCommand } from '../steps'

/** Units that numbers of IOzone may have: without an option, with `-O` and with `-N`. */
export const openUnits = ['kB/s', 'ops/s', 'us/op'] as const
export type OpenUnit = (typeof openUnits)[number]

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
  /**
   * The unit that its numbers were read in, of a text that states none: the run is there once for each of the units, and
   * whoever imports it says which one counts.
   */
  readonly openUnit?: OpenUnit
  /** Its series, written to files next to the output. */
  readonly logs?: ForeignLogs
}

/** Files of series that belong to a run, and what its output says about how to read them. */
export interface ForeignLogs {
  /** Prefix of their names, without the folder, because files are moved. */
  readonly prefixes: readonly string[]
  /** Numbers of the run's jobs in the names; absent if all jobs are the run's. */
  readonly jobs?: { readonly first: number; readonly last: number }
  /** Servers of a client that ran the jobs: each has logs of the same names, in a folder named after it or with its name at their end. */
  readonly hosts?: readonly string[]
  readonly test: string
  readonly version: string
  /** Latest possible start of the measured part, in ms since 1970; undefined if the output does not say. */
  readonly latestStartMs: number | undefined
  readonly runtimeMs: number | undefined
  /** Rates of the result, by metric and direction: `iops read`. */
  readonly rates: ReadonlyMap<string, number>
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

/** A line of a script beside an output, which writes the output. */
export interface ScriptLine {
  /** Name of the script, without its folder. */
  readonly script: string
  readonly text: string
}

/**
 * Reads an output file; undefined if another program wrote it. `beside`: lines of scripts that write the output, for what
 * it does not say itself. Never throws.
 */
export type ReadForeignOutput = (
  text: string,
  beside: () => readonly ScriptLine[],
) => ForeignOutput | undefined

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
  const contradictions = output.runs.map((run) => contradictionOf(run, output.engine))
  const runs = output.runs.map((run, at) => withDoubt(withoutImpossibleLatencies(run), contradictions[at]))
  const reasons = runs.map((run, at) => {
    const { apart = 1, text } = contradictions[at] ?? {}
    return unsoundness(run) ?? (apart > mostCarried ? text : undefined)
  })
  const left = runs.flatMap((run, at): readonly SkippedPart[] => {
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
    runs: runs.filter((_, at) => reasons[at] === undefined),
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

/**
 * Share by which a rate may differ from requests times their size. It is less than between MB and MiB (4.9 %), so that
 * a rate in another unit than the program says is found; the captured outputs agree within 1 %. What they print with
 * few digits is allowed besides: half a request a second, and a hundredth of a megabyte.
 */
const mostApart = 0.04
const roundedBytes = 10_000

/** Further apart, one of the numbers is in another unit by two prefixes or more, or of something else: the run is refused. */
const mostCarried = 100

interface Contradiction {
  readonly text: string
  /** By what factor the numbers differ. */
  readonly apart: number
}

/**
 * The rate and the requests per second of one direction with the size of a request, or else what was moved with the
 * number of requests. Undefined if they agree, or cannot be compared.
 */
function contradictionOf(
  { levels, observations, warnings }: ForeignRun,
  engine: string,
): Contradiction | undefined {
  const { block_size: block } = levels
  // The sizes of several targets may differ.
  if (typeof block !== 'number' || !(block > 0) || warnings.some(({ id }) => id === 'several-targets'))
    return undefined
  const scalars = scalarsOf(observations)
  const checked = new Set<string>()
  for (const [rate, count, suffix] of [
    ['bandwidth', 'iops', '/s'],
    ['io_bytes', 'io_count', ''],
  ] as const)
    for (const { direction, test, value } of scalars.filter(({ metric }) => metric === rate)) {
      const requests = scalars.find(
        (one) => one.metric === count && one.direction === direction && one.test === test,
      )?.value
      // Few requests a second are printed with too few digits.
      if (requests === undefined || !(requests >= 10) || !(value > 0)) continue
      if (checked.has(`${test} ${direction}`)) continue
      checked.add(`${test} ${direction}`)
      const expected = requests * block
      const isNear = Math.abs(value - expected) <= mostApart * expected + block / 2 + roundedBytes
      // elbencho's files may be smaller than its blocks.
      if (isNear || (engine === 'elbencho' && value < expected)) continue
      const ratio = value / expected
      const requested = `${formatCount(Math.round(requests))} ${suffix === '' ? 'requests' : 'IOPS'} of ${formatBytes(block)}`
      return {
        text: `Its numbers contradict each other: ${formatBytes(value)}${suffix}, but ${requested} are ${formatBytes(expected)}${suffix}.`,
        apart: Math.max(ratio, 1 / ratio),
      }
    }
  return undefined
}

/** The total latency of a request contains its completion latency; fio printed neither if the first is below the second. */
function withoutImpossibleLatencies(run: ForeignRun): ForeignRun {
  const scalars = scalarsOf(run.observations)
  const value = (like: Scalar, metric: string) =>
    scalars.find((one) => one.metric === metric && one.direction === like.direction && one.test === like.test)
      ?.value
  for (const which of ['mean', 'max'])
    for (const one of scalars.filter(({ metric }) => metric === `completion_latency_${which}`)) {
      const total = value(one, `latency_${which}`)
      if (total === undefined || one.value <= 1.05 * total + 1000) continue
      const text = `Its latencies contradict each other and were left out: ${which} completion ${formatLatency(one.value)}, but ${which} of the whole request ${formatLatency(total)}.`
      return {
        ...run,
        observations: run.observations.filter(
          ({ kind, metric }) => kind !== 'histogram' && !metric.includes('latency'),
        ),
        warnings: [...run.warnings, qualifies('latencies-contradict', text)],
      }
    }
  return run
}

function withDoubt(run: ForeignRun, found: Contradiction | undefined): ForeignRun {
  if (!found) return run
  return { ...run, warnings: [...run.warnings, invalidates('numbers-contradict', found.text)] }
}
