import * as v from 'valibot'
import { articleLookSchema, type ArticlePreset } from '../figures/figure/article-look'
import type { PictureType } from '../pictures/picture-header'
import { takenPictureSchema } from './document-requests'
import { command, givenName, label, request, rowId, rowIds } from './request'
import type { Deleted } from './review'

const knownPreset = v.strictObject({
  id: rowId,
  name: label,
  look: articleLookSchema,
})

/** Id of a preset, including those shipped with the app. */
export const presetIdSchema = v.pipe(v.number(), v.integer(), v.minValue(-1000), v.notValue(0))

/** Requests of the window about article presets and the order of the saved figures. New pictures come through a native dialog. */
export const articleRequests = {
  /** Adds a preset, or replaces name and look of `base`; refused with `changed-elsewhere` if the file has another version by now. */
  'preset.save': request<ArticlePreset>()({
    base: v.nullable(knownPreset),
    name: givenName(80),
    look: articleLookSchema,
  }),
  'preset.delete': request<Deleted>()({ base: knownPreset }),
  /** The preset used to show and export figures; null for none. */
  'preset.choose': command({ presetId: v.nullable(presetIdSchema) }),
  /** The preset's picture; null if it has none. */
  'preset.picture': request<{ type: PictureType; bytes: Uint8Array } | null>()({ presetId: presetIdSchema }),
  /** Stores a PNG or JPEG of moderate size as the preset's picture, such as one that was removed; null removes it. */
  'preset.set-picture': request<ArticlePreset>()({
    presetId: rowId,
    picture: v.nullable(takenPictureSchema),
  }),
  /**
   * The saved figures in this order; unnamed ones follow. `base`: the order this window knows; refused with
   * `changed-elsewhere` if it has changed since.
   */
  'figure.order': command({ figureIds: rowIds, base: rowIds }),
  /** Cancels an export of all figures and removes what it wrote. */
  'figures.cancel-export': command({}),
}
