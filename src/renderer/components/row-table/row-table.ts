/** A column of a table of rows; what is in it is up to who shows the table. */
export interface RowTableColumn {
  readonly key: string
  readonly label: string
  readonly unit?: string
  /** Stands on the right; sorted from the largest. */
  readonly numeric: boolean
  /** CSS pixels; the least where the column grows. */
  readonly width: number
  /** Takes a share of the room that is left, or so many percent of the table. */
  readonly grows?: true | number
  /** Left out of a table too narrow for all columns: the lowest first. Unset: it always stays. */
  readonly leaves?: number
  /** Unset: it can be sorted by. */
  readonly unsorted?: boolean
  /** The label is for screen readers alone. */
  readonly hidesLabel?: boolean
}

/** The columns that a table of this width has room for, in CSS pixels; a width of 0 is not known yet. */
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

/** The order after a click on a head: numbers from the largest first, then the other way round, then as it was. */
export function nextOrder(now: RowOrder | undefined, { key, numeric }: RowTableColumn): RowOrder | undefined {
  if (now?.key !== key) return { key, descending: numeric }
  return now.descending === numeric ? { key, descending: !now.descending } : undefined
}
