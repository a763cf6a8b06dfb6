import type { LevelValue, Workload } from '../../plan/plan'
import { unknownStart } from '../../results/observation'
import { offeredScalars, offeredWarnings, type OfferedLoad } from '../offered-load'
import { askAgain, type ForeignOutput, type ForeignRun, type SkippedPart } from '../foreign/foreign-output'
import { fileObservations } from './fileio/parse'
import { databaseObservations } from './oltp/parse'
import { servedLoad } from './offered-rate'
import { readReport, type SysbenchReport } from './report'

const patterns: readonly (readonly [printed: RegExp, pattern: string])[] = [
  [/^Doing random r\/w test/m, 'random-mix'],
  [/^Doing random read test/m, 'random-read'],
  [/^Doing random write test/m, 'random-write'],
  [/^Doing sequential read test/m, 'sequential-read'],
  [/^Doing sequential rewrite test/m, 'sequential-rewrite'],
  [/^Doing sequential write \(creation\) test/m, 'sequential-write'],
]

/** Reads outputs of the file test without a plan, one or many in one file. */
export function readForeignFileio(text: string): ForeignOutput | undefined {
  const runs: ForeignRun[] = []
  const skipped: SkippedPart[] = []
  const parts = partsOf(text)
  parts.forEach((part, at) => {
    const [report, pattern] = [readReport(part), patternOf(part)]
    if (!report || pattern === undefined) return
    const isEmpty = (report.reads ?? 0) + (report.writes ?? 0) === 0
    const reason = failureIn(part) ?? (isEmpty ? 'The run made no requests.' : undefined)
    if (reason === undefined) runs.push(fileRun(part, report, pattern))
    else skipped.push({ part: nameOf(at, parts), reason })
  })
  return runs.length > 0 || skipped.length > 0 ? { engine: 'sysbench-fileio', runs, skipped } : undefined
}

/**
 * Reads outputs of the database tests without a plan, one or many in one file. It also says which outputs are of
 * neither test, or did not come to their end.
 */
export function readForeignOltp(text: string): ForeignOutput | undefined {
  const parts = partsOf(text)
  const runs: ForeignRun[] = []
  const skipped: SkippedPart[] = []
  parts.forEach((part, at) => {
    const report = readReport(part)
    const failure = patternOf(part) === undefined ? failureIn(part) : undefined
    if (failure !== undefined) skipped.push({ part: nameOf(at, parts), reason: failure })
    else if (report?.transactions === 0)
      skipped.push({ part: nameOf(at, parts), reason: 'The run made no transactions.' })
    else if (report?.transactions !== undefined) runs.push(databaseRun(report))
    else if (!report || patternOf(part) === undefined)
      skipped.push({
        part: nameOf(at, parts),
        reason: report
          ? 'Of sysbench, only the file and database tests are read; this is another one.'
          : `Its totals are missing, so the run did not finish. ${askAgain}`,
      })
  })
  return runs.length > 0 || skipped.length > 0 ? { engine: 'sysbench-oltp', runs, skipped } : undefined
}

function nameOf(at: number, parts: readonly string[]): string {
  return parts.length > 1 ? `output ${String(at + 1)} of ${String(parts.length)}` : ''
}

/** sysbench goes on to its totals after an error. */
function failureIn(part: string): string | undefined {
  const said = /^(?:\(last message repeated .*\) *)?FATAL: *(.+?)\s*$/m.exec(part)?.[1]
  return said === undefined ? undefined : `The run failed. It printed: ${said.slice(0, 300)}`
}

/** The load that a run was offered; undefined without a rate. */
function offeredOf(report: SysbenchReport): OfferedLoad | undefined {
  return servedLoad(report, report.targetRate === 0 ? undefined : report.targetRate)
}

const start = 'Running the test with following options'

/**
 * The outputs of runs in a text, each from the line with the program's version on, if it is there. Preparing and
 * cleaning up print that line, too, and a table or a note may begin with the program's name.
 */
function partsOf(text: string): readonly string[] {
  const parts = text.split(new RegExp(`^(?=sysbench v?\\d+\\.\\d+|${start})`, 'm'))
  return parts.flatMap((part, at) => {
    if (!part.startsWith(start)) return []
    const before = parts[at - 1] ?? ''
    return /^sysbench v?\d/.test(before) ? [`${before}${part}`] : [part]
  })
}

function patternOf(part: string): string | undefined {
  return patterns.find(([printed]) => printed.test(part))?.[1]
}

function databaseRun(report: SysbenchReport): ForeignRun {
  // The output does not name its script; the queries sent to the server distinguish three of them.
  const [reads, writes] = [report.sqlReads ?? 0, report.sqlWrites ?? 0]
  const test = writes === 0 ? 'oltp-read-only' : reads === 0 ? 'oltp-write-only' : 'oltp-read-write'
  return {
    ...runOf(report, { pattern: test, ...jobsOf(report) }),
    observations: [
      ...databaseObservations(report, test, unknownStart),
      ...offeredScalars(test, offeredOf(report)),
    ],
  }
}

function fileRun(part: string, report: SysbenchReport, pattern: string): ForeignRun {
  const ratio = /^Read\/Write ratio for combined random IO test: ([\d.]+)/m.exec(part)?.[1]
  const flushes = /^Periodic FSYNC enabled, calling fsync\(\) each (\d+) requests/m.exec(part)?.[1]
  const levels: Record<string, LevelValue> = { pattern, ...jobsOf(report), direct: isDirect(part) }
  if (pattern === 'random-mix' && ratio !== undefined)
    levels.read_percent = Math.round((1000 * Number(ratio)) / (1 + Number(ratio))) / 10
  if (report.blockBytes !== undefined) levels.block_size = report.blockBytes
  if (report.fileBytes !== undefined) levels.file_size = report.fileBytes
  if (report.fileCount !== undefined) levels.file_count = report.fileCount
  levels.fsync = Number(flushes ?? 0)
  levels.end_fsync = /^Calling fsync\(\) at the end of test, Enabled/m.test(part)
  if (/^Calling fsync\(\) after each write/m.test(part)) levels.fsync_each_write = true
  const mode = /^Using (?:\w+ )?(synchronous|asynchronous|mmap)\w* I\/O mode/m.exec(part)?.[1]
  if (mode !== undefined) levels.io_engine = mode === 'mmap' ? mode : mode.replace('hronous', '')
  const observations = [
    ...fileObservations(report, pattern, unknownStart),
    ...offeredScalars(pattern, offeredOf(report)),
  ]
  return { ...runOf(report, levels), observations }
}

/** 1.0 names the flags; earlier versions print their number, in which O_DIRECT is bit 14 on x86. */
function isDirect(part: string): boolean {
  const flags = /^Extra file open flags: (.*)$/m.exec(part)?.[1] ?? ''
  return flags.includes('direct') || (Number(flags) & 0o40000) !== 0
}

function jobsOf({ threads }: SysbenchReport): Workload {
  return threads === undefined ? {} : { jobs: threads }
}

function runOf(report: SysbenchReport, levels: Workload): Omit<ForeignRun, 'observations'> {
  const load = offeredOf(report)
  return {
    label: [levels.pattern, levels.jobs === undefined ? '' : `${String(levels.jobs)} threads`]
      .filter(Boolean)
      .join(', '),
    levels: load === undefined ? levels : { ...levels, [load.metric]: load.offered },
    engineVersion: report.version,
    ...{ startedAtMs: undefined, finishedAtMs: undefined, device: undefined, command: undefined },
    warnings: offeredWarnings(load),
  }
}
