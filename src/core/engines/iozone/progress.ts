import type { Progress, ProgressReader } from '../progress'
import { linesOf } from './output/lines'
import { completeLine, unitOf, type ReportUnit } from './output/printed-words'
import { isBlockStart, isThroughputStart } from './output/read-throughput'
import { isTableHeader } from './output/table-layout'
import { columnTests, iozoneTests, type IozoneTest } from './tests'

/** IOzone's output is short; anything longer is not its output, and only the end is examined. */
const mostText = 256 * 1024

/**
 * Follows the output itself: IOzone adds a column, or a block of the throughput mode, whenever a test is done. Their
 * number is read from the command line that it prints first.
 */
export function progressReader(): ProgressReader {
  let text = ''
  let last = ''
  return {
    push(piece) {
      text = (text + piece).slice(-mostText)
      const progress = readProgress(text)
      const state = JSON.stringify(progress)
      if (!progress || state === last) return undefined
      last = state
      return progress
    },
  }
}

function readProgress(text: string): Progress | undefined {
  const lines = linesOf(text).map((line) => line.text)
  const command = lines.map((line) => /^\tCommand line used: (.*)$/.exec(line)?.[1]).find(Boolean)
  if (command === undefined) return undefined
  if (lines.some((line) => completeLine.test(line))) return { phase: 'finishing', fraction: 1 }
  const unit = lines.map(unitOf).find((one) => one !== undefined)
  const expected = expectedTests(command)
  const done = lines.some(isThroughputStart) ? doneBlocks(lines) : doneColumns(lines, expected)
  const latest = done.at(-1)
  return {
    phase: 'running',
    // Auto mode and ranges of jobs repeat the tests many times without saying how often.
    ...(!/(?:^| )-[alu] /.test(` ${command} `) &&
      expected.length > 0 && { fraction: Math.min(done.length / expected.length, 1) }),
    ...(latest && unit && rateOf(latest, unit)),
  }
}

interface Done {
  readonly test: IozoneTest
  readonly value: number
}

/** The tests of the printed command line, in the order of the table. */
function expectedTests(command: string): readonly IozoneTest[] {
  const words = command.split(' ')
  const selectors = new Set(words.flatMap((word, at) => (word === '-i' ? [Number(words[at + 1])] : [])))
  const skipsRetests = words.includes('-+n')
  const hasChildren = words.includes('-t')
  const hasExtension = words.includes('-E')
  return iozoneTests.filter(
    (test) =>
      selectors.has(test.selector) &&
      !(skipsRetests && test.isRetest) &&
      (hasChildren
        ? test.workers !== undefined
        : test.column !== undefined && (hasExtension || !test.isExtension)),
  )
}

/** Columns are in table order, with 0 for second passes that are left out. */
function doneColumns(lines: readonly string[], expected: readonly IozoneTest[]): readonly Done[] {
  const start = lines.findIndex(isTableHeader)
  if (start < 0) return []
  const row = lines
    .slice(start + 1)
    .filter((line) => /^ *\d+ +\d+( |$)/.test(line))
    .at(-1)
  const values = (row ?? '').trim().split(/\s+/).slice(2).map(Number)
  const shown = columnTests.filter((test) => expected.some((one) => one.selector === test.selector))
  return values.flatMap((value, at) => {
    const test = shown[at]
    return test && value > 0 ? [{ test, value }] : []
  })
}

function doneBlocks(lines: readonly string[]): readonly Done[] {
  return lines.filter(isBlockStart).flatMap((line) => {
    const match = /for +\d+ ([a-z -]{2,24}?)\s+= *(\d+(?:\.\d+)?) /.exec(line)
    const test = iozoneTests.find((one) => one.workers === match?.[1])
    return test ? [{ test, value: Number(match?.[2]) }] : []
  })
}

function rateOf({ test, value }: Done, unit: ReportUnit): Partial<Progress> {
  const isRead = test.direction === 'read'
  if (unit === 'kB/s')
    return isRead ? { readBytesPerSecond: value * 1024 } : { writeBytesPerSecond: value * 1024 }
  if (unit === 'ops/s') return isRead ? { readIops: value } : { writeIops: value }
  return {}
}
