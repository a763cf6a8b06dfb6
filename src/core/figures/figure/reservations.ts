import {
  countReservations,
  isInvalidating,
  reservationsText,
  type ReservedRuns,
} from '../../results/reserved-runs'
import { mapRows } from '../../iterables'
import type { Figure, FigureNumbers, FigurePoint } from './figure'
import type { FigureProvenance } from './provenance'
import type { Cell, Table, TableColumn } from './table'

/** What is known against the runs of a row; only in tables in which some run has a reservation. */
export const reservationColumn: TableColumn = { key: 'reservations', label: 'Reservations' }

/** What is known against the runs of these campaigns. */
export function reservedIn({ campaigns }: FigureProvenance): ReservedRuns {
  const [only, ...others] = campaigns.flatMap(({ reserved }) =>
    reserved === undefined || reserved.size === 0 ? [] : [reserved],
  )
  if (only === undefined || others.length === 0) return only ?? new Map()
  return new Map([...only, ...others.flatMap((one) => [...one])])
}

/** How a mark of these runs says what is known against them; empty if nothing is. */
export function pointReservations(
  runIds: readonly number[],
  reserved: ReservedRuns,
): Pick<FigurePoint, 'reservations' | 'isInvalid'> {
  const counted = countReservations(runIds, reserved)
  if (counted.length === 0) return {}
  return {
    reservations: reservationsText(counted, runIds.length),
    ...(counted.some(isInvalidating) && { isInvalid: true as const }),
  }
}

/** The figure with what is known against the runs of each mark, and as a column of numbers that name their run. */
export function withReservations(figure: Figure, provenance: FigureProvenance): Figure {
  const reserved = reservedIn(provenance)
  if (reserved.size === 0) return figure
  const { numbers } = figure
  return {
    ...figure,
    series: figure.series.map((series) => ({
      ...series,
      points: series.points.map((point) => markedPoint(point, reserved)),
    })),
    ...(numbers && { numbers: withRunColumn(numbers, reserved) }),
  }
}

function markedPoint(point: FigurePoint, reserved: ReservedRuns): FigurePoint {
  if (point.reservations !== undefined) return point
  const found = pointReservations(
    point.dots.map(({ runId }) => runId),
    reserved,
  )
  if (found.reservations === undefined) return point
  return { ...point, ...found, facts: [...(point.facts ?? []), found.reservations] }
}

function withRunColumn(table: Table, reserved: ReservedRuns): Table {
  const place = table.columns.findIndex(({ key }) => key === 'run')
  if (place < 0 || table.columns.some(({ key }) => key === reservationColumn.key)) return table
  return {
    ...table,
    columns: [...table.columns, reservationColumn],
    rows: mapRows(table.rows, (row) => [...row, ofRun(row[place], reserved)]),
  }
}

function ofRun(run: Cell, reserved: ReservedRuns): Cell {
  if (typeof run !== 'number') return undefined
  return reservationsText(countReservations([run], reserved)) || undefined
}

/** The table with what is known against the runs of each row; unchanged if nothing is. `runIds`: the runs of each row, in row order. */
export function withReservationColumn(
  table: FigureNumbers,
  runIds: readonly (readonly number[])[],
  provenance: FigureProvenance,
): FigureNumbers {
  const reserved = reservedIn(provenance)
  const texts = runIds.map((ids) => pointReservations(ids, reserved).reservations)
  if (texts.every((text) => text === undefined)) return table
  return {
    ...table,
    columns: [...table.columns, reservationColumn],
    rows: [...table.rows].map((row, at) => [...row, texts[at]]),
  }
}

/** The column of a table with a row for each value of a run; none if nothing is known against any. */
export function reservationParts(
  reserved: ReservedRuns,
): readonly (readonly [column: TableColumn, read: (row: { readonly runId: number }) => Cell])[] {
  return reserved.size === 0 ? [] : [[reservationColumn, ({ runId }) => ofRun(runId, reserved)]]
}
