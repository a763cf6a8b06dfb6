import type { SavedFigure } from '../../core/contract/review'
import type { ArticleLook, ArticlePreset, KnownPreset, PictureType } from '../../core/figures/article-look'
import type { Connection } from './connection'
import { orderFigures } from './figures'
import type { RowPicture } from './named-rows'
import {
  choosePreset,
  deletePreset,
  listPresets,
  readChosenPreset,
  readPresetPicture,
  savePreset,
  setPresetPicture,
} from './presets'

/** The article settings of a results file. */
export interface ArticleReader {
  /** Presets that come with the app, then those of the file. */
  presets(): readonly ArticlePreset[]
  /** Id of the preset in use. */
  chosenPreset(): number | undefined
  presetPicture(presetId: number): { readonly type: PictureType; readonly bytes: Uint8Array } | undefined
}

/** The same for writing; every method is one transaction. */
export interface ArticleWriter extends ArticleReader {
  /**
   * With `base`, the preset as it was read: throws `changed-elsewhere` if the file now has another version.
   */
  savePreset(
    preset: { id?: number | undefined; name: string; look: ArticleLook },
    base?: KnownPreset,
  ): ArticlePreset
  deletePreset(presetId: number, base?: KnownPreset): void
  setPresetPicture(presetId: number, picture: RowPicture | undefined): ArticlePreset
  choosePreset(presetId: number | undefined): void
  /**
   * Puts the saved figures in this order; those not named follow. With `base`, the order as it was read:
   * throws `changed-elsewhere` if their order has changed since.
   */
  orderFigures(figureIds: readonly number[], base?: readonly number[]): readonly SavedFigure[]
}

/** Reads and writes that part of an open file. */
export function articleStore(connection: Connection): ArticleWriter {
  const read = connection.reading.bind(connection)
  const write = connection.writing.bind(connection)
  return {
    presets: read(listPresets),
    chosenPreset: read(readChosenPreset),
    presetPicture: read(readPresetPicture),
    savePreset: write(savePreset),
    deletePreset: write(deletePreset),
    setPresetPicture: write(setPresetPicture),
    choosePreset: write(choosePreset),
    orderFigures: write(orderFigures),
  }
}
