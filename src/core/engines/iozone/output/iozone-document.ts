import {
  completeLine,
  isComplaint,
  isRemark,
  reportLine,
  type ReportUnit,
  titleLine,
  titleWords,
} from './printed-words'
import { type Line, linesOf, OutputError, type OutputProblem } from './lines'
import { type Body, readBody } from './read-body'
import { type Preamble, readPreamble, selectorsOf } from './read-preamble'

/** One output of IOzone, read but not yet judged. */
export interface IozoneDocument extends Preamble, Body {
  readonly unit: ReportUnit
  /** Where it starts in the text, in UTF-16 units. */
  readonly at: number
  /** Lines that were left out because IOzone does not print them there, each with why. */
  readonly strange: readonly OutputError[]
}

/** An output without trustworthy numbers. */
export interface UnreadOutput {
  readonly problem: OutputProblem
  /** The line in which IOzone says why it gave up, if any. */
  readonly complaint: string | undefined
  readonly isInterrupted: boolean
  readonly version: string
  readonly commandLine: string | undefined
}

export type ReadOutput =
  | { readonly ok: true; readonly document: IozoneDocument }
  | { readonly ok: false; readonly output: UnreadOutput }

const maxCharacters = 64 * 1024 ** 2
const maxLine = 20_000

/**
 * Reads every output of IOzone in a text: the output of one run, or a file to which a script appended many. Never
 * throws. A text without any is one unread output. `mayGoOn`: what a script printed after an output is left out, and so
 * are lines within it that IOzone does not print there.
 */
export function readIozoneOutputs(text: string, mayGoOn = false): readonly ReadOutput[] {
  if (text.length > maxCharacters)
    return [unread(new OutputError('too-large', 'The output is longer than 64 MiB.', 0), [], text)]
  try {
    const outputs = splitOutputs(text)
    if (outputs.length > 0)
      return outputs.map((lines) =>
        mayGoOn ? readTolerantly(untilOther(lines), text) : readOne(lines, text),
      )
    throw new OutputError('not-iozone', 'The text does not begin like an output of IOzone.', 0)
  } catch (error) {
    if (error instanceof OutputError) return [unread(error, [], text)]
    throw error
  }
}

/** Up to the first line after the output's success that is neither a remark nor of its report. */
function untilOther(lines: readonly Line[]): readonly Line[] {
  const end = lines.findIndex((line) => completeLine.test(line.text))
  if (end < 0) return lines
  const isOwn = ({ text }: Line) =>
    text.trim() === '' || /^ *"/.test(text) || isRemark(text) || reportLine.test(text)
  const other = lines.findIndex((line, at) => at > end && !isOwn(line))
  return other < 0 ? lines : lines.slice(0, other)
}

function readOne(lines: readonly Line[], source: string): ReadOutput {
  try {
    return { ok: true, document: documentOf(lines) }
  } catch (error) {
    if (error instanceof OutputError) return unread(error, lines, source)
    throw error
  }
}

function documentOf(lines: readonly Line[]): IozoneDocument {
  const long = lines.find((line) => line.text.length > maxLine)
  if (long) throw new OutputError('unexpected-text', 'A line is longer than any that IOzone prints.', long.at)
  const { preamble, unit, rest } = readPreamble(lines)
  const body = readBody(rest, selectorsOf(preamble.commandLine))
  return { ...preamble, ...body, unit, at: lines[0]?.at ?? 0, strange: [] }
}

/** More lines that cannot be read are not an output with a few strange ones. */
const mostStrange = 20

/**
 * Leaves out a line that cannot be read; and where the next one cannot be read either, as after a damaged line of a
 * throughput block, all lines up to the next empty one. What was wrong first counts if that gives no numbers.
 */
function readTolerantly(lines: readonly Line[], source: string): ReadOutput {
  const strange: OutputError[] = []
  let left = lines
  let last = -1
  while (strange.length <= mostStrange) {
    try {
      const document = documentOf(left)
      const isEmpty = document.rows.length === 0 && document.blocks.length === 0
      const [first] = strange
      return isEmpty && first
        ? unread(first, lines, source)
        : { ok: true, document: { ...document, strange } }
    } catch (error) {
      if (!(error instanceof OutputError)) throw error
      const at = left.findIndex((line) => line.at === error.at)
      const isOneLine = ['unexpected-text', 'columns-unclear', 'unknown-columns'].includes(error.id) && at > 0
      strange.push(error)
      if (!isOneLine) break
      left = at === last ? withoutParagraph(left, at) : left.filter((_, place) => place !== at)
      last = at
    }
  }
  return unread(strange[0] ?? new OutputError('unexpected-text', 'It cannot be read.', 0), lines, source)
}

function withoutParagraph(lines: readonly Line[], at: number): readonly Line[] {
  const isBlank = (line: Line | undefined) => line?.text.trim() === ''
  let [from, to] = [at, at]
  while (from > 0 && !isBlank(lines[from - 1])) from -= 1
  while (to < lines.length && !isBlank(lines[to])) to += 1
  return lines.filter((_, place) => place < from || place >= to)
}

function unread(error: OutputError, lines: readonly Line[], source: string): ReadOutput {
  const valueOf = (pattern: RegExp) =>
    lines.map((line) => pattern.exec(line.text)?.[1]).find((value) => value !== undefined)
  return {
    ok: false,
    output: {
      problem: error.toProblem(source),
      complaint: lines.find((line) => isComplaint(line.text))?.text,
      isInterrupted: lines.some((line) => line.text === 'iozone: interrupted'),
      version: valueOf(/\$Revision: *(\d+(?:\.\d+){1,9}) *\$/) ?? '',
      commandLine: valueOf(/^[ \t]*Command line used: (.*)$/),
    },
  }
}

/** Outputs appended to one file have 60 characters a line; a file of 64 MiB has fewer lines than this. */
const mostLines = 2_000_000

/**
 * Lines of each output in a text. Lines before the first one belong to none. Throws an OutputError for more lines
 * than outputs have: each takes far more memory than its text.
 */
function splitOutputs(text: string): readonly (readonly Line[])[] {
  const outputs: Line[][] = []
  if (!text.includes(titleWords)) return outputs
  for (let at = -1, count = 0; (at = text.indexOf('\n', at + 1)) >= 0; count += 1)
    if (count >= mostLines)
      throw new OutputError('too-large', `The output has more than ${mostLines} lines.`, at)
  for (const line of linesOf(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text)) {
    if (titleLine.test(line.text)) outputs.push([])
    outputs.at(-1)?.push(line)
  }
  return outputs
}
