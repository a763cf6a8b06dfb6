import * as v from 'valibot'
import type { KnownFigure, SavedFigure, UnknownFigure } from '../../../core/contract/review'
import { cleanText, textLimits } from '../../../core/figures/figure/clean-text'
import {
  type FigureSettings,
  figureSettingsSchema,
  isFigureKind,
} from '../../../core/figures/kinds/figure-kinds'
import { freeName } from '../../../core/text/names'
import { integerOf, jsonOf, textOf, type Row, timeOf } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { integer } from '../file/encode'
import {
  deleteNamed,
  listNamed,
  nameTaken,
  readEachNamed,
  saveNamed,
  type NamedRow,
  type NamedTable,
} from './named-rows'
import { refuseOther } from '../file/refuse-other'
import { BadColumnError } from '../file/review-file-error'

const inOrder = 'LEFT JOIN figure_place ON figure_id = id ORDER BY place IS NULL, place, id'
export const figureTable: NamedTable<FigureSettings> = {
  table: 'figure',
  what: 'figure',
  column: 'settings',
  schema: figureSettingsSchema,
  inOrder,
  sharesNames: true,
  remedy: 'save your version as a new figure',
}

const figureOf = ({ content, ...rest }: NamedRow<FigureSettings>) => ({ ...rest, settings: content })
const rowOf = ({ id, name, settings }: KnownFigure) => ({ id, name, content: settings })

/**
 * All saved figures that this program can draw, in the order chosen by a person, new ones last;
 * `listUnknownFigures` lists the others.
 */
export function listFigures(connection: Reads): readonly SavedFigure[] {
  return listNamed(connection, figureTable).map(figureOf)
}

/** Saved figures of a kind that this program does not know or whose settings it cannot read, in the same order. */
export function listUnknownFigures(connection: Reads): readonly UnknownFigure[] {
  return readEachNamed(connection, figureTable).flatMap((one) => {
    if (!('problem' in one)) return []
    const { row, problem } = one
    const kind = writtenKind(row)
    const isForeign: boolean = kind !== undefined && !isFigureKind(kind)
    return {
      id: integerOf(row, 'id'),
      name: textOf(row, 'name'),
      ...(kind !== undefined && { kind }),
      problem: isForeign
        ? `This version does not know figures of the kind "${kind ?? ''}". Open the file with a newer version to see it.`
        : `Its settings cannot be read: ${problem.message}`,
      modifiedAtMs: timeOf(row, 'modified_ms'),
    }
  })
}

function writtenKind(row: Row): string | undefined {
  try {
    return cleanText(jsonOf(row, 'settings', v.looseObject({ kind: v.string() })).kind, textLimits.label)
  } catch (error) {
    if (error instanceof BadColumnError) return undefined
    throw error
  }
}

/**
 * Adds a figure, or replaces the one with this id. A new one gets a number if its name is taken; renaming to a taken
 * name throws `name-taken`. With `base`, the figure as it was read: throws `changed-elsewhere` if the file now has
 * another version.
 */
export function saveFigure(
  connection: Connection,
  { id, name, settings }: { id?: number | undefined; name: string; settings: FigureSettings },
  base?: KnownFigure,
  { atMs }: { readonly atMs?: number } = {},
): SavedFigure {
  const all = connection
    .all('SELECT id, name FROM figure')
    .map((row) => ({ id: integerOf(row, 'id'), name: textOf(row, 'name') }))
  const isRenamed = all.find((one) => one.id === id)?.name !== name
  if (id !== undefined && isRenamed && all.some((one) => one.id !== id && one.name === name))
    throw nameTaken(connection, figureTable.what, name)
  const row = { id, name: id === undefined ? freeName(name, all) : name, content: settings }
  return figureOf(saveNamed(connection, figureTable, row, { base: base && rowOf(base), atMs }))
}

export function deleteFigure(connection: Connection, figureId: number, base?: KnownFigure): void {
  deleteNamed(connection, figureTable, figureId, base && rowOf(base))
}

/**
 * Puts the figures in this order; those not named follow in their current order. Ids that no longer exist are
 * skipped. With `base`, the order as it was read: throws `changed-elsewhere` if the order of the remaining
 * ones has changed since.
 */
export function orderFigures(
  connection: Connection,
  figureIds: readonly number[],
  base?: readonly number[],
): readonly SavedFigure[] {
  const all = connection.all(`SELECT id FROM figure ${inOrder}`).map((row) => integerOf(row, 'id'))
  if (base !== undefined) {
    const known = all.filter((id) => base.includes(id))
    refuseOther({
      ...{ path: connection.path, what: 'The order of the figures', remedy: 'move the figure again' },
      base: base.filter((id) => known.includes(id)),
      mine: figureIds.filter((id) => known.includes(id)),
      stored: known,
      describe: () => [
        `now ${listFigures(connection)
          .map(({ name }) => `“${name}”`)
          .join(', ')}`,
      ],
    })
  }
  const named = [...new Set(figureIds)].filter((id) => all.includes(id))
  const order = [...named, ...all.filter((id) => !named.includes(id))]
  connection.change('DELETE FROM figure_place WHERE figure_id IN (SELECT id FROM figure)')
  order.forEach((id, place) =>
    connection.change(
      'INSERT INTO figure_place (figure_id, place) VALUES (?, ?)',
      integer(id, 'A figure id'),
      integer(place, 'A place'),
    ),
  )
  return listFigures(connection)
}
