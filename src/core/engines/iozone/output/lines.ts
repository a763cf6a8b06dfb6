import { utf8Length } from '../../../text/plain-text'
import { printedLine } from '../../failures'

/** One line of an output, without its line end. */
export interface Line {
  readonly text: string
  /** Where it begins, in UTF-16 units of the whole text. */
  readonly at: number
}

/** All lines of a text. A carriage return before the line feed, as added by a terminal, is not part of a line. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  for (let at = 0; at <= text.length;) {
    const end = text.indexOf('\n', at)
    const stop = end < 0 ? text.length : end
    lines.push({ text: text.slice(at, stop).replace(/\r$/, ''), at })
    at = stop + 1
  }
  return lines
}

/** Why an output cannot be read. */
export interface OutputProblem {
  readonly id:
    | 'too-large'
    | 'not-iozone'
    | 'several-outputs'
    | 'no-unit'
    | 'no-table'
    | 'unknown-columns'
    | 'columns-unclear'
    | 'repeated-result'
    | 'unexpected-text'
    | 'numbers-disagree'
    | 'report-incomplete'
    | 'report-differs'
  readonly text: string
  /** Where in the file, in bytes. */
  readonly byteOffset: number
}

/** A problem at a position; the sentence ends with its byte offset. */
export class OutputError extends Error {
  constructor(
    readonly id: OutputProblem['id'],
    message: string,
    readonly at: number,
  ) {
    super(message)
  }

  /** The problem as a value. */
  toProblem(source: string): OutputProblem {
    const byteOffset = utf8Length(source, Math.min(this.at, source.length))
    const text = `${this.message.replace(/\.$/, '')} (byte ${byteOffset}).`
    return { id: this.id, text, byteOffset }
  }
}

/** A printed line, fit for a sentence. */
export function shown(line: string): string {
  return JSON.stringify(printedLine(line))
}
