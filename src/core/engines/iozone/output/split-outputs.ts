import { linesOf, OutputError, type Line } from './lines'
import { titleLine, titleWords } from './printed-words'

/** Outputs appended to one file have 60 characters a line; a file of 64 MiB has fewer lines than this. */
const mostLines = 2_000_000

/**
 * Lines of each output in a text. What stands before the first one belongs to none. Throws an OutputError for more lines
 * than outputs have: each takes far more memory than its text.
 */
export function splitOutputs(text: string): readonly (readonly Line[])[] {
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
