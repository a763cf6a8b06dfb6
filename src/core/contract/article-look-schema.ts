import * as v from 'valibot'
import { heightLimits, pointLimits, widthLimits, type ArticleLook } from '../figures/article-look'

const between = (least: number, most: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most))

/** Shape of an article's look, checked at the contract and when a preset is read. */
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
