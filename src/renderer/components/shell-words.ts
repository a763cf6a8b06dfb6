/** argv as a line a person can paste into a shell. For the eye and the clipboard; the app itself starts argv as a list. */
export function shellWords(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ')
}
