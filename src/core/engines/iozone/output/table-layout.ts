import { columnTests, type IozoneTest } from '../tests'
import { OutputError, shown, type Line } from './lines'

/** Where the numbers of a table are. */
export interface TableLayout {
  readonly tests: readonly IozoneTest[]
  /** One past the last character of each word of the header: kB, reclen, then one per test. */
  readonly headerEnds: readonly number[]
  /** Width of each number below, right-aligned, if known for this header: kB, reclen, then one per test. */
  readonly widths: readonly number[] | undefined
}

/**
 * Known headers, by the ends of their words, with the width of the numbers below: 3.471 to 3.489, and 3.507 to 3.510.
 * Both have some words one column off the numbers.
 */
const knownLayouts: readonly { readonly header: readonly number[]; readonly widths: readonly number[] }[] = [
  {
    header: [16, 24, 33, 42, 50, 60, 68, 78, 87, 97, 107, 116, 125, 134, 143, 151, 160, 168, 178],
    widths: [16, 8, 9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9],
  },
  {
    header: [16, 24, 33, 44, 54, 64, 74, 84, 94, 105, 116, 126, 136, 146, 156, 166, 176, 186, 196],
    widths: [16, 8, 10, 10, 10, 10, 10, 10, 10, 11, 11, 10, 10, 10, 10, 10, 10, 10, 10],
  },
]

/** True for the second header line of a table. Versions before 3.43 write KB. */
export function isTableHeader(line: string): boolean {
  return /^ +[kK]B +reclen +write\b/.test(line)
}

/**
 * Reads the second header line: the first of IOzone's columns, since builds without streams have fewer, and people cut off
 * those that are empty. Throws an OutputError for other columns.
 */
export function readTableLayout(line: Line): TableLayout {
  const words = [...line.text.matchAll(/\S+/g)]
  const names = words.slice(2).map(([word]) => word)
  const tests = columnTests.slice(0, names.length)
  if (names.length > columnTests.length || names.some((name, at) => tests[at]?.column !== name)) {
    throw new OutputError('unknown-columns', `The table has other columns: ${shown(line.text)}.`, line.at)
  }
  const headerEnds = words.map((word) => word.index + word[0].length)
  const known = knownLayouts.find(({ header }) => headerEnds.every((end, at) => end === header[at]))
  return { tests, headerEnds, widths: known?.widths.slice(0, headerEnds.length) }
}
