/** A table as text: column names, then lines with the same number of cells. */
export interface TextTable {
  readonly columns: readonly string[]
  readonly lines: readonly TextLine[]
  readonly delimiter: string
}

export interface TextLine {
  /** Line of the text on which the cells start, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Why a text is not a table. */
export interface TableProblem {
  readonly line: number
  readonly text: string
}

const delimiters = ['\t', ';', ','] as const
const mostCells = 2_000_000
/** What each column holds is found by comparing it with the others. */
const mostColumns = 1000
/** Maximum length of a cell: far more than a printed name or note. */
const mostCharacters = 10_000

/**
 * Reads CSV (RFC 4180), or text pasted from a spreadsheet: cells separated by tabs, semicolons or commas, whichever
 * the first line has, with quotes if a cell contains one of them. The first line names the columns. Empty lines and
 * lines that start with `#` are skipped; missing cells at the end of a line are empty.
 */
export function readTextTable(text: string): TextTable | TableProblem {
  const body = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(body)
  const lines: TextLine[] = []
  for (const line of splitLines(body, delimiter)) {
    if ('text' in line) return line
    if (line.cells.some(({ length }) => length > mostCharacters))
      return {
        line: line.line,
        text: `Line ${line.line} has a cell of more than ${mostCharacters} characters.`,
      }
    const [only = ''] = line.cells
    const isBlank = line.cells.every((cell) => cell.trim() === '')
    if (!isBlank && !(line.cells.length >= 1 && only.startsWith('#'))) lines.push(line)
    if (lines.length * (lines[0]?.cells.length ?? 1) > mostCells)
      return { line: line.line, text: `The table has more than ${mostCells} cells.` }
  }
  const [first, ...rest] = lines
  if (!first) return { line: 1, text: 'The table is empty.' }
  const columns = first.cells.map((cell) => cell.trim())
  const wide = rest.find((line) => line.cells.slice(columns.length).some((cell) => cell.trim() !== ''))
  if (wide) {
    return { line: wide.line, text: `Line ${wide.line} has more cells than the ${columns.length} columns.` }
  }
  const filled = rest.map(({ line, cells }) => ({
    line,
    cells: columns.map((_, at) => (cells[at] ?? '').trim()),
  }))
  return { columns, lines: filled, delimiter }
}

/** The first that stands in the line of headings. */
function delimiterOf(body: string): string {
  for (let from = 0; from < body.length;) {
    let end = from
    while (end < body.length && body[end] !== '\n' && body[end] !== '\r') end += 1
    const line = body.slice(from, end)
    if (!line.startsWith('#') && line.trim() !== '')
      return delimiters.find((candidate) => line.includes(candidate)) ?? ','
    from = end + 1
  }
  return ','
}

function* splitLines(text: string, delimiter: string): Generator<TextLine | TableProblem> {
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let cells: string[] = []
  let line = 1
  let start = 1
  let at = 0
  while (at <= text.length) {
    const cell = readCell(text, at, plain)
    if (cell.end < 0) {
      yield { line: start, text: `A quote in line ${start} is never closed.` }
      return
    }
    cells.push(cell.text)
    if (cells.length > mostColumns) {
      yield { line: start, text: `Line ${start} has more than ${mostColumns} cells.` }
      return
    }
    if (text[at] === '"') line += countLines(text, at, cell.end)
    at = cell.end
    if (text[at] === delimiter) {
      at += 1
      continue
    }
    yield { line: start, cells }
    cells = []
    if (at >= text.length) return
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    start = line
  }
}

/** A cell and where it ends; -1 for a quote that is never closed. `plain`: sticky expression for a cell without quotes. */
function readCell(text: string, start: number, plain: RegExp): { text: string; end: number } {
  const readPlain = (from: number) => {
    plain.lastIndex = from
    return plain.exec(text)?.[0] ?? ''
  }
  if (text[start] !== '"') {
    const cell = readPlain(start)
    return { text: cell, end: start + cell.length }
  }
  const pieces: string[] = []
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return { text: '', end: -1 }
    pieces.push(text.slice(from, quote))
    from = quote + 2
    if (text[quote + 1] !== '"') {
      const rest = readPlain(quote + 1)
      return { text: pieces.join('') + rest, end: quote + 1 + rest.length }
    }
    pieces.push('"')
  }
}

function countLines(text: string, from: number, to: number): number {
  return (text.slice(from, to).match(/\r\n|\r|\n/g) ?? []).length
}
