/**
 * Limit on the characters of all parts together: a hundred times those of a large server, and small enough to
 * store with a campaign.
 */
const mostCharacters = 2_000_000

/**
 * Cuts the answer of the inventory script into its parts by name. Drops text before the first mark (a login
 * banner), and parts beyond 2 million characters, as if their tool were missing.
 */
export function parseParts(text: string, nonce: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  let room = mostCharacters
  for (const piece of text.split(`\n@${nonce} `).slice(1)) {
    const end = piece.indexOf('\n')
    const content = end < 0 ? '' : piece.slice(end + 1).trim()
    if (content === '' || content.length > room) continue
    room -= content.length
    parts.set(piece.slice(0, end < 0 ? undefined : end), content)
  }
  return parts
}
