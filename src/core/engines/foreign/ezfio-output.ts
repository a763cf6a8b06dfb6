import { readTextTable } from '../../results/published/read-csv'
import { invalidates, qualifies, type Reservation } from '../../results/reservation'
import { present } from '../../iterables'
import { askAgain, type ForeignOutput, type SkippedPart } from './foreign-output'
import {
  cutLine,
  cutLines,
  nothingRead,
  numberIn,
  readParts,
  scaled,
  type PrintedNumbers,
  type PrintedRun,
} from './program-run'

/**
 * Reads the table `ezfio_tests_*.csv` of ezFIO, or what ezFIO prints in the terminal. Its MB/s count in 1024².
 * Undefined for any other text. Format: ezfio.py, and the printed outputs in tests/fixtures/foreign/ezfio.
 */
export function readEzFio(text: string): ForeignOutput | undefined {
  const output = readTests(text) ?? readPrintedTests(text)
  return output && { ...output, skipped: summedUp(output) }
}

/** The tests that ezFIO left out in one line, and whatever else is skipped. */
function summedUp({ runs, skipped }: ForeignOutput): readonly SkippedPart[] {
  const others = skipped.filter(({ reason }) => reason !== leftOut)
  const count = skipped.length - others.length
  const part = `${count} of ${runs.length + skipped.length} tests`
  return count === 0 ? others : [{ part, reason: leftOut }, ...others]
}

/** The other tables in its folder of results begin with the same lines. */
const otherTable = 'It is a table of ezFIO over time or of latencies; ezfio_tests_*.csv holds its results.'

/** ezFIO prints a result of 0 for a test that it left out: the drive's blocks are larger, or it may not write. */
const leftOut =
  'ezFIO did not run them: the drive does not take blocks this small, or is read-only. If they should be there, run ezFIO on a drive that allows them.'

/** Seconds that ezFIO runs a test. Only its time distinguishes the stability test from the last test of a mix. */
const runtimes = { point: 120, stability: 1200 }

interface Test {
  readonly kind: 'Rand' | 'Seq'
  readonly writePercent: number
  readonly block: number | undefined
  readonly threads: number | undefined
  readonly depth: number | undefined
  readonly seconds: number
}

interface Numbers {
  readonly iops: number
  readonly mebibytes: number | undefined
  readonly readUs: number | undefined
  readonly writeUs: number | undefined
  /** Shares of the processor. */
  readonly total?: PrintedNumbers
}

function runOf(
  { kind, writePercent, block, threads, depth, seconds }: Test,
  { iops, mebibytes, readUs, writeUs, total = {} }: Numbers,
): PrintedRun {
  const side = writePercent === 0 ? 'read' : writePercent === 100 ? 'write' : 'mix'
  const pattern = `${kind === 'Rand' ? 'random' : 'sequential'}-${side}`
  const rates = { iops, bandwidth: scaled(mebibytes, 1024 ** 2) }
  // One side's latency alone would pass for that of both.
  const isHalf = side === 'mix' && (readUs === undefined || writeUs === undefined)
  const [read, write] = [readUs, writeUs].map((us) => ({
    latency_mean: isHalf ? undefined : scaled(us, 1000),
  }))
  return {
    label: `${pattern}, ${String(block)} B, ${String(threads)} x ${String(depth)}`,
    levels: {
      ...{ pattern, block_size: block, jobs: threads, queue_depth: depth, runtime: seconds },
      ...(side === 'mix' && { read_percent: 100 - writePercent }),
    },
    numbers:
      side === 'mix'
        ? { read, write, total: { ...rates, ...total } }
        : { [side]: { ...rates, ...(side === 'read' ? read : write) }, total },
  }
}

/** The table: lines about the drive, then for each section its title and a row for each test. */
function readTests(text: string): ForeignOutput | undefined {
  const head = /^Type,Write %,Block Size,Threads,Queue Depth\/Thread,IOPS,/m.exec(text.slice(0, 10_000))
  if (!head) return /^Drive,.*\nModel,.*\nSerial,/.test(text) ? nothingRead('ezFIO', otherTable) : undefined
  const before = text.slice(0, head.index)
  const rows = text.slice(head.index)
  const cut = cutLines(rows)
  const hasEnd = rows.endsWith('\n')
  const lastLine = rows.split('\n').length
  const table = readTextTable(rows)
  if ('text' in table) return nothingRead('ezFIO', table.text)
  const linesBefore = before.split('\n').length - 1
  const marks = optionMarks.filter(({ mark }) => new RegExp(`^Drive,.*${mark}`, 'm').test(before))
  const about = (key: string) =>
    marks.reduce(
      (value, { mark }) => value?.replace(mark, ''),
      new RegExp(`^${key},(.*)$`, 'm').exec(before)?.[1]?.trim(),
    )
  const named = {
    version: about('FIOVersion'),
    device: deviceOf(about('Model'), about('Drive')),
    warnings: marks.map(({ warning }) => warning),
  }
  const isQuick = marks.some(({ warning }) => warning.id === 'quickie')
  let section = ''
  return readParts(
    'ezFIO',
    // The title of a section has one cell.
    table.lines.flatMap(({ line, cells }) => {
      const [kind = '', ...rest] = cells
      if (kind === 'ERROR' || rest.some((cell) => cell !== ''))
        // Without an end of its line, its last number may have been cut off.
        return [{ line, cells: hasEnd || line < lastLine ? cells : cells.slice(0, -1), section }]
      section = kind
      return []
    }),
    (row) => {
      if (cut.has(row.line)) return []
      const seconds = secondsOf(row.section) / (isQuick ? 10 : 1)
      return present(readRow(row.cells, seconds)).map((run) => ({ ...run, ...named }))
    },
    ({ line, cells: [kind, , , , , iops] }) => ({
      part: `line ${linesBefore + line}`,
      reason: whyNoTest(kind, iops, cut.has(line)),
    }),
  )
}

/** The line ERROR alone stands for a test that failed. */
function whyNoTest(kind: string | undefined, iops: string | undefined, isCut: boolean): string {
  if (kind === 'ERROR') return `It has no result. ${askAgain}`
  if (isCut) return cutLine
  return iops !== '' && Number(iops) === 0 ? leftOut : `It has no result. ${askAgain}`
}

/** Marks of its options that ezFIO puts in front of every value of the lines about the drive, in this order. */
const optionMarks: readonly { readonly mark: string; readonly warning: Reservation }[] = [
  {
    mark: 'FASTPRECOND-',
    warning: qualifies(
      'fast-precondition',
      'ezFIO ran with --fast-precondition: it wrote the drive once sequentially and never at random.',
    ),
  },
  {
    mark: 'QUICKIE-INVALID-RESULTS-',
    warning: invalidates(
      'quickie',
      'ezFIO ran with --quickie, a tenth of its run times, and calls these results invalid.',
    ),
  },
]

/** ezFIO writes UNKNOWN for a model that it cannot find out; the drive is a path. */
function deviceOf(model: string | undefined, drive: string | undefined): string | undefined {
  return model === undefined || model === 'UNKNOWN' ? drive?.replace(/^\/dev\//, '') : model
}

function secondsOf(section: string): number {
  return section.includes('Stability') ? runtimes.stability : runtimes.point
}

function readRow([kind = '', ...rest]: readonly string[], seconds: number): PrintedRun | undefined {
  const [
    writePercent = Number.NaN,
    block,
    threads,
    depth,
    iops = 0,
    mebibytes,
    readUs,
    writeUs,
    system,
    user,
  ] = rest.map(Number)
  if ((kind !== 'Rand' && kind !== 'Seq') || !(writePercent >= 0) || !(iops > 0)) return undefined
  // ezFIO writes zeros if it could not read the load of the processors.
  const isIdle = !((system ?? 0) > 0) && !((user ?? 0) > 0)
  const total = isIdle ? {} : { cpu_system: system, cpu_user: user }
  return runOf(
    { kind, writePercent, block, threads, depth, seconds },
    { iops, mebibytes, readUs, writeUs, total },
  )
}

/**
 * Threads and queue depth per thread that ezFIO uses for the titles that do not state them, by pattern and what the
 * section varies. One that is varied is read from the line.
 */
const unstated: Readonly<Record<string, { readonly threads: number; readonly depth: number }>> = {
  'Seq read by Block Size': { threads: 1, depth: 256 },
  'Rand read by Block Size': { threads: 16, depth: 16 },
  'Seq write by Block Size': { threads: 1, depth: 1 },
  'Rand write by Block Size': { threads: 16, depth: 16 },
  'Perf Stability': { threads: 256, depth: 1 },
}

/** The lengths are limited so that no text takes long to search. */
const printedTest =
  /^[ \t>]*(\S.{0,120}?) {1,80}([\d,]{1,20}\.\d\d) {1,20}([\d,]{1,20}) {1,20}([\d.]{1,20})[ \t]*$/gm

/**
 * The lines of the terminal: title, MB/s, IOPS, latency. Of a mix, the latency is the longer of two means, and it is
 * not known which one: it is left out.
 */
function readPrintedTests(text: string): ForeignOutput | undefined {
  const tests = [...text.matchAll(printedTest)]
  const isEzFio =
    /^[ \t>]*ezFio test parameters:/m.test(text) ||
    tests.some(([, title = '']) => testOf(title) !== undefined)
  if (!isEzFio) return undefined
  const about = (key: string) => new RegExp(`^[ \\t>]*${key}: (.+?)\\s*$`, 'm').exec(text)?.[1]
  const named = { version: about('FIO Version'), device: deviceOf(about('Model'), about('Drive')) }
  const output = readParts(
    'ezFIO',
    tests.map(({ 0: line, 1: title = '', 2: rate, 3: count, 4: latency, index }) => ({
      ...{ title, test: testOf(title), numbers: [rate, count, latency].map(numberOf) },
      // Without an end of its line, its last number may have been cut off.
      hasEnd: index + line.length < text.length,
    })),
    ({ test, hasEnd, numbers: [mebibytes, iops = 0, us] }) => {
      if (!test || iops === 0) return []
      const isMix = test.writePercent > 0 && test.writePercent < 100
      const mean = isMix || !hasEnd ? undefined : us
      return [{ ...runOf(test, { iops, mebibytes, readUs: mean, writeUs: mean }), ...named }]
    },
    ({ title, test }) => ({ part: title, reason: test ? leftOut : 'It is not a test of ezFIO.' }),
  )
  return tests.length > 0 ? output : nothingRead('ezFIO', `It has no result. ${askAgain}`)
}

function numberOf(digits: string | undefined): number {
  return Number((digits ?? '').replaceAll(',', ''))
}

/** A test by its title, e.g. `Sustained 4KB Random Read Tests by Number of Threads, Threads=8`. */
function testOf(title: string): Test | undefined {
  const [, order, action] =
    /^(?:Sustained )?(?:Multi-Threaded )?(?:4KB )?(Random|Sequential) (Read|Write|mixed \d+% Write) Tests /.exec(
      title,
    ) ??
    /^Sustained Perf Stability Test - 4KB (Random) (\d+% Write)$/.exec(title) ??
    []
  if (order === undefined || action === undefined) return undefined
  const kind = order === 'Random' ? 'Rand' : 'Seq'
  const writePercent = numberIn(action, /(\d+)%/) ?? (action === 'Read' ? 0 : 100)
  const threads = numberIn(title, /, Threads=(\d+)$/)
  const section = title.includes('Stability')
    ? 'Perf Stability'
    : `${kind} ${action.toLowerCase()} by Block Size`
  const fixed = threads === undefined ? unstated[section] : { threads, depth: 1 }
  return {
    ...{ kind, writePercent, threads: fixed?.threads, depth: fixed?.depth, seconds: secondsOf(title) },
    block: numberIn(title, /, BS=(\d+)$/) ?? (title.includes('4KB') ? 4096 : undefined),
  }
}
