/** A file that Benchwright made on a machine. */
export interface CreatedFile {
  /** See `machineOf`. */
  readonly machine: string
  readonly path: string
  /** Tells it from every other file, see `fileIdentityFunctions`. */
  readonly identity: string
  readonly createdAtMs: number
}

/** What a host printed of a file's identity; undefined where it is none. */
export function readIdentity(text: string | undefined): string | undefined {
  return /^\d+:\d+ (?:\d+|-) (?:[bc]:[\w:.+-]+|-) (?:m:[0-9a-z]+|-)$/.exec(text?.trim() ?? '')?.[0]
}
