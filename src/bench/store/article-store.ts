import type { SavedFigure } from '../../core/contract/review'
import type { ArticleLook, ArticlePreset, KnownPreset, PictureType } from '../../core/figures/article-look'
import type { Connection } from './connection'
import { orderFigures } from './figures'
import {
  choosePreset,
  deletePreset,
  listPresets,
  readChosenPreset,
  readPresetPicture,
  savePreset,
  setPresetPicture,
  type PresetPicture,
} from './presets'

/** What a results file says about the article its figures are for. */
export interface ArticleReader {
  /** Presets that come with the app, then those of the file. */
  presets(): readonly ArticlePreset[]
  /** Id of the preset in use. */
  chosenPreset(): number | undefined
  presetPicture(presetId: number): { readonly type: PictureType; readonly bytes: Uint8Array } | undefined
}

/** The same, to be changed; every method is one transaction. */
export interface ArticleWriter extends ArticleReader {
  /** With `base`, the preset as it was read: throws `changed-elsewhere` where the file holds another one by now. */
  savePreset(
    preset: { id?: number | undefined; name: string; look: ArticleLook },
    base?: KnownPreset,
  ): ArticlePreset
  deletePreset(presetId: number, base?: KnownPreset): void
  setPresetPicture(presetId: number, picture: PresetPicture | undefined): ArticlePreset
  choosePreset(presetId: number | undefined): void
  /** The saved figures in this order; those not named follow. With `base`, the order as it was read: throws `changed-elsewhere` where those figures stand in another one by now. */
  orderFigures(figureIds: readonly number[], base?: readonly number[]): readonly SavedFigure[]
}

/** Reads and writes that part of an open file. */
export function articleStore(connection: Connection): ArticleWriter {
  return {
    presets: () => connection.read(() => listPresets(connection)),
    chosenPreset: () => connection.read(() => readChosenPreset(connection)),
    presetPicture: (presetId) => connection.read(() => readPresetPicture(connection, presetId)),
    savePreset: (preset, base) => connection.write(() => savePreset(connection, preset, base)),
    deletePreset: (presetId, base) => connection.write(() => deletePreset(connection, presetId, base)),
    setPresetPicture: (presetId, picture) =>
      connection.write(() => setPresetPicture(connection, presetId, picture)),
    choosePreset: (presetId) => connection.write(() => choosePreset(connection, presetId)),
    orderFigures: (figureIds, base) => connection.write(() => orderFigures(connection, figureIds, base)),
  }
}
