/** What the short forms of all proofs have always drawn, so that their result depends on the commit alone. */
const ofShortForms = 20261122

/**
 * The seed of a standing proof: the one that is given, else in its long form one of the day, in UTC, so that no number is
 * the only one ever tried. Each proof prints it; days are far enough apart that none repeats the cases of another.
 */
export function standingSeed(given: string | undefined, isLong: boolean, nowMs = Date.now()): number {
  if (given !== undefined) return Number(given)
  return isLong ? (Math.floor(nowMs / 86_400_000) * 100_003) % 0x7fffffff : ofShortForms
}
