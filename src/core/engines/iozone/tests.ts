import type { Direction } from '../../results/observation'

/** One of IOzone's measurements, under its names in command, table, throughput blocks and report. */
export interface IozoneTest {
  readonly id: string
  /** Argument of `-i`. */
  readonly selector: number
  readonly direction: Exclude<Direction, 'trim'>
  /** Name in the table's second header line; undefined for tests that only the throughput mode has. */
  readonly column?: string
  /** Subject of "Children see throughput for N …"; undefined for tests that the throughput mode does not have. */
  readonly workers?: string
  /** Title of its block in the report (`-R`), without " report". */
  readonly report?: string
  /** Title of its line in the throughput report. */
  readonly throughputReport?: string
  /** Second pass over the same data; `-+n` leaves it out and then prints 0. */
  readonly isRetest: boolean
  /** Uses stdio streams, for which IOzone has no direct, mapped or asynchronous I/O. */
  readonly isStream: boolean
  /** Printed in single and auto mode only with the extension columns (`-E`). */
  readonly isExtension: boolean
}

type Row = readonly [
  id: string,
  selector: number,
  direction: IozoneTest['direction'],
  column: string,
  workers: string,
  report: string,
  throughputReport: string,
]

/** Order of the table's columns; tests without a column come last. Seen in 3.489, 3.507 and 3.510. */
const rows: readonly Row[] = [
  ['write', 0, 'write', 'write', 'initial writers', 'Writer', 'Initial write'],
  ['rewrite', 0, 'write', 'rewrite', 'rewriters', 'Re-writer', 'Rewrite'],
  ['read', 1, 'read', 'read', 'readers', 'Reader', 'Read'],
  ['reread', 1, 'read', 'reread', 're-readers', 'Re-Reader', 'Re-read'],
  ['random-read', 2, 'read', 'read', 'random readers', 'Random read', 'Random read'],
  ['random-write', 2, 'write', 'write', 'random writers', 'Random write', 'Random write'],
  ['backward-read', 3, 'read', 'read', 'reverse readers', 'Backward read', 'Reverse Read'],
  ['record-rewrite', 4, 'write', 'rewrite', '', 'Record rewrite', ''],
  ['stride-read', 5, 'read', 'read', 'stride readers', 'Stride read', 'Stride read'],
  ['fwrite', 6, 'write', 'fwrite', 'fwriters', 'Fwrite', 'Fwrite'],
  ['refwrite', 6, 'write', 'frewrite', '', 'Re-Fwrite', ''],
  ['fread', 7, 'read', 'fread', 'freaders', 'Fread', 'Fread'],
  ['refread', 7, 'read', 'freread', '', 'Re-Fread', ''],
  ['pwrite', 9, 'write', 'pwrite', 'pwrite writers', 'Pwrite', 'Pwrite'],
  ['repwrite', 9, 'write', 'repwrite', '', 'Re-Pwrite', ''],
  ['pread', 10, 'read', 'pread', 'pread readers', 'Pread', 'Pread'],
  ['repread', 10, 'read', 'repread', '', 'Re-Pread', ''],
  ['random-mix', 8, 'total', '', 'mixed workload', '', 'Mixed workload'],
]

export const iozoneTests: readonly IozoneTest[] = rows.map(
  ([id, selector, direction, column, workers, report, throughputReport]) => ({
    id,
    selector,
    direction,
    ...(column !== '' && { column }),
    ...(workers !== '' && { workers }),
    ...(report !== '' && { report }),
    ...(throughputReport !== '' && { throughputReport }),
    isRetest: /^re(?!ad$|cord)/.test(id),
    isStream: selector === 6 || selector === 7,
    isExtension: selector >= 9,
  }),
)

/** The thirteen tests of the printed reviews: the table without its extension columns. */
export const classicTests: readonly IozoneTest[] = iozoneTests.filter((test) => test.selector <= 7)

/** Tests in the order of the table's columns. */
export const columnTests: readonly IozoneTest[] = iozoneTests.filter((test) => test.column !== undefined)
