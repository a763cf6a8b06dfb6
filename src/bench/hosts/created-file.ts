/** A file that Benchwright created on a machine. */
export interface CreatedFile {
  /** See `machineOf`. */
  readonly machine: string
  readonly path: string
  /** Distinguishes it from every other file, see `file-identity-functions.sh`. */
  readonly identity: string
  readonly createdAtMs: number
  /** Where the results file of its campaign was when this was recorded; earlier versions did not record it. */
  readonly resultsFile?: string | undefined
}

/** Reads the identity of a file as printed by a host; undefined if it is not one. */
export function readIdentity(text: string | undefined): string | undefined {
  return /^\d+:\d+ (?:\d+|-) (?:[bc]:[\w:.+-]+|-) (?:m:[0-9a-z]+|-)$/.exec(text?.trim() ?? '')?.[0]
}

/**
 * Whether two identities are of the same file. Earlier versions wrote a mark in addition to a time of birth,
 * which identifies the file alone.
 */
export function isSameFile(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && withoutNeedlessMark(one) === withoutNeedlessMark(other)
}

function withoutNeedlessMark(identity: string): string {
  return identity.replace(/( b:\S+) \S+$/, '$1')
}
