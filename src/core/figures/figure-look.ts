/** What a person chose of how a figure looks, whatever its kind. Unset parts fall back to the figure's own choice. */
export interface FigureLook {
  /** Ends of the value axis, in the base unit of the metric; in percent for kinds that show percentages. */
  readonly yMin?: number
  readonly yMax?: number
  readonly references?: readonly ReferenceLine[]
  /** Runs stand beside each other (unset) or one over the other. */
  readonly jitter?: boolean
  /** Numbers at the marks. */
  readonly valueLabels?: boolean
  /** Where a person has put the number of a mark, by `valueLabelKey`: from its usual place, in ems. */
  readonly movedLabels?: Readonly<Record<string, LabelShift>>
  readonly annotations?: readonly Annotation[]
  /** By id of a line. */
  readonly seriesStyles?: Readonly<Record<string, SeriesStyle>>
  /** By name of a device, for lines that stand for one: kept for the other figures of the review once this one is saved. */
  readonly deviceStyles?: DeviceStyles
  /** Ids of lines; those not named follow. */
  readonly seriesOrder?: readonly string[]
  /** More lines than can be told apart: a panel each (unset), grey but for those that stand out, or all together. */
  readonly manySeries?: 'panels' | 'grey' | 'together'
  /** How much small print; unset: what the article preset says, else all. */
  readonly smallPrint?: SmallPrintLength
  /** The line of short small print in a person's own words. */
  readonly source?: string
}

/** A level line over the data with its name. */
export interface ReferenceLine {
  /** Base unit of the metric. */
  readonly value: number
  readonly label?: string
}

/** A note on the figure; places are shares of the plot, from its upper left corner. */
export interface Annotation {
  readonly text: string
  /** Where its text begins, in the middle of its first line. */
  readonly x: number
  readonly y: number
  /** What it points at; unset: nothing. */
  readonly tip?: { readonly x: number; readonly y: number }
}

export interface LabelShift {
  readonly dx: number
  readonly dy: number
}

export interface SeriesStyle {
  /** Place among the colours of the palette; unset: the figure's own choice. */
  readonly color?: number
  /** `strong`: in front and thicker; `grey`: there for comparison only. */
  readonly emphasis?: 'strong' | 'grey'
}

/** Styles of devices by name. */
export type DeviceStyles = Readonly<Record<string, SeriesStyle>>

/** `full`: all that is known of where the numbers come from; `short`: one line. */
export type SmallPrintLength = 'full' | 'short' | 'none'

/** What names a mark among those of its figure. */
export function valueLabelKey(seriesId: string, x: number): string {
  return `${seriesId}@${x}`
}
