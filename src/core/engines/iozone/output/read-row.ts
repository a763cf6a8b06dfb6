import type { IozoneTest } from '../tests'
import { OutputError, shown, type Line } from './lines'
import type { TableLayout } from './table-layout'
import { smallestOf } from '../../../iterables'

/** One line of a table: a file size, a record size, and what was printed for each test. */
export interface TableRow {
  readonly fileKib: number
  readonly recordKib: number
  /** By test id; tests with an empty column are absent. A printed 0 is kept; whether it is a result is decided later. */
  readonly values: ReadonlyMap<string, number>
  readonly at: number
}

/** True for a line that starts like a row of numbers. */
export function isTableRow(line: string): boolean {
  return /^ *\d+ +\d+(?: |$)/.test(line)
}

/**
 * Reads a row by the positions of its columns, never by white space: columns of tests that did not run are empty, and
 * numbers that fill their column touch. `selectors` are the tests of the command line, needed for unknown headers.
 * Throws an OutputError for a number outside all columns.
 */
export function readRow(
  line: Line,
  layout: TableLayout,
  selectors: ReadonlySet<number> | undefined,
): TableRow {
  const { text } = line
  const [sizeEnd = 0, recordEnd = 0] = layout.headerEnds
  const fileKib = numberOf(text.slice(0, sizeEnd), line)
  const recordKib = numberOf(text.slice(sizeEnd, recordEnd), line)
  if (fileKib === 0 || recordKib === 0) throw unclear(line, 'has a size of 0')
  const values = layout.widths
    ? readGroups(line, layout.tests, layout.widths.slice(2), recordEnd)
    : readSelected(line, layout, selectors)
  return { fileKib, recordKib, values, at: line.at }
}

/**
 * Blanks in place of the tests of one `-i` that did not run, in 3.489, 3.507 and 3.510 alike. In the newer ones they
 * are narrower than the numbers they replace, so that everything after them moves to the left: a lone fread is almost
 * below refwrite.
 */
const blanksOf: ReadonlyMap<number, number> = new Map([
  ...([0, 1, 2, 6, 9, 10] as const).map((selector) => [selector, 18] as const),
  [3, 9],
  [4, 10],
  [5, 10],
  [7, 17],
])

function readGroups(
  line: Line,
  tests: readonly IozoneTest[],
  widths: readonly number[],
  from: number,
): ReadonlyMap<string, number> {
  const { text } = line
  const values = new Map<string, number>()
  let position = from
  for (let at = 0; at < tests.length;) {
    const selector = tests[at]?.selector ?? 0
    const group = tests.filter((test) => test.selector === selector)
    const columns = sliceColumns(text, position, widths.slice(at, at + group.length))
    if (columns) {
      group.forEach((test, place) => values.set(test.id, numberOf(columns.texts[place] ?? '', line)))
      position = columns.end
    } else {
      const end = position + (blanksOf.get(selector) ?? 0)
      if (text.slice(position, end).trim() !== '') throw unclear(line, 'has a number outside its column')
      position = end
    }
    at += group.length
  }
  if (text.slice(position).trim() !== '') throw unclear(line, 'is longer than its columns')
  return values
}

/** The columns of one group, if each holds a number that ends where it ends. */
function sliceColumns(
  text: string,
  from: number,
  widths: readonly number[],
): { readonly texts: readonly string[]; readonly end: number } | undefined {
  const texts: string[] = []
  let end = from
  for (const width of widths) {
    const column = text.slice(end, end + width)
    if (column.length < width || !/^ *\d+$/.test(column)) return undefined
    texts.push(column)
    end += width
  }
  return { texts, end }
}

/**
 * Columns of an unknown header: as many numbers as the command line selects, in order, each no further right than its
 * word and no further left than the empty columns before it can have moved it.
 */
function readSelected(
  line: Line,
  { tests, headerEnds }: TableLayout,
  selectors: ReadonlySet<number> | undefined,
): ReadonlyMap<string, number> {
  const [, recordEnd = 0] = headerEnds
  const words = [...line.text.slice(recordEnd).matchAll(/\S+/g)]
  const selected = selectors ? tests.filter((test) => selectors.has(test.selector)) : tests
  const narrowest = smallestOf(headerEnds.slice(2).map((end, at) => end - (headerEnds[at + 1] ?? 0)))
  if (words.length !== selected.length || words.some(([word]) => word.length >= narrowest))
    throw unclear(line, 'cannot be told apart under this header')
  const values = new Map<string, number>()
  selected.forEach((test, place) => {
    const word = words[place]
    const column = tests.indexOf(test)
    const end = recordEnd + (word?.index ?? 0) + (word?.[0].length ?? 0)
    const wordEnd = headerEnds[column + 2] ?? 0
    if (end > wordEnd + 1 || end < wordEnd - 1 - (column - place))
      throw unclear(line, 'has a number outside its column')
    values.set(test.id, numberOf(word?.[0] ?? '', line))
  })
  return values
}

function numberOf(text: string, line: Line): number {
  if (!/^ *\d{1,15}$/.test(text)) throw unclear(line, 'has a number outside its column')
  return Number(text)
}

function unclear(line: Line, what: string): OutputError {
  return new OutputError('columns-unclear', `A row ${what}: ${shown(line.text)}.`, line.at)
}
