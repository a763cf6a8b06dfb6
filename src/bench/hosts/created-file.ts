/** A file that Benchwright made on a machine. */
export interface CreatedFile {
  /** See `machineOf`. */
  readonly machine: string
  readonly path: string
  readonly deviceNumber: string
  readonly inode: string
  readonly createdAtMs: number
}
