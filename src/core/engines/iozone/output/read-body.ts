import { OutputError, shown, type Line } from './lines'
import { completeLine, interruptedLine, isComplaint, isRemark, reportLine } from './printed-words'
import { readTableReports, readThroughputReports, isThroughputReport } from './read-report'
import type { TableReport, ThroughputReport } from './read-report'
import { isTableRow, readRow, type TableRow } from './read-row'
import {
  isBlockStart,
  isClusterLine,
  isThroughputStart,
  readThroughputBlock,
  readThroughputSize,
} from './read-throughput'
import type { ThroughputBlock, ThroughputSize } from './read-throughput'
import { isTableHeader, readTableLayout, type TableLayout } from './table-layout'

/** The numbers of an output and what was printed around them. */
export interface Body {
  /** Columns of the table; undefined in throughput mode. */
  readonly layout: TableLayout | undefined
  readonly rows: readonly TableRow[]
  readonly sizes: readonly ThroughputSize[]
  readonly blocks: readonly ThroughputBlock[]
  readonly reports: readonly TableReport[]
  readonly throughputReports: readonly ThroughputReport[]
  readonly remarks: readonly string[]
  /** "iozone test complete." was printed, the only sign of success: IOzone exits with 0 after Ctrl-C too. */
  readonly isComplete: boolean
  readonly isInterrupted: boolean
  readonly complaint: string | undefined
}

/** Reads from the first line of numbers to the end. Throws an OutputError for text that IOzone does not print there. */
export function readBody(lines: readonly Line[], selectors: ReadonlySet<number> | undefined): Body {
  const [first] = lines
  if (!first) throw new OutputError('no-table', 'The output ends before its first number.', 0)
  return isTableHeader(first.text) ? readTable(first, lines, selectors) : readThroughput(lines)
}

const nothing = {
  layout: undefined,
  rows: [],
  sizes: [],
  blocks: [],
  reports: [],
  throughputReports: [],
  remarks: [],
  isComplete: false,
  isInterrupted: false,
  complaint: undefined,
} satisfies Body

function readTable(header: Line, lines: readonly Line[], selectors: ReadonlySet<number> | undefined): Body {
  const layout = readTableLayout(header)
  const rows: TableRow[] = []
  const remarks: string[] = []
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at]
    if (!line || line.text.trim() === '') continue
    if (isTableRow(line.text)) rows.push(readRow(line, layout, selectors))
    else if (isRemark(line.text)) remarks.push(line.text)
    else if (completeLine.test(line.text))
      return { ...nothing, layout, rows, ...readTrailer(lines.slice(at + 1), remarks), isComplete: true }
    else if (interruptedLine.test(line.text))
      return { ...nothing, layout, rows, remarks, isInterrupted: true }
    else if (isComplaint(line.text)) return { ...nothing, layout, rows, remarks, complaint: line.text }
    else throw unexpected(line)
  }
  return { ...nothing, layout, rows, remarks }
}

function readTrailer(lines: readonly Line[], before: readonly string[]): Pick<Body, 'reports' | 'remarks'> {
  const start = lines.findIndex((line) => reportLine.test(line.text))
  const remarks = lines.slice(0, start < 0 ? lines.length : start).filter((line) => line.text.trim() !== '')
  const stray = remarks.find((line) => !isRemark(line.text))
  if (stray) throw unexpected(stray)
  return {
    remarks: [...before, ...remarks.map((line) => line.text)],
    reports: start < 0 ? [] : readTableReports(lines.slice(start + 1)),
  }
}

function readThroughput(lines: readonly Line[]): Body {
  const blocks: ThroughputBlock[] = []
  const sizes: ThroughputSize[] = []
  const remarks: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (!line || line.text.trim() === '' || (at === 0 && isThroughputStart(line.text))) continue
    if (isClusterLine(line.text)) continue
    const size = readThroughputSize(line.text)
    const so = { ...nothing, blocks, sizes, remarks }
    if (size) sizes.push(size)
    else if (isBlockStart(line.text)) {
      const read = readThroughputBlock(lines, at)
      if (!read) return so
      blocks.push(read.block)
      at += read.lineCount - 1
    } else if (isRemark(line.text)) remarks.push(line.text)
    else if (isThroughputReport(line.text)) return { ...so, ...readEnd(lines.slice(at), remarks) }
    else if (completeLine.test(line.text)) return { ...so, ...readEnd(lines.slice(at), remarks) }
    else if (interruptedLine.test(line.text)) return { ...so, isInterrupted: true }
    else if (isComplaint(line.text)) return { ...so, complaint: line.text }
    else throw unexpected(line)
  }
  return { ...nothing, blocks, sizes, remarks }
}

/** The report of the throughput mode precedes the line of success. */
function readEnd(
  lines: readonly Line[],
  before: readonly string[],
): Pick<Body, 'throughputReports' | 'isComplete' | 'isInterrupted' | 'remarks'> {
  const end = lines.findIndex((line) => completeLine.test(line.text) || interruptedLine.test(line.text))
  const report = end < 0 ? lines : lines.slice(0, end)
  const after = end < 0 ? [] : lines.slice(end + 1).filter((line) => line.text.trim() !== '')
  const isComplete = end >= 0 && completeLine.test(lines[end]?.text ?? '')
  const stray = isComplete ? after.find((line) => !isRemark(line.text)) : undefined
  if (stray) throw unexpected(stray)
  return {
    throughputReports: readThroughputReports(report),
    isComplete,
    isInterrupted: end >= 0 && !isComplete,
    remarks: isComplete ? [...before, ...after.map((line) => line.text)] : before,
  }
}

function unexpected(line: Line): OutputError {
  return new OutputError(
    'unexpected-text',
    `A line is not one that IOzone prints between its numbers: ${shown(line.text)}.`,
    line.at,
  )
}
