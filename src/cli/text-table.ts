import { largestOf } from '../core/units/extremes'

/** A table for the terminal: numbers right-aligned, text left-aligned, two spaces between columns. */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string {
  const cells = rows.map((row) => row.map((cell) => (cell === undefined ? '' : String(cell))))
  const widths = header.map((title, column) =>
    largestOf(
      cells.map((row) => row[column]?.length ?? 0),
      title.length,
    ),
  )
  const numeric = header.map((_, column) => rows.length > 0 && rows.every((row) => isNumeric(row[column])))
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) =>
        numeric[column] === true ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width),
      )
      .join('  ')
      .trimEnd()
  return (
    [line(header), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n') + '\n'
  )
}

function isNumeric(cell: string | number | undefined): boolean {
  return cell === undefined || typeof cell === 'number' || cell === '' || /^[-±]?\d/.test(cell)
}
