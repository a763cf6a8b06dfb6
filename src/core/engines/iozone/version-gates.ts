import { compareVersions, versionGates } from '../versions'

/** Oldest IOzone the app runs; older outputs can still be imported. */
export const oldestVersion = '3.471'

/** First version in which an option was observed. */
export const gates = versionGates({
  // Not in the help of 3.471; in that of 3.489.
  compress_percent: '3.489',
  dedupe_granule_bytes: '3.489',
})

/** 3.489 leaves the second half of every record zeros with `-+w`; 3.507 fills it. Versions between were not seen. */
const firstWithWholeRecords = '3.507'

/** True for versions that fill only half of each record, or may do so. */
export function fillsHalfRecords(version: string | undefined): boolean {
  return version !== undefined && compareVersions(version, firstWithWholeRecords) < 0
}

/** Reads `Version $Revision: 3.489 $` as `3.489`. */
export function readVersion(text: string): string | undefined {
  return /\$Revision: *(\d+(?:\.\d+){1,9}) *\$/.exec(text)?.[1]
}
