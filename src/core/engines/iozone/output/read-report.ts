import { OutputError, shown, type Line } from './lines'

/** One file size of a block; records that were not run have 0, or are missing at the end. */
export interface ReportRow {
  readonly fileKib: number
  /** By record size in KiB. */
  readonly values: ReadonlyMap<number, number>
}

/** One block of the report (`-R`) in single and auto mode: a grid of file sizes by record sizes. */
export interface TableReport {
  /** As printed, without " report": `Writer`, `Re-Fread`, `Writer CPU utilization`. */
  readonly title: string
  readonly rows: readonly ReportRow[]
  readonly at: number
}

/** One line of the report in throughput mode: a value for each number of jobs. */
export interface ThroughputReport {
  readonly title: string
  readonly values: readonly number[]
  readonly at: number
}

const titleLine = /^"(.+) report(?: \(Zero values should be ignored\))?"$/
const recordsLine = /^ {8}(?:"\d+"(?: +|$))+$/
const rowLine = /^"(\d+)" +((?:\d+(?:\.\d+)?(?: +|$))*)$/
const throughputLine = /^" {0,20}([A-Z][A-Za-z -]{0,20}[a-z]) {0,20}" +((?:\d+(?:\.\d+)?(?: +|$))+)$/
const throughputHeads = [
  /^"Throughput report Y-axis is type of test X-axis is number of (?:processes|threads)"$/,
  /^"Record size = \d+ [kK][bB]ytes "$/,
  /^"Output is in (?:[kK][bB]ytes\/sec|ops\/sec)"$/,
]
const cpuHead = '"CPU utilization report Y-axis'

/** Reads the blocks after "Excel output is below:" to the end. Throws an OutputError for anything else. */
export function readTableReports(lines: readonly Line[]): readonly TableReport[] {
  const reports: { title: string; rows: ReportRow[]; at: number }[] = []
  let expectsRecords = false
  let records: readonly number[] = []
  for (const line of lines) {
    const title = titleLine.exec(line.text)?.[1]
    const row = rowLine.exec(line.text)
    if (line.text.trim() === '') continue
    if (title !== undefined && !expectsRecords) {
      reports.push({ title, rows: [], at: line.at })
      expectsRecords = true
    } else if (expectsRecords && recordsLine.test(line.text)) {
      expectsRecords = false
      records = numbersIn(line.text)
    } else if (row && !expectsRecords && reports.length > 0) {
      const values = numbersIn(row[2])
      const byRecord = new Map(values.map((value, at) => [records[at] ?? 0, value]))
      if (byRecord.size !== values.length || values.length > records.length) throw unlike(line)
      reports.at(-1)?.rows.push({ fileKib: Number(row[1]), values: byRecord })
    } else throw unlike(line)
  }
  return reports
}

/** Reads the lines of a throughput report; the part on CPU use, which the app does not request, is left out. */
export function readThroughputReports(lines: readonly Line[]): readonly ThroughputReport[] {
  const reports: ThroughputReport[] = []
  let isCpu = false
  for (const line of lines) {
    const value = throughputLine.exec(line.text)
    if (line.text.trim() === '' || throughputHeads.some((head) => head.test(line.text))) continue
    if (line.text.startsWith(cpuHead)) isCpu = true
    else if (isCpu && line.text === '"Output is in CPU%"') continue
    else if (!value) throw unlike(line)
    else if (!isCpu) reports.push({ title: value[1] ?? '', values: numbersIn(value[2]), at: line.at })
  }
  return reports
}

export function isThroughputReport(line: string): boolean {
  return line.startsWith('"Throughput report')
}

function numbersIn(text: string | undefined): number[] {
  return [...(text ?? '').matchAll(/\d+(?:\.\d+)?/g)].map(([word]) => Number(word))
}

function unlike(line: Line): OutputError {
  return new OutputError(
    'unexpected-text',
    `A line of the report is not what IOzone prints there: ${shown(line.text)}.`,
    line.at,
  )
}
