/**
 * A program's output as it was printed, from a text that may have been saved by another program or copied from a post:
 * without carriage returns, white space at the ends of lines, non-breaking spaces, marks of quotation, fences of code,
 * and the indentation that all lines share. Every line keeps its number. JSON needs little of this. Of a longer line than
 * any program prints, its start is left: a pattern may remember every character of a line, and of some millions its stack
 * holds no more.
 */
export function asPrinted(text: string): string {
  if (/^\s*(?:\{|\[\s*[\]{])/.test(text)) return text.replaceAll('\u00A0', ' ')
  const plain = text.replaceAll('\uFEFF', '').replace(/[\u00A0\u2007\u2009\u202F]/g, ' ')
  const lines = plain.split(/\r?\n/).map((line) => startOf(line).trimEnd())
  return withoutIndent(withoutQuotes(lines).map(withoutFence)).join('\n')
}

/** Characters of a line, unless it is a document of JSON behind other text. */
const longestLine = 1024 ** 2

function startOf(line: string): string {
  return line.length > longestLine && !line.startsWith('{') && !line.startsWith('[')
    ? line.slice(0, longestLine)
    : line
}

/** Quoted lines begin with `>`. A document of elements may have such lines, too. */
function withoutQuotes(lines: readonly string[]): readonly string[] {
  const quoted = lines.filter((line) => line.startsWith('>'))
  if (quoted.length < 2 || lines.find((line) => line !== '')?.startsWith('<') === true) return lines
  const hasSpaces = quoted.every((line) => /^>+(?: |$)/.test(line))
  return lines.map((line) => line.slice(endOfMarks(line, hasSpaces)))
}

/**
 * Where the marks of quotation at the start of a line end. `hasSpaces`: each may have one behind it. Counted and not
 * matched: what a pattern remembers of millions of marks can exceed its stack.
 */
function endOfMarks(line: string, hasSpaces: boolean): number {
  let end = 0
  while (line[end] === '>') end += hasSpaces && line[end + 1] === ' ' ? 2 : 1
  return end
}

const mark = String.raw`\[\/?(?:code|quote|spoiler|pre|plain|noparse)(?:=[^\]\n]{0,100})?\]|<\/?(?:pre|code)>`
const marks = new RegExp(String.raw`^(?:\s*(?:${mark}))+|(?:(?:${mark})\s*)+$`, 'gi')

function withoutFence(line: string): string {
  // No mark makes a line this long, and its search would take long.
  if (line.length > 2000) return line
  return /^\s*(?:`{3,}|~{3,})[\w+-]*$/.test(line) ? '' : line.replace(marks, '')
}

function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line === '' ? [] : [/^[ \t]*/.exec(line)?.[0] ?? '']))
  const [first = ''] = indents
  let length = first.length
  for (const indent of indents) {
    let same = 0
    while (same < length && indent[same] === first[same]) same += 1
    length = same
  }
  return length === 0 ? lines : lines.map((line) => line.slice(length))
}
