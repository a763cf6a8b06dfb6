import { linesOf, type Line } from './lines'
import { titleLine } from './printed-words'

/** Lines of each output in a text. What stands before the first one belongs to none. */
export function splitOutputs(text: string): readonly (readonly Line[])[] {
  const outputs: Line[][] = []
  for (const line of linesOf(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text)) {
    if (titleLine.test(line.text)) outputs.push([])
    outputs.at(-1)?.push(line)
  }
  return outputs
}
