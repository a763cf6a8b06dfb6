/** The whole text of a format that is written in pieces. */
export function joined(pieces: Iterable<string>): string {
  return [...pieces].join('')
}
