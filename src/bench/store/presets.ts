import { articleLookSchema } from '../../core/contract/article-requests'
import {
  builtInPresets,
  type ArticleLook,
  type ArticlePreset,
  type KnownPreset,
  type PictureType,
} from '../../core/figures/article-look'
import { pictureProblem, readPictureHeader, type PictureHeader } from '../../core/figures/picture-header'
import { blobOf, integerOf, jsonOf, optionalOf, textOf, wordOf, type Row } from './columns'
import type { Connection } from './connection'
import { blob, integer, json, text, time } from './encode'
import { changedKeys, refuseOther } from './refuse-other'
import { BadColumnError, ReviewFileError } from './review-file-error'
import { seal, unsealed } from './seal'

const columns = 'id, name, look, picture_name, picture_type, picture_width, picture_height'
const onlyRow = integer(1, 'Row')
export const pictureTypes: readonly PictureType[] = ['image/png', 'image/jpeg']

/** A picture of a preset as it is kept. */
export interface PresetPicture {
  readonly name: string
  readonly type: PictureType
  /** Dots. */
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Presets that come with the app, then those of the file by name. One that this program cannot read is left out and named by `check`. */
export function listPresets(connection: Connection): readonly ArticlePreset[] {
  const own = connection.all(`SELECT ${columns} FROM article_preset ORDER BY name, id`).flatMap((row) => {
    try {
      return [readPreset(row)]
    } catch (error) {
      if (error instanceof BadColumnError) return []
      throw error
    }
  })
  return [...builtInPresets, ...own]
}

/** Throws a BadColumnError where the stored look has another shape. */
export function readPreset(row: Row): ArticlePreset {
  const type = optionalOf(row, 'picture_type', (one, column) => wordOf(one, column, pictureTypes))
  return {
    id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    look: jsonOf(row, 'look', articleLookSchema),
    ...(type !== undefined && {
      picture: {
        name: textOf(row, 'picture_name'),
        type,
        width: integerOf(row, 'picture_width'),
        height: integerOf(row, 'picture_height'),
      },
    }),
  }
}

/**
 * Adds a preset, or replaces name and look of the one with this id; its picture stays. Names are used once. With `base`, the
 * preset as it was read: throws `changed-elsewhere` where the file holds another one by now.
 */
export function savePreset(
  connection: Connection,
  preset: { readonly id?: number | undefined; readonly name: string; readonly look: ArticleLook },
  base?: KnownPreset,
): ArticlePreset {
  if (base !== undefined) refuseOtherPreset(connection, base, preset)
  const taken = listPresets(connection).find((one) => one.name === preset.name && one.id !== preset.id)
  if (taken) {
    throw new ReviewFileError(
      'name-taken',
      connection.path,
      `There is a preset “${preset.name}” already.`,
      'Choose another name.',
    )
  }
  const name = text(preset.name, "The preset's name")
  const look = json(preset.look, "The preset's look")
  const now = time(Date.now(), 'The time')
  let { id } = preset
  if (id === undefined) {
    id = connection.insert(
      'INSERT INTO article_preset (name, look, modified_ms, checksum) VALUES (?, ?, ?, ?)',
      name,
      look,
      now,
      unsealed,
    )
  } else {
    const changed = connection.change(
      'UPDATE article_preset SET name = ?, look = ?, modified_ms = ? WHERE id = ?',
      name,
      look,
      now,
      integer(id, 'A preset id'),
    )
    if (changed === 0) throw gone(connection, id)
  }
  return sealed(connection, id)
}

export function deletePreset(connection: Connection, presetId: number, base?: KnownPreset): void {
  if (base !== undefined) refuseOtherPreset(connection, base, undefined)
  const id = integer(presetId, 'A preset id')
  connection.change('DELETE FROM article_preset WHERE id = ?', id)
  connection.change('DELETE FROM chosen_preset WHERE preset_id = ?', id)
}

function refuseOtherPreset(
  connection: Connection,
  base: KnownPreset,
  mine: Omit<KnownPreset, 'id'> | undefined,
): void {
  const flat = ({ name, look }: Omit<KnownPreset, 'id'>) => ({ name, ...look })
  const stored = listPresets(connection).find(({ id }) => id === base.id)
  refuseOther({
    path: connection.path,
    what: `The preset “${base.name}”`,
    base: flat(base),
    mine: mine && flat(mine),
    stored: stored && flat(stored),
    remedy: 'make your change again',
    describe: changedKeys,
  })
}

/** Gives a preset its picture, or takes it away. */
export function setPresetPicture(
  connection: Connection,
  presetId: number,
  picture: PresetPicture | undefined,
): ArticlePreset {
  const changed = connection.change(
    'UPDATE article_preset SET picture_name = ?, picture_type = ?, picture_width = ?, picture_height = ?, picture = ?, modified_ms = ? WHERE id = ?',
    picture ? text(picture.name, 'The name of the picture') : null,
    picture ? text(picture.type, 'The type of the picture') : null,
    picture ? integer(picture.width, 'The width of the picture') : null,
    picture ? integer(picture.height, 'The height of the picture') : null,
    picture ? blob(picture.bytes) : null,
    time(Date.now(), 'The time'),
    integer(presetId, 'A preset id'),
  )
  if (changed === 0) throw gone(connection, presetId)
  return sealed(connection, presetId)
}

/** The picture of a preset; undefined where it has none. */
export function readPresetPicture(
  connection: Connection,
  presetId: number,
): { readonly type: PictureType; readonly bytes: Uint8Array } | undefined {
  const row = connection.first(
    'SELECT id, picture_type, picture FROM article_preset WHERE id = ? AND picture IS NOT NULL',
    integer(presetId, 'A preset id'),
  )
  if (!row) return undefined
  wordOf(row, 'picture_type', pictureTypes)
  const bytes = blobOf(row, 'picture')
  return { type: checkedPresetPicture(bytes, presetId).type, bytes }
}

/** What the picture of a preset is; a BadColumnError for what is none. */
export function checkedPresetPicture(bytes: Uint8Array, presetId: number): PictureHeader<PictureType> {
  return checkedPicture(
    bytes,
    `The picture of preset ${presetId}`,
    'Choose another picture for the preset, or another preset.',
  )
}

/** What a stored picture is, by the check with which pictures are taken in; a BadColumnError for what is none. */
export function checkedPicture(bytes: Uint8Array, what: string, remedy: string): PictureHeader<PictureType> {
  const header = readPictureHeader(bytes)
  const problem = pictureProblem(bytes, header)
  if (!problem && header) return header
  throw new BadColumnError(what, `${problem?.text ?? 'is none'}. ${remedy}`)
}

/** The preset in use; undefined where none was chosen. */
export function readChosenPreset(connection: Connection): number | undefined {
  const row = connection.first('SELECT preset_id FROM chosen_preset WHERE id = 1')
  return row && integerOf(row, 'preset_id')
}

export function choosePreset(connection: Connection, presetId: number | undefined): void {
  connection.change('DELETE FROM chosen_preset')
  if (presetId === undefined) return
  connection.change(
    'INSERT INTO chosen_preset (id, preset_id) VALUES (?, ?)',
    onlyRow,
    integer(presetId, 'A preset id'),
  )
}

function sealed(connection: Connection, presetId: number): ArticlePreset {
  const id = integer(presetId, 'A preset id')
  seal(connection, 'article_preset', id)
  return readPreset(connection.first(`SELECT ${columns} FROM article_preset WHERE id = ?`, id) ?? {})
}

function gone(connection: Connection, id: number): ReviewFileError {
  return new ReviewFileError(
    'not-found',
    connection.path,
    `There is no preset ${id} in ${connection.path}.`,
    'Save it as a new one.',
  )
}
