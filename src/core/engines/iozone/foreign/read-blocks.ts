import { groupBy } from '../../../iterables'
import type { SkippedPart } from '../../foreign/foreign-output'
import type { IozoneDocument } from '../output/iozone-document'
import { linesOf, OutputError, type Line } from '../output/lines'
import { readTableReports, type TableReport } from '../output/read-report'
import type { TableRow } from '../output/read-row'
import { columnTests } from '../tests'

/** Blocks of a spreadsheet report as a table. */
export interface BlocksAlone {
  readonly document: IozoneDocument
  readonly skipped: readonly SkippedPart[]
}

/**
 * Reads the blocks that IOzone prints for a spreadsheet (`-R`), without the output before them; a line of them that
 * cannot be read is left out. Undefined for a text without such a block.
 */
export function readBlocksAlone(text: string): BlocksAlone | undefined {
  if (!columnTests.some(({ report }) => text.includes(`"${report} report"\n`))) return undefined
  const all = linesOf(text)
  const first = all.findIndex((line) => /^"[A-Z][\w -]{0,30} report"$/.test(line.text))
  // The end of a text may be within a number.
  const isWhole = text.endsWith('\n')
  const skipped: SkippedPart[] = []
  const leave = (line: Line, reason: string) =>
    skipped.push({ part: `line ${all.indexOf(line) + 1}`, reason })
  const last = all.at(-1)
  if (!isWhole && last) leave(last, 'It is the last of a text that ends within a line. Copy it again.')
  const reports = readKnown(isWhole ? all.slice(first) : all.slice(first, -1), leave)
  const rows = rowsOf(reports)
  const [test] = reports
  for (const report of reports.slice(1))
    for (const { fileKib, values } of test?.rows ?? []) {
      const found = report.rows.find((row) => row.fileKib === fileKib)
      if ((found?.values.size ?? 0) < values.size)
        skipped.push({
          part: `${report.title} report, file ${fileKib} kB`,
          reason: 'It has fewer numbers than the first block. If the text was cut off, copy it again.',
        })
    }
  return { document: { ...tableOf(rows), reports }, skipped }
}

function readKnown(
  lines: readonly Line[],
  leave: (line: Line, reason: string) => void,
): readonly TableReport[] {
  let left = lines
  for (;;) {
    try {
      return readTableReports(left)
    } catch (error) {
      if (!(error instanceof OutputError)) throw error
      const strange = left.find((line) => line.at === error.at)
      if (!strange) return []
      leave(strange, error.message)
      left = left.filter((line) => line !== strange)
    }
  }
}

function rowsOf(reports: readonly TableReport[]): readonly TableRow[] {
  const cells = reports.flatMap(({ title, rows, at }) => {
    const test = columnTests.find(({ report }) => report === title)
    return test === undefined
      ? []
      : rows.flatMap(({ fileKib, values }) =>
          [...values].map(([recordKib, value]) => ({ test, fileKib, recordKib, value, at })),
        )
  })
  return [...groupBy(cells, ({ fileKib, recordKib }) => `${fileKib} ${recordKib}`).values()].map((row) => ({
    fileKib: row[0].fileKib,
    recordKib: row[0].recordKib,
    values: new Map(row.map(({ test, value }) => [test.id, value])),
    at: row[0].at,
  }))
}

function tableOf(rows: readonly TableRow[]): IozoneDocument {
  return {
    version: '',
    build: undefined,
    began: undefined,
    commandLine: undefined,
    wantsReport: true,
    skipsRetests: false,
    isDiagnostic: false,
    lacksTest: false,
    unit: 'kB/s',
    at: 0,
    strange: [],
    layout: { tests: columnTests, headerEnds: [], widths: undefined },
    rows,
    sizes: [],
    blocks: [],
    reports: [],
    throughputReports: [],
    remarks: [],
    isComplete: true,
    isInterrupted: false,
    complaint: undefined,
  }
}
