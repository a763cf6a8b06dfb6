import { plainText } from '../core/units/plain-text'
import { mapRows, type Rows } from '../core/units/rows'

/**
 * A table for the terminal, line by line: numbers right-aligned, text left-aligned, two spaces between columns. Goes through
 * the rows once for the widths and once for the lines.
 */
export function* textTable(
  header: readonly string[],
  rows: Rows<readonly (string | number | boolean | undefined)[]>,
): Iterable<string> {
  const cells = mapRows(rows, (row) => row.map((cell) => (cell === undefined ? '' : plainText(String(cell)))))
  const widths = header.map((title) => title.length)
  const numeric = header.map(() => rows.length > 0)
  for (const row of cells)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
      if (!isNumeric(cell)) numeric[column] = false
    })
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) =>
        numeric[column] === true ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width),
      )
      .join('  ')
      .trimEnd()
  yield line(header)
  yield widths.map((width) => '─'.repeat(width)).join('  ')
  for (const row of cells) yield line(row)
}

function isNumeric(cell: string): boolean {
  return cell === '' || /^[-±]?\d/.test(cell)
}
