import type { Rows } from '../../iterables'

/** One value of a table; undefined if there is none. Numbers are finite. */
export type Cell = string | number | boolean | undefined

export interface TableColumn {
  /** Name in a file's header and in JSON: lower case, `_` between words. */
  readonly key: string
  /** Heading for people. */
  readonly label: string
  readonly unit?: string
  /** Text that represents numbers is right-aligned; numbers always are. */
  readonly align?: 'right'
  /** Its texts are printed whole, however long. */
  readonly isProse?: true
  /** Its numbers have as many digits as the interval of their row justifies. */
  readonly followsInterval?: true
  /**
   * The column of which its numbers are multiples, or the inverse, by factors that are exact or nearly so: they have as
   * many digits as the interval there justifies.
   */
  readonly multipleOf?: string
  /** Of its numbers, the one that is exact by definition. */
  readonly exact?: ExactNumber
}

/** A number that is printed with as many decimals as those next to it. */
export interface ExactNumber {
  readonly value: number
  readonly decimals: number
}

/** Columns of numbers as they were printed: on a page they replace those of the same name without this prefix. */
export const printedPrefix = 'printed_'

/** Whether a column has the texts of another one as they were printed. */
export function isAsPrinted(key: string): boolean {
  return key.startsWith(printedPrefix)
}

/** Rows processed between two steps. */
export const rowsPerStep = 200

/** Rows and columns as data; every row has one cell per column. */
export interface Table {
  readonly columns: readonly TableColumn[]
  readonly rows: Rows<readonly Cell[]>
  /** Of a table whose rows are of several metrics: the unit in which a page shows the values of each, by its id. */
  readonly units?: Readonly<Record<string, string>>
}
