import { escapedJson, plainText } from '../core/text/plain-text'
import { mapRows, type Rows } from '../core/iterables'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Standard output or standard error, as provided by Node. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/**
 * The kind of pieces in a long output: lines without line breaks, parts of a JSON text, or rows of CSV with line
 * breaks.
 */
type OutputFormat = 'lines' | 'json' | 'csv'

/**
 * The output of a command. Everything passes through here, so that nothing in a file, on a host or from an engine
 * reaches the terminal as anything but visible text: see `plainText`. JSON keeps its values, as escapes.
 */
export interface Output {
  readonly isTTY: boolean
  /** Width of the terminal in characters; undefined if there is none. */
  readonly columns: number | undefined
  /** One line; line breaks within it become spaces. */
  line(text: string): void
  /** A whole JSON text. */
  json(text: string): void
  /** Requests the pieces one by one, waiting for a slow reader; rejects if the signal is aborted in the meantime. */
  stream(format: OutputFormat, pieces: Iterable<string>): Promise<void>
  /** Unfiltered: cursor movements, and the other end of a terminal. Never text from other sources. */
  raw(text: string): void
}

/** Characters that are written at once. */
const usualChunk = 64 * 1024

/** An output that writes to a stream; `signal`: Ctrl-C. */
export function outputTo(stream: OutputStream, signal: AbortSignal): Output {
  const cleaned: Readonly<Record<OutputFormat, (piece: string) => string>> = {
    lines: (piece) => `${plainText(piece)}\n`,
    json: escapedJson,
    // A piece is a row; a line break within a cell would break it on the screen.
    csv: (piece) => `${plainText(piece.replace(/\r\n$/, ''))}\r\n`,
  }
  return {
    isTTY: stream.isTTY === true,
    columns: stream.columns,
    line: (text) => void stream.write(cleaned.lines(text)),
    json: (text) => void stream.write(cleaned.json(text)),
    raw: (text) => void stream.write(text),
    async stream(format, pieces) {
      let chunk = ''
      for (const piece of pieces) {
        chunk += cleaned[format](piece)
        if (chunk.length < usualChunk) continue
        if (!stream.write(chunk)) await once(stream, 'drain')
        chunk = ''
        // A reader at the end of a pipe, a file or a terminal may block the event loop; Ctrl-C must be handled.
        await setImmediate()
        if (signal.aborted) throw new Error('Cancelled: the output ends here.')
      }
      if (chunk !== '') stream.write(chunk)
    },
  }
}

/**
 * A table for the terminal, line by line: numbers right-aligned, text left-aligned, two spaces between columns.
 * Iterates over the rows once for the widths and once for the lines.
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
