/**
 * One word for a POSIX shell, whatever the text contains: inside single quotes only the quote itself is
 * special. Throws on NUL, which no program argument or shell word can contain.
 */
export function quoteForShell(text: string): string {
  if (text.includes('\0')) throw new Error('Text with a NUL character cannot be passed to a shell.')
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A whole command line from a list of arguments. */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quoteForShell).join(' ')
}
