/** A file that Benchwright made on a machine. */
export interface CreatedFile {
  /** See `machineOf`. */
  readonly machine: string
  readonly path: string
  /** Tells it from every other file, see `file-identity-functions.sh`. */
  readonly identity: string
  readonly createdAtMs: number
}

/** The identity of a file as a host printed it; undefined if it is not one. */
export function readIdentity(text: string | undefined): string | undefined {
  return /^\d+:\d+ (?:\d+|-) (?:[bc]:[\w:.+-]+|-) (?:m:[0-9a-z]+|-)$/.exec(text?.trim() ?? '')?.[0]
}

/** Whether two identities are of one file. Versions before wrote a mark beside a time of birth, which says as much. */
export function isSameFile(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && withoutNeedlessMark(one) === withoutNeedlessMark(other)
}

function withoutNeedlessMark(identity: string): string {
  return identity.replace(/( b:\S+) \S+$/, '$1')
}
