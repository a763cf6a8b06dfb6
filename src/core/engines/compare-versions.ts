/** Negative, zero or positive as the first version is older, the same or newer: `3.9` before `3.33`. */
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
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0)
}
