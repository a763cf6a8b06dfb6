import { note, type Reservation } from '../../../results/reservation'
import type { LevelValue, Workload } from '../../../plan/plan'
import { formatBytes } from '../../../units/bytes'
import type { EngineCommand } from '../../steps'
import {
  openUnits,
  type ForeignOutput,
  type ForeignRun,
  type OpenUnit,
  type SkippedPart,
} from '../../foreign/foreign-output'
import { resultsOf, type IozoneResult } from '../observations'
import { failureOfText } from '../failures'
import { readIozoneOutputs, type IozoneDocument, type ReadOutput } from '../output/iozone-document'
import { unitOf, type ReportUnit } from '../output/printed-words'
import { findContradiction } from '../output/check-throughput'
import { outputWarnings } from '../warnings'
import { commandLevels } from './command-levels'
import { readBlocksAlone } from './read-blocks'
import { groupBy } from '../../../iterables'

/**
 * Reads IOzone's output without a plan: one output or many in one file. Every file and record size, and every number
 * of jobs, is a run with all its tests. Only an output that ends with "iozone test complete." counts.
 */
export function readForeignIozone(text: string): ForeignOutput | undefined {
  const outputs = readIozoneOutputs(text, true)
  const [first] = outputs
  if (!first || (!first.ok && first.output.problem.id === 'not-iozone')) return readAlone(text)
  const runs: ForeignRun[] = []
  const skipped: SkippedPart[] = []
  outputs.forEach((output, at) => {
    const part = outputs.length > 1 ? `output ${at + 1} of ${outputs.length}` : ''
    const reason = whyNoResult(output, text)
    if (reason !== undefined || !output.ok) skipped.push({ part, reason: reason ?? '' })
    else {
      for (const run of runsOf(output.document)) runs.push(run)
      for (const empty of emptyRows(output.document)) skipped.push(empty)
      for (const one of strangeLines(output.document, text)) skipped.push(one)
    }
  })
  return { engine: 'iozone', runs, skipped }
}

/** The blocks of a report do not say how IOzone was called, and their unit only if its line was copied with them. */
function readAlone(text: string): ForeignOutput | undefined {
  const alone = readBlocksAlone(text)
  if (!alone) return undefined
  const stated = text
    .split('\n')
    .map(unitOf)
    .find((unit) => unit !== undefined)
  const runs =
    stated === undefined
      ? openUnits.flatMap((openUnit) =>
          runsOf({ ...alone.document, unit: reportUnits[openUnit] }).map((run) => ({ ...run, openUnit })),
        )
      : runsOf({ ...alone.document, unit: stated })
  return { engine: 'iozone', runs, skipped: [...emptyRows(alone.document), ...alone.skipped] }
}

const reportUnits: Readonly<Record<OpenUnit, ReportUnit>> = {
  'kB/s': 'kB/s',
  'ops/s': 'ops/s',
  'us/op': 'µs/op',
}

/** Why an output has no result, as one sentence; undefined if it has one. */
function whyNoResult(read: ReadOutput, text: string): string | undefined {
  const { isInterrupted, complaint } = read.ok ? read.document : read.output
  if (isInterrupted) return 'IOzone was ended before the run was over.'
  if (complaint !== undefined)
    return failureOfText(complaint)?.text ?? `IOzone gave up. It printed: ${complaint.trim()}`
  if (!read.ok) return read.output.problem.text
  if (!read.document.isComplete)
    return 'The line "iozone test complete." is missing, so the run did not come to its end.'
  return findContradiction(read.document, text)?.text
}

function runsOf(document: IozoneDocument): readonly ForeignRun[] {
  const groups = groupBy(resultsOf(document), ({ fileBytes, recordBytes, jobs }) =>
    [fileBytes, recordBytes, jobs].join(' '),
  )
  const command = commandOf(document)
  const flags = command ? commandLevels(document.commandLine ?? '') : {}
  const at = document.began === undefined ? undefined : timeOf(document.began)
  return [...groups.values()].map((results) => ({
    label: labelOf(results[0]),
    levels: { ...flags, ...sizesOf(results[0]) },
    engineVersion: document.version === '' ? undefined : document.version,
    startedAtMs: at,
    finishedAtMs: undefined,
    device: undefined,
    command,
    observations: results.flatMap((result) => result.scalars),
    warnings: warningsOf(document),
  }))
}

function sizesOf(result: IozoneResult | undefined): Workload {
  const levels: Record<string, LevelValue> = {}
  if (result?.recordBytes !== undefined) levels.block_size = result.recordBytes
  if (result?.fileBytes !== undefined) levels.file_size = result.fileBytes
  return result?.jobs === undefined ? levels : { ...levels, mode: 'threads', jobs: result.jobs }
}

function labelOf(result: IozoneResult | undefined): string {
  const sizes = [result?.fileBytes, result?.recordBytes].map((bytes) => formatBytes(bytes))
  const jobs = result?.jobs === undefined ? '' : `, ${result.jobs} jobs`
  return `file ${sizes[0] ?? ''}, record ${sizes[1] ?? ''}${jobs}`
}

/** The program and its arguments as IOzone repeats them; names with spaces are split. */
function commandOf({ commandLine }: IozoneDocument): EngineCommand | undefined {
  const [program, ...args] = (commandLine ?? '').trim().split(/\s+/)
  return program ? { program, args, files: [] } : undefined
}

/** `Fri Nov 20 19:27:39 2026` has no time zone; UTC is assumed, so that every machine reads the same day. */
function timeOf(began: string): number | undefined {
  const time = Date.parse(`${began} UTC`)
  return Number.isNaN(time) ? undefined : time
}

function warningsOf(document: IozoneDocument): readonly Reservation[] {
  const text = 'A test that was asked for is not in this build of IOzone.'
  return [...outputWarnings(document), ...(document.lacksTest ? [note('test-missing', text)] : [])]
}

/** Lines that were left out may have been results. */
function strangeLines({ strange }: IozoneDocument, text: string): readonly SkippedPart[] {
  return strange.map((error) => ({
    part: `line ${text.slice(0, error.at).split('\n').length}`,
    reason: `${error.toProblem(text).text} It was left out.`,
  }))
}

/** Records that do not fit into the file give a row of zeros. */
function emptyRows(document: IozoneDocument): readonly SkippedPart[] {
  return document.rows
    .filter((row) => [...row.values.values()].every((value) => value === 0))
    .map((row) => ({
      part: `file ${row.fileKib} kB, record ${row.recordKib} kB`,
      reason: 'The row holds zeros only; the record may not fit into the file.',
    }))
}
