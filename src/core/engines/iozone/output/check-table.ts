import type { IozoneDocument } from './iozone-document'
import { OutputError } from './lines'
import type { TableReport } from './read-report'
import { selectorsOf } from './read-preamble'

/**
 * Compares a table with the report that repeats its numbers. A duplicate row, a different number, or an incomplete
 * requested report makes the output worthless; undefined if all agree.
 */
export function findTableContradiction(document: IozoneDocument): OutputError | undefined {
  return (
    repeatedRow(document) ?? otherColumns(document) ?? missingReport(document) ?? differentReport(document)
  )
}

/** The filled columns are those of the tests that the command line names. */
function otherColumns({ rows, layout, commandLine }: IozoneDocument): OutputError | undefined {
  const selectors = selectorsOf(commandLine)
  if (!selectors || !layout) return undefined
  for (const row of rows) {
    const wrong = layout.tests.find((test) => row.values.has(test.id) !== selectors.has(test.selector))
    if (wrong) {
      const state = row.values.has(wrong.id) ? 'a number' : 'no number'
      return new OutputError(
        'columns-unclear',
        `A row has ${state} for ${wrong.id}, other than the command line says.`,
        row.at,
      )
    }
  }
  return undefined
}

function repeatedRow({ rows }: IozoneDocument): OutputError | undefined {
  const seen = new Set<string>()
  for (const row of rows) {
    const key = `${row.fileKib} ${row.recordKib}`
    if (seen.has(key)) {
      return new OutputError(
        'repeated-result',
        `The row of ${row.fileKib} kB in records of ${row.recordKib} kB appears twice.`,
        row.at,
      )
    }
    seen.add(key)
  }
  return undefined
}

/** Every column with numbers has its block, and every block its column. */
function missingReport(document: IozoneDocument): OutputError | undefined {
  const { reports, wantsReport, layout, rows, isComplete } = document
  if (!isComplete || (!wantsReport && reports.length === 0)) return undefined
  for (const test of layout?.tests ?? []) {
    const isFilled = rows.some((row) => row.values.has(test.id))
    const count = reports.filter((report) => report.title === test.report).length
    if (count === (isFilled ? 1 : 0)) continue
    const state = count > 1 ? 'has' : isFilled ? 'lacks' : 'also has'
    return new OutputError(
      'report-incomplete',
      `The report ${state} ${count > 1 ? 'two blocks' : 'a block'} named "${test.report ?? ''} report".`,
      reports[0]?.at ?? document.at,
    )
  }
  return undefined
}

function differentReport(document: IozoneDocument): OutputError | undefined {
  for (const report of document.reports) {
    const test = document.layout?.tests.find((one) => one.report === report.title)
    // IOzone fills its blocks for pwrite and pread from the wrong columns (seen in 3.489, 3.507 and 3.510).
    if (!test) {
      if (isKnownElsewhere(report)) continue
      return new OutputError(
        'report-incomplete',
        `The report has a block "${report.title} report" without a column.`,
        report.at,
      )
    }
    if (test.isExtension) continue
    const said = new Map(report.rows.map((row) => [row.fileKib, row.values]))
    const files = new Set(document.rows.map((row) => row.fileKib))
    if (said.size !== report.rows.length || said.size !== files.size) {
      return new OutputError(
        'report-incomplete',
        `The block "${report.title} report" does not have one row per file size.`,
        report.at,
      )
    }
    for (const file of files) {
      const rows = document.rows.filter((row) => row.fileKib === file)
      const printed = new Map(rows.map((row) => [row.recordKib, row.values.get(test.id) ?? 0]))
      const again = said.get(file) ?? new Map<number, number>()
      const record = [...printed.keys(), ...again.keys()].find(
        (one) => (printed.get(one) ?? 0) !== (again.get(one) ?? 0),
      )
      if (record !== undefined) {
        const [left, right] = [again.get(record) ?? 'nothing', printed.get(record) ?? 'nothing']
        return new OutputError(
          'report-differs',
          `The report says ${left} for ${test.id} of ${file} kB in records of ${record} kB, the table ${right}.`,
          report.at,
        )
      }
    }
  }
  return undefined
}

function isKnownElsewhere(report: TableReport): boolean {
  return report.title.endsWith(' CPU utilization')
}
