import { readTextTable } from '../../results/published/read-csv'
import { present } from '../../units/iterables'
import type { ForeignOutput } from './foreign-output'
import { nothingRead, numberIn, readParts, scaled, type PrintedNumbers, type PrintedRun } from './program-run'

/**
 * Reads the table `ezfio_tests_*.csv` of ezFIO, or what ezFIO prints in the terminal. Its MB/s count in 1024².
 * Undefined for any other text. Format: ezfio.py, and the printed outputs in tests/fixtures/foreign/ezfio.
 */
export function readEzFio(text: string): ForeignOutput | undefined {
  return readTests(text) ?? readPrintedTests(text)
}

/** ezFIO prints a result of 0 for a test that it left out, for example because the drive's blocks are larger. */
const leftOut = 'ezFIO did not run this test.'

interface Test {
  readonly kind: 'Rand' | 'Seq'
  readonly writePercent: number
  readonly block: number | undefined
  readonly threads: number | undefined
  readonly depth: number | undefined
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
  { kind, writePercent, block, threads, depth }: Test,
  { iops, mebibytes, readUs, writeUs, total = {} }: Numbers,
): PrintedRun {
  const side = writePercent === 0 ? 'read' : writePercent === 100 ? 'write' : 'mix'
  const pattern = `${kind === 'Rand' ? 'random' : 'sequential'}-${side}`
  const rates = { iops, bandwidth: scaled(mebibytes, 1024 ** 2) }
  const [read, write] = [readUs, writeUs].map((us) => ({ latency_mean: scaled(us, 1000) }))
  return {
    label: `${pattern}, ${String(block)} B, ${String(threads)} x ${String(depth)}`,
    levels: {
      ...{ pattern, block_size: block, jobs: threads, queue_depth: depth },
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
  if (!head) return undefined
  const before = text.slice(0, head.index)
  const about = (key: string) => new RegExp(`^${key},(.*)$`, 'm').exec(before)?.[1]?.trim()
  const table = readTextTable(text.slice(head.index))
  if ('text' in table) return nothingRead('ezFIO', table.text)
  const linesBefore = before.split('\n').length - 1
  const named = { version: about('FIOVersion'), device: about('Model') ?? about('Drive') }
  return readParts(
    'ezFIO',
    // The title of a section has one cell.
    table.lines.filter(({ cells: [kind, ...rest] }) => kind === 'ERROR' || rest.some((cell) => cell !== '')),
    ({ cells }) => present(readRow(cells)).map((run) => ({ ...run, ...named })),
    ({ line, cells: [kind, , , , , iops] }) => ({
      part: `line ${linesBefore + line}`,
      reason: kind !== 'ERROR' && iops !== '' && Number(iops) === 0 ? leftOut : 'It has no result.',
    }),
  )
}

function readRow([kind = '', ...rest]: readonly string[]): PrintedRun | undefined {
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
  const total = { cpu_system: system, cpu_user: user }
  return runOf({ kind, writePercent, block, threads, depth }, { iops, mebibytes, readUs, writeUs, total })
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
  const named = { version: about('FIO Version'), device: about('Model') ?? about('Drive') }
  const output = readParts(
    'ezFIO',
    tests.map(([, title = '', ...cells]) => ({ title, numbers: cells.map(numberOf), test: testOf(title) })),
    ({ test, numbers: [mebibytes, iops = 0, us] }) => {
      if (!test || iops === 0) return []
      const isMix = test.writePercent > 0 && test.writePercent < 100
      const mean = isMix ? undefined : us
      return [{ ...runOf(test, { iops, mebibytes, readUs: mean, writeUs: mean }), ...named }]
    },
    ({ title, test }) => ({ part: title, reason: test ? leftOut : 'It is not a test of ezFIO.' }),
  )
  return tests.length > 0 ? output : nothingRead('ezFIO', 'It has no result.')
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
    ...{ kind, writePercent, threads: fixed?.threads, depth: fixed?.depth },
    block: numberIn(title, /, BS=(\d+)$/) ?? (title.includes('4KB') ? 4096 : undefined),
  }
}
