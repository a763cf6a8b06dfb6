import * as v from 'valibot'
import type { SeriesStyle } from '../figures/figure-look'

const text = v.pipe(v.string(), v.maxLength(2000))
const number = v.pipe(v.number(), v.finite())
const share = v.pipe(number, v.minValue(-1), v.maxValue(2))
const shift = v.pipe(number, v.minValue(-200), v.maxValue(200))

export const seriesStyleSchema: v.GenericSchema<unknown, SeriesStyle> = v.strictObject({
  color: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15))),
  emphasis: v.optional(v.picklist(['strong', 'grey'])),
})

/** The parts of figure settings that say how a figure looks. */
export const figureLookEntries = {
  yMin: v.optional(number),
  yMax: v.optional(number),
  references: v.optional(
    v.pipe(v.array(v.strictObject({ value: number, label: v.optional(text) })), v.maxLength(20)),
  ),
  jitter: v.optional(v.boolean()),
  valueLabels: v.optional(v.boolean()),
  movedLabels: v.optional(v.record(text, v.strictObject({ dx: shift, dy: shift }))),
  annotations: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          text,
          x: share,
          y: share,
          tip: v.optional(v.strictObject({ x: share, y: share })),
        }),
      ),
      v.maxLength(50),
    ),
  ),
  seriesStyles: v.optional(v.record(text, seriesStyleSchema)),
  deviceStyles: v.optional(v.record(text, seriesStyleSchema)),
  seriesOrder: v.optional(v.pipe(v.array(text), v.maxLength(500))),
  manySeries: v.optional(v.picklist(['panels', 'grey', 'together'])),
  smallPrint: v.optional(v.picklist(['full', 'short', 'none'])),
  source: v.optional(text),
}
