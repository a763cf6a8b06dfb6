import * as v from 'valibot'
import {
  heightLimits,
  pointLimits,
  widthLimits,
  type ArticleLook,
  type ArticlePreset,
  type PictureType,
} from '../figures/article-look'
import { command, givenName, label, request, rowId, rowIds } from './request'

const between = (least: number, most: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most))

/** Shape of an article style, checked at the contract and when a preset is read. */
export const articleLookSchema: v.GenericSchema<unknown, ArticleLook> = v.strictObject({
  width: v.variant('unit', [
    v.strictObject({ unit: v.literal('px'), value: between(widthLimits.px.least, widthLimits.px.most) }),
    v.strictObject({ unit: v.literal('mm'), value: between(widthLimits.mm.least, widthLimits.mm.most) }),
  ]),
  height: v.optional(
    v.variant('unit', [
      v.strictObject({ unit: v.literal('px'), value: between(heightLimits.px.least, heightLimits.px.most) }),
      v.strictObject({ unit: v.literal('mm'), value: between(heightLimits.mm.least, heightLimits.mm.most) }),
      v.strictObject({
        unit: v.literal('ratio'),
        value: between(heightLimits.ratio.least, heightLimits.ratio.most),
      }),
    ]),
  ),
  points: v.optional(between(pointLimits.least, pointLimits.most)),
  dpi: v.optional(v.picklist([300, 600])),
  smallPrint: v.optional(v.picklist(['full', 'short', 'none'])),
  font: v.picklist(['sans', 'serif']),
  theme: v.picklist(['light', 'dark']),
  colors: v.picklist(['okabe-ito', 'tol-bright', 'tol-muted', 'greys']),
  mark: v.optional(
    v.strictObject({
      kind: v.picklist(['logo', 'watermark']),
      size: between(0.5, 100),
      opacityPercent: between(5, 100),
    }),
  ),
})

const knownPreset = v.strictObject({
  id: rowId,
  name: label,
  look: articleLookSchema,
})

/** Id of a preset, including those shipped with the app. */
export const presetIdSchema = v.pipe(v.number(), v.integer(), v.minValue(-1000), v.notValue(0))

/** Requests of the window about article presets and the order of the saved figures. Pictures come through a native dialog. */
export const articleRequests = {
  /** Adds a preset, or replaces name and look of `base`; refused with `changed-elsewhere` if the file has another version by now. */
  'preset.save': request<ArticlePreset>()({
    base: v.nullable(knownPreset),
    name: givenName(80),
    look: articleLookSchema,
  }),
  'preset.delete': command({ base: knownPreset }),
  /** The preset used to show and export figures; null for none. */
  'preset.choose': command({ presetId: v.nullable(presetIdSchema) }),
  /** The preset's picture; null if it has none. */
  'preset.picture': request<{ type: PictureType; bytes: Uint8Array } | null>()({ presetId: presetIdSchema }),
  'preset.remove-picture': request<ArticlePreset>()({ presetId: rowId }),
  /**
   * The saved figures in this order; unnamed ones follow. `base`: the order this window knows; refused with
   * `changed-elsewhere` if it has changed since.
   */
  'figure.order': command({ figureIds: rowIds, base: rowIds }),
  /** Cancels an export of all figures and removes what it wrote. */
  'figures.cancel-export': command({}),
}
