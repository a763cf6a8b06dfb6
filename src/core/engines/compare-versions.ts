/**
 * Compares dotted versions number by number (`3.9` is older than `3.33`): negative, zero or positive as the first is
 * older, the same or newer. Anything after the numbers (`3.33-7-g1a2b`) is ignored.
 */
export function compareVersions(first: string, second: string): number {
  const left = numbersOf(first)
  const right = numbersOf(second)
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
}
