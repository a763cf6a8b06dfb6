/**
 * A command as a person would type it in a POSIX shell: words are quoted where they need it. For the eye and the clipboard; programs
 * are started with a list of arguments, and scripts use `quoteCommand`, which quotes every word.
 */
export function shellWords(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ')
}

/** One word of such a command. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
