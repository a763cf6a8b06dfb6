import * as v from 'valibot'
import type { KnownFigure, SavedFigure, UnknownFigure } from '../../core/contract/review'
import { cleanText, textLimits } from '../../core/figures/clean-text'
import { type FigureSettings, figureSettingsSchema, isFigureKind } from '../../core/figures/figure-kinds'
import { integerOf, jsonOf, textOf, type Row, timeOf } from './columns'
import type { Connection } from './connection'
import { integer, json, text, time } from './encode'
import { changedKeys, refuseOther } from './refuse-other'
import { BadColumnError, ReviewFileError } from './review-file-error'
import { seal, unsealed } from './seal'

const columns = 'id, name, settings, modified_ms'
const inOrder = 'LEFT JOIN figure_place ON figure_id = id ORDER BY place IS NULL, place, id'

/** All saved figures that this program can draw, in the order a person gave them, new ones last; the others are those of `listUnknownFigures`. */
export function listFigures(connection: Connection): readonly SavedFigure[] {
  return connection.all(`SELECT ${columns} FROM figure ${inOrder}`).flatMap((row) => {
    try {
      return [readFigure(row)]
    } catch (error) {
      if (error instanceof BadColumnError) return []
      throw error
    }
  })
}

/** Saved figures of a kind that this program does not know or whose settings it cannot read, in the same order. */
export function listUnknownFigures(connection: Connection): readonly UnknownFigure[] {
  return connection.all(`SELECT ${columns} FROM figure ${inOrder}`).flatMap((row) => {
    try {
      readFigure(row)
      return []
    } catch (error) {
      if (!(error instanceof BadColumnError)) throw error
      const kind = writtenKind(row)
      const isForeign: boolean = kind !== undefined && !isFigureKind(kind)
      return {
        id: integerOf(row, 'id'),
        name: textOf(row, 'name'),
        ...(kind !== undefined && { kind }),
        problem: isForeign
          ? `This version does not know figures of the kind "${kind ?? ''}". Open the file with a newer version to see it.`
          : `Its settings cannot be read: ${error.message}`,
        modifiedAtMs: timeOf(row, 'modified_ms'),
      }
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

/** Throws a BadColumnError when the stored settings have another shape. */
export function readFigure(row: Row): SavedFigure {
  return {
    id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    settings: jsonOf(row, 'settings', figureSettingsSchema),
    modifiedAtMs: timeOf(row, 'modified_ms'),
  }
}

/**
 * Adds a figure, or replaces the one with this id. With `base`, the figure as it was read: throws `changed-elsewhere` where
 * the file holds another one by now.
 */
export function saveFigure(
  connection: Connection,
  figure: { id?: number | undefined; name: string; settings: FigureSettings },
  base?: KnownFigure,
): SavedFigure {
  if (base !== undefined) refuseOtherFigure(connection, base, figure)
  const name = text(figure.name, "The figure's name")
  const settings = json(figure.settings, "The figure's settings")
  const now = time(Date.now(), 'The time')
  let id = figure.id
  if (id === undefined) {
    id = connection.insert(
      'INSERT INTO figure (name, settings, modified_ms, checksum) VALUES (?, ?, ?, ?)',
      name,
      settings,
      now,
      unsealed,
    )
  } else if (
    connection.change(
      'UPDATE figure SET name = ?, settings = ?, modified_ms = ? WHERE id = ?',
      name,
      settings,
      now,
      integer(id, 'A figure id'),
    ) === 0
  ) {
    throw new ReviewFileError(
      'not-found',
      connection.path,
      `There is no figure ${id} in ${connection.path}.`,
      'Save it as a new figure.',
    )
  }
  seal(connection, 'figure', integer(id, 'A figure id'))
  const row = connection.first(`SELECT ${columns} FROM figure WHERE id = ?`, integer(id, 'A figure id'))
  return readFigure(row ?? {})
}

export function deleteFigure(connection: Connection, figureId: number, base?: KnownFigure): void {
  if (base !== undefined) refuseOtherFigure(connection, base, undefined)
  connection.change('DELETE FROM figure WHERE id = ?', integer(figureId, 'A figure id'))
}

function refuseOtherFigure(
  connection: Connection,
  base: KnownFigure,
  mine: Omit<KnownFigure, 'id'> | undefined,
): void {
  const flat = ({ name, settings }: Omit<KnownFigure, 'id'>) => ({ name, ...settings })
  const stored = listFigures(connection).find(({ id }) => id === base.id)
  refuseOther({
    path: connection.path,
    what: `The figure “${base.name}”`,
    base: flat(base),
    mine: mine && flat(mine),
    stored: stored && flat(stored),
    remedy: 'save your version as a new figure',
    describe: changedKeys,
  })
}

/**
 * Puts the figures in this order; those not named follow in the order they have. Ids that are gone are passed over. With
 * `base`, the order as it was read: throws `changed-elsewhere` where those of them that are left stand in another one by now.
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
  connection.change('DELETE FROM figure_place')
  order.forEach((id, place) =>
    connection.change(
      'INSERT INTO figure_place (figure_id, place) VALUES (?, ?)',
      integer(id, 'A figure id'),
      integer(place, 'A place'),
    ),
  )
  return listFigures(connection)
}
