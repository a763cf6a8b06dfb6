import {
  articleLookSchema,
  builtInPresets,
  type ArticleLook,
  type ArticlePreset,
  type KnownPreset,
} from '../../../core/figures/figure/article-look'
import { integerOf } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { integer } from '../file/encode'
import {
  deleteNamed,
  goneRow,
  listNamed,
  listPictureFacts,
  nameTaken,
  readRowPicture,
  saveNamed,
  setRowPicture,
  type PicturedTable,
  type RowPicture,
} from './named-rows'

export const presetTable: PicturedTable<ArticleLook> = {
  table: 'article_preset',
  what: 'preset',
  column: 'look',
  schema: articleLookSchema,
  picture: 'picture',
  pictureRemedy: 'Choose another picture for the preset, or another preset.',
}
const onlyRow = integer(1, 'Row')

/**
 * Presets that come with the app, then those of the file by name. One that this program cannot read is left
 * out and reported by `check`.
 */
export function listPresets(connection: Reads): readonly ArticlePreset[] {
  const pictures = listPictureFacts(connection, presetTable)
  const own = listNamed(connection, presetTable).map(({ id, name, content }) => {
    const picture = pictures.get(id)
    return { id, name, look: content, ...(picture && { picture }) }
  })
  return [...builtInPresets, ...own]
}

const rowOf = ({ look, ...rest }: KnownPreset) => ({ ...rest, content: look })

/**
 * Adds a preset, or replaces name and look of the one with this id; its picture stays. Names are unique. With
 * `base`, the preset as it was read: throws `changed-elsewhere` if the file now has another version.
 */
export function savePreset(
  connection: Connection,
  { id, name, look }: { readonly id?: number | undefined; readonly name: string; readonly look: ArticleLook },
  base?: KnownPreset,
): ArticlePreset {
  if (builtInPresets.some((one) => one.name === name)) throw nameTaken(connection, presetTable.what, name)
  const saved = saveNamed(connection, presetTable, { id, name, content: look }, { base: base && rowOf(base) })
  return presetOf(connection, saved.id)
}

/** Puts a preset into the bin; the one in use is in use again once it is back, unless another was chosen. */
export function deletePreset(connection: Connection, presetId: number, base?: KnownPreset): void {
  deleteNamed(connection, presetTable, presetId, base && rowOf(base))
}

/** Sets or removes the picture of a preset. */
export function setPresetPicture(
  connection: Connection,
  presetId: number,
  picture: RowPicture | undefined,
): ArticlePreset {
  setRowPicture(connection, presetTable, presetId, picture)
  return presetOf(connection, presetId)
}

export function readPresetPicture(connection: Reads, presetId: number) {
  return readRowPicture(connection, presetTable, presetId)
}

/** The preset in use; undefined if none was chosen, or it is in the bin. */
export function readChosenPreset(connection: Reads): number | undefined {
  const row = connection.first(
    'SELECT preset_id FROM chosen_preset WHERE id = 1 AND (preset_id < 0 OR preset_id IN (SELECT id FROM article_preset))',
  )
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

function presetOf(connection: Reads, presetId: number): ArticlePreset {
  const found = listPresets(connection).find(({ id }) => id === presetId)
  if (found) return found
  throw goneRow(connection, presetTable.what, presetId)
}
