/** One folder of a host, as it is browsed for a target. Files are not listed. */
export interface FolderListing {
  /** Absolute path, without `.` and `..`. */
  readonly path: string
  /** Folder above; undefined at the root. */
  readonly parent: string | undefined
  /** Names of the folders in it, those behind links too, in the order of their names. */
  readonly folders: readonly string[]
  /** There are more than could be listed. */
  readonly isCut: boolean
  /** This account may make files in it. */
  readonly writable: boolean
  /** `ext4`, `xfs` … */
  readonly fileSystem?: string
  readonly freeBytes?: number
  readonly totalBytes?: number
}
