import * as v from 'valibot'

const number = v.pipe(v.number(), v.finite())
const text = v.pipe(v.string(), v.maxLength(2000))
const share = v.pipe(number, v.minValue(-1), v.maxValue(2))
const shift = v.pipe(number, v.minValue(-200), v.maxValue(200))

/** A level line over the data with its name; its value is in the base unit of the metric. */
export const referenceLineSchema = v.strictObject({ value: number, label: v.optional(text) })
export type ReferenceLine = Readonly<v.InferOutput<typeof referenceLineSchema>>

/** A note on the figure; positions are shares of the plot, from its upper left corner. */
export const annotationSchema = v.strictObject({
  text,
  /** Where its text starts, in the middle of its first line. */
  x: share,
  y: share,
  /** What it points at; unset: nothing. */
  tip: v.optional(v.strictObject({ x: share, y: share })),
})
export type Annotation = Readonly<v.InferOutput<typeof annotationSchema>>

export const labelShiftSchema = v.strictObject({ dx: shift, dy: shift })
export type LabelShift = Readonly<v.InferOutput<typeof labelShiftSchema>>

export const seriesStyleSchema = v.strictObject({
  /** Index into the colours of the palette; unset: the figure's own choice. */
  color: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15))),
  /** `strong`: in front and thicker; `grey`: for comparison only; `plain`: neither, although its device is. */
  emphasis: v.optional(v.picklist(['plain', 'strong', 'grey'])),
})
export type SeriesStyle = Readonly<v.InferOutput<typeof seriesStyleSchema>>

export const deviceStyleSchema = v.strictObject({
  ...seriesStyleSchema.entries,
  /** When a person chose it, in milliseconds since 1970: the newest choice applies to all figures of a review. */
  atMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export type DeviceStyle = Readonly<v.InferOutput<typeof deviceStyleSchema>>

/** Styles of devices by name. */
export type DeviceStyles = Readonly<Record<string, DeviceStyle>>

/** The style of a device in a saved figure of the review. */
export interface KeptStyle extends DeviceStyle {
  /** Name of that figure. */
  readonly from: string
}
export type KeptStyles = Readonly<Record<string, KeptStyle>>

/** The newest style of each device among saved figures; of equally old ones the last. */
export function keptStyles(
  figures: readonly {
    readonly name: string
    readonly settings: { readonly deviceStyles?: DeviceStyles | undefined }
  }[],
): KeptStyles {
  const kept = new Map<string, KeptStyle>()
  for (const { name, settings } of figures)
    for (const [device, style] of Object.entries(settings.deviceStyles ?? {})) {
      const known = kept.get(device)
      if (known === undefined || isAsNew(style, known)) kept.set(device, { ...style, from: name })
    }
  return Object.fromEntries(kept)
}

/** The style of a device in a figure: the figure's own choice, unless another figure has a newer one. */
export function deviceStyle(
  device: string,
  own: DeviceStyles | undefined,
  kept: KeptStyles,
): (DeviceStyle & Partial<KeptStyle>) | undefined {
  const [chosen, other] = [own?.[device], kept[device]]
  return chosen !== undefined && (other === undefined || isAsNew(chosen, other)) ? chosen : other
}

function isAsNew({ atMs = 0 }: DeviceStyle, other: DeviceStyle): boolean {
  return atMs >= (other.atMs ?? 0)
}

/** The colours of an exported picture; `grey` is for print. */
export const paletteNames = ['light', 'dark', 'grey'] as const
export type PaletteName = (typeof paletteNames)[number]

/** `full`: everything known about where the numbers come from; `short`: one line. */
export const smallPrintLengths = ['full', 'short', 'none'] as const
export type SmallPrintLength = (typeof smallPrintLengths)[number]

/** The key of a mark within its figure. */
export function valueLabelKey(seriesId: string, x: number): string {
  return `${seriesId}@${x}`
}
