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

/** Versions that results come from, the oldest first: `3.28 and 3.33`; undefined if one of them is unknown. */
export function versionsText(versions: readonly (string | undefined)[]): string | undefined {
  const known = [...new Set(versions)].flatMap((version) => version ?? [])
  if (known.length === 0 || versions.includes(undefined)) return undefined
  known.sort(compareVersions)
  return [known.slice(0, -1).join(', '), ...known.slice(-1)].filter((part) => part !== '').join(' and ')
}

function numbersOf(version: string): readonly number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
}

/** Which options need a newer version of an engine than the oldest one that the app runs. */
export interface VersionGates {
  /** False if the option is known to be newer than the version. An unknown version is assumed to be new. */
  readonly supports: (version: string | undefined, option: string) => boolean
  /** The version that introduced an option, or in which it was first seen; undefined if all that the app runs have it. */
  readonly firstVersionOf: (option: string) => string | undefined
}

/** `since`: the first version by option. */
export function versionGates(since: Readonly<Record<string, string>>): VersionGates {
  const firstVersionOf = (option: string) => (Object.hasOwn(since, option) ? since[option] : undefined)
  return {
    firstVersionOf,
    supports(version, option) {
      const first = firstVersionOf(option)
      return first === undefined || version === undefined || compareVersions(version, first) >= 0
    },
  }
}
