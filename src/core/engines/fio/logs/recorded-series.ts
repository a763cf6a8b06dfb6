import type { Series } from '../../../results/observation'
import { note, type Reservation } from '../../../results/reservation'
import { formatCount } from '../../../units/number-format'
import { largestOf, smallestOf } from '../../../iterables'
import type { EngineOutput } from '../../engine'
import type { FioDocument, JobResult } from '../output/read-job'
import { gatheredLog, splitGathered } from './gathered-logs'
import { fixedBlockBytes, intervalMs, seriesOf } from './log-request'
import { readFioLogs, type LogFile } from './read-fio-logs'

export interface RecordedSeries {
  readonly series: readonly Series[]
  readonly warnings: readonly Reservation[]
  readonly measuredAtMs: number | undefined
}

/** Maximum number of problems listed individually; a damaged log of a job with hundreds of clones has many. */
const namedProblems = 3

/**
 * The series of a finished run, from its valid logs; missing ones become warnings. `server`: name of the server whose
 * logs these are if the document is a client's, whose clock differs from that of the logs.
 */
export function readRecorded(
  { outputs, request }: Pick<EngineOutput, 'outputs' | 'request'>,
  document: Pick<FioDocument, 'version' | 'writtenAtMs'>,
  job: JobResult,
  test: string,
  server?: string,
): RecordedSeries {
  const latestStart = latestStartOf(document, job)
  const asked = seriesOf(request)
  if (!asked) return { series: [], warnings: [], measuredAtMs: latestStart }
  const text = outputs[gatheredLog] ?? ''
  const files = splitGathered(text, server)
  if (files.length === 0) {
    const warning = note(
      'no-series',
      'The plan asks for series, but fio left no logs; what the run did over time is not known.',
    )
    return { series: [], warnings: [warning], measuredAtMs: latestStart }
  }
  const interval = intervalMs(asked)
  const measuredAtMs = startOf(files, interval, server === undefined ? latestStart : undefined) ?? 0
  const blockBytes = fixedBlockBytes(request)
  const { series, problems } = readFioLogs(files, {
    ...{ test, startedAtMs: measuredAtMs, version: document.version },
    ...{ averageMs: interval, histogramMs: interval },
    ...(blockBytes !== undefined && { blockBytes }),
  })
  const left = problems.length - namedProblems
  const words = problems.slice(0, namedProblems).map(({ file, reason }) => `${file}: ${reason}`)
  if (left > 0) words.push(`${formatCount(left)} more of their kind.`)
  const warnings = words.length === 0 ? [] : [note('damaged-series', words.join(' '))]
  return { series, warnings, measuredAtMs }
}

/** The measured part ended before the result was written, a fraction of a second at most. */
function latestStartOf(
  { writtenAtMs }: Pick<FioDocument, 'writtenAtMs'>,
  job: JobResult,
): number | undefined {
  const runtimeMs = largestOf(
    [...job.directions.values()].map(({ runtimeMs: ms = 0 }) => ms),
    0,
  )
  return writtenAtMs === undefined ? undefined : writtenAtMs - runtimeMs
}

/**
 * The start to the millisecond: the first rows of the logs are stamped a whole number of intervals after it. The
 * number follows from the latest possible time.
 */
export function startOf(
  files: readonly LogFile[],
  interval: number,
  latestStart: number | undefined,
): number | undefined {
  const stamps = files.flatMap(({ text }) => {
    const stamp = Number(/^\d+/.exec(text)?.[0])
    return stamp > 1e11 ? [stamp] : []
  })
  const first = smallestOf(stamps)
  if (first === Infinity) return latestStart
  const intervals = latestStart === undefined ? 1 : Math.max(1, Math.round((first - latestStart) / interval))
  return first - intervals * interval
}
