import * as v from 'valibot'
import {
  heightLimits,
  pointLimits,
  widthLimits,
  type ArticleLook,
  type ArticlePreset,
  type KnownPreset,
  type PictureType,
} from '../figures/article-look'

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

/** Requests of the window about article presets and the order of the saved figures. Pictures come through a native dialog. */
export interface ArticleRequests {
  /** Adds a preset, or replaces name and look of `base`; refused with `changed-elsewhere` if the file has another version by now. */
  'preset.save': {
    arguments: { base: KnownPreset | null; name: string; look: ArticleLook }
    answer: ArticlePreset
  }
  'preset.delete': { arguments: { base: KnownPreset }; answer: null }
  /** The preset used to show and export figures; null for none. */
  'preset.choose': { arguments: { presetId: number | null }; answer: null }
  /** The preset's picture; null if it has none. */
  'preset.picture': {
    arguments: { presetId: number }
    answer: { type: PictureType; bytes: Uint8Array } | null
  }
  'preset.remove-picture': { arguments: { presetId: number }; answer: ArticlePreset }
  /**
   * The saved figures in this order; unnamed ones follow. `base`: the order this window knows; refused with
   * `changed-elsewhere` if it has changed since.
   */
  'figure.order': { arguments: { figureIds: readonly number[]; base: readonly number[] }; answer: null }
  /** Cancels an export of all figures and removes what it wrote. */
  'figures.cancel-export': { arguments: Record<string, never>; answer: null }
}

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const idList = v.pipe(v.array(id), v.maxLength(10_000))
const knownPreset = v.strictObject({
  id,
  name: v.pipe(v.string(), v.maxLength(500)),
  look: articleLookSchema,
})

/** Id of a preset, including those shipped with the app. */
export const presetIdSchema = v.pipe(v.number(), v.integer(), v.minValue(-1000), v.notValue(0))

/** Checks of the arguments; unknown keys are rejected. */
export const articleArguments: {
  readonly [N in keyof ArticleRequests]: v.GenericSchema<unknown, ArticleRequests[N]['arguments']>
} = {
  'preset.save': v.strictObject({
    base: v.nullable(knownPreset),
    name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
    look: articleLookSchema,
  }),
  'preset.delete': v.strictObject({ base: knownPreset }),
  'preset.choose': v.strictObject({ presetId: v.nullable(presetIdSchema) }),
  'preset.picture': v.strictObject({ presetId: presetIdSchema }),
  'preset.remove-picture': v.strictObject({ presetId: id }),
  'figure.order': v.strictObject({ figureIds: idList, base: idList }),
  'figures.cancel-export': v.strictObject({}),
}
