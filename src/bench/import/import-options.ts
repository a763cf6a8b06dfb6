import type { DeviceSource, DriveNames, FileUnits } from '../../core/contract/import-requests'
import type { OpenUnit } from '../../core/engines/foreign/foreign-output'
import type { LevelValue } from '../../core/plan/plan'
import type { TableMapping } from '../../core/results/published/column-role'

/** What the person answers about files that do not say it. */
export interface ImportAnswers {
  /** Names of drives that the files do not name. */
  readonly drives?: DriveNames
  /** Units that the files do not state. */
  readonly units?: FileUnits
}

/** What the person specifies about the files; unset parts are read from them. */
export interface ImportOptions extends ImportAnswers {
  /** Name of the campaigns; default: that of the file, the folder, or the known table. */
  readonly name?: string
  readonly configuration?: string
  readonly device?: string
  /** Names the drives after folders or files, each of which is one; default: as the files say. */
  readonly deviceFrom?: DeviceSource
  /** The unit of all files that do not state one. */
  readonly unit?: OpenUnit
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
