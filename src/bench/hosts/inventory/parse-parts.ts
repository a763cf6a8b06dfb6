/** Cuts the answer of the inventory script into its parts by name. Text before the first mark (a login banner) is left out. */
export function parseParts(text: string, nonce: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  for (const piece of text.split(`\n@${nonce} `).slice(1)) {
    const end = piece.indexOf('\n')
    const content = end < 0 ? '' : piece.slice(end + 1).trim()
    if (content !== '') parts.set(piece.slice(0, end < 0 ? undefined : end), content)
  }
  return parts
}
