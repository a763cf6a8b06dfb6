import type { DeviceSource, DriveNames } from '../../../core/contract/import-requests'
import type { LevelValue } from '../../../core/plan/plan'
import type { TableMapping } from '../../../core/results/published/column-role'

/** What the person specifies about the files; unset parts are read from them. */
export interface ImportOptions {
  /** Name of the campaigns; default: that of the file, the folder, or the known table. */
  readonly name?: string
  readonly configuration?: string
  readonly device?: string
  /** Names the drives after folders or files, each of which is one; default: as the files say. */
  readonly deviceFrom?: DeviceSource
  /** Names of drives that the files do not name. */
  readonly drives?: DriveNames
  /** Options for published tables. */
  readonly table?: TableOptions
}

export interface TableOptions {
  /** Changes to the mapping suggested by the headings, as `COLUMN=ROLE`. */
  readonly mappings?: readonly string[]
  /** A whole mapping, from the form. */
  readonly mapping?: TableMapping
  /** How numbers are written: `comma`, or `COLUMN=comma` for one column. */
  readonly numbers?: readonly string[]
  readonly engine?: string
  readonly source?: string
  readonly note?: string
  readonly baseline?: string
  readonly test?: string
  readonly runs?: number
  readonly levels?: Readonly<Record<string, LevelValue>>
}
