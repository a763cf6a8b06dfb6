/**
 * One word for a POSIX shell, whatever the text holds: inside single quotes nothing is special but the quote itself.
 * Throws on NUL, which no program argument and no shell word can carry.
 */
export function quoteForShell(text: string): string {
  if (text.includes('\0')) throw new Error('Text with a NUL character cannot be passed to a shell.')
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A whole command line from a list of arguments. */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quoteForShell).join(' ')
}
