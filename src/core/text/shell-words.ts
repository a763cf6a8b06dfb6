/**
 * A command as one would type it in a POSIX shell, with words quoted if necessary. For display and the clipboard
 * only; programs are started with a list of arguments, and scripts use `quoteCommand`, which quotes every word.
 */
export function shellWords(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ')
}

/** One word of such a command. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
