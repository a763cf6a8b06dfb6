/** Lines that fio's servers send in sound runs, and the client prints with the server's name in front. */
const usual: readonly RegExp[] = [
  /: \(g=\d+\): rw=/,
  /^\.\.\.$/,
  /^Starting \d+ (?:process|thread)/,
  /^$/,
  // The reason stands in the entry of the host that failed, or in there being none.
  /^client(?: <|: host=)/,
]

/** The text that fio's client wrote beside its document, without the names of the servers and without what it always says. */
export function ownTextOf(textAround: string): string {
  return textAround
    .split('\n')
    .map((line) => line.replace(/^<[^>]*> ?/, '').trimEnd())
    .filter((line) => !usual.some((pattern) => pattern.test(line)))
    .join('\n')
}
