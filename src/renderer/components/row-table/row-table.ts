/** A column of a table of rows; its content is up to the component that shows the table. */
export interface RowTableColumn {
  readonly key: string
  readonly label: string
  readonly unit?: string
  /** Right-aligned; sorted from the largest. */
  readonly numeric: boolean
  /** CSS pixels; the minimum if the column grows. */
  readonly width: number
  /** Takes a share of the remaining width, or this percentage of the table. */
  readonly grows?: true | number
  /** Dropped if the table is too narrow for all columns, the lowest first. If unset, the column always stays. */
  readonly leaves?: number
  /** If unset, the column can be sorted. */
  readonly unsorted?: boolean
  /** The label is for screen readers only. */
  readonly hidesLabel?: boolean
}

/** The columns that fit in a table of this width, in CSS pixels; a width of 0 means not yet known. */
export function fittingColumns<C extends RowTableColumn>(columns: readonly C[], room: number): readonly C[] {
  const least = columns.reduce((sum, { width }) => sum + width, 0)
  if (room === 0 || least <= room) return columns
  const next = columns.reduce<C | undefined>(
    (first, one) => ((one.leaves ?? Infinity) < (first?.leaves ?? Infinity) ? one : first),
    undefined,
  )
  return next === undefined
    ? columns
    : fittingColumns(
        columns.filter((one) => one !== next),
        room,
      )
}

export interface RowOrder {
  readonly key: string
  readonly descending: boolean
}

/** The order after a click on a header: numbers from the largest first, then reversed, then unsorted. */
export function nextOrder(now: RowOrder | undefined, { key, numeric }: RowTableColumn): RowOrder | undefined {
  if (now?.key !== key) return { key, descending: numeric }
  return now.descending === numeric ? { key, descending: !now.descending } : undefined
}
