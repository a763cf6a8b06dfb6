/** A table as text: names of the columns, then lines with as many cells. */
export interface TextTable {
  readonly columns: readonly string[]
  readonly lines: readonly TextLine[]
  readonly delimiter: string
}

export interface TextLine {
  /** Line of the text the cells begin on, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Why a text is no table. */
export interface TableProblem {
  readonly line: number
  readonly text: string
}

const delimiters = ['\t', ';', ','] as const
const mostCells = 2_000_000

/**
 * Reads CSV (RFC 4180), or what is pasted from a spreadsheet: cells separated by tabs, semicolons or commas, whichever
 * the first line has, with quotes where a cell holds one of them. The first line names the columns. Empty lines and
 * lines that begin with `#` are left out; missing cells at the end of a line are empty.
 */
export function readTextTable(text: string): TextTable | TableProblem {
  const body = text.replace(/^\uFEFF/, '')
  const header = body.split(/\r?\n|\r/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  const delimiter = delimiters.find((candidate) => header.includes(candidate)) ?? ','
  const lines: TextLine[] = []
  for (const line of splitLines(body, delimiter)) {
    if ('text' in line) return line
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

function* splitLines(text: string, delimiter: string): Generator<TextLine | TableProblem> {
  let cells: string[] = []
  let line = 1
  let start = 1
  let at = 0
  while (at <= text.length) {
    const cell = readCell(text, at, delimiter)
    if (cell.end < 0) {
      yield { line: start, text: `A quote in line ${start} is never closed.` }
      return
    }
    cells.push(cell.text)
    line += countLines(text, at, cell.end)
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

/** A cell and where it ends; -1 for a quote that is never closed. */
function readCell(text: string, start: number, delimiter: string): { text: string; end: number } {
  const isEnd = (at: number) => at >= text.length || text[at] === delimiter || /[\r\n]/.test(text[at] ?? '')
  if (text[start] !== '"') {
    let end = start
    while (!isEnd(end)) end += 1
    return { text: text.slice(start, end), end }
  }
  let content = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') content += text[at] ?? ''
    else if (text[at + 1] === '"') {
      content += '"'
      at += 1
    } else {
      let end = at + 1
      while (!isEnd(end)) end += 1
      return { text: content + text.slice(at + 1, end), end }
    }
  }
  return { text: content, end: -1 }
}

function countLines(text: string, from: number, to: number): number {
  return (text.slice(from, to).match(/\r\n|\r|\n/g) ?? []).length
}
