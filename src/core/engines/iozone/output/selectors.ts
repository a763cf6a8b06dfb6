/**
 * Numbers after `-i` in a command line as IOzone repeats it. Undefined if there are none, which means all tests, and
 * if it was truncated.
 */
export function selectorsOf(commandLine: string | undefined): ReadonlySet<number> | undefined {
  if (commandLine === undefined || commandLine.endsWith('too long to save completely.')) return undefined
  const found = [...commandLine.matchAll(/ -[A-Za-z]{0,20}i *(\d{1,3})(?= |$)/g)].map(([, text]) =>
    Number(text),
  )
  return found.length > 0 ? new Set(found) : undefined
}
