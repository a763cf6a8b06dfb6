/** A level line over the data with its name. */
export interface ReferenceLine {
  /** Base unit of the metric. */
  readonly value: number
  readonly label?: string
}

/** A note on the figure; positions are shares of the plot, from its upper left corner. */
export interface Annotation {
  readonly text: string
  /** Where its text starts, in the middle of its first line. */
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
  /** Index into the colours of the palette; unset: the figure's own choice. */
  readonly color?: number
  /** `strong`: in front and thicker; `grey`: for comparison only. */
  readonly emphasis?: 'strong' | 'grey'
}

/** Styles of devices by name. */
export type DeviceStyles = Readonly<Record<string, SeriesStyle>>

/** `full`: everything known about where the numbers come from; `short`: one line. */
export type SmallPrintLength = 'full' | 'short' | 'none'

/** The key of a mark within its figure. */
export function valueLabelKey(seriesId: string, x: number): string {
  return `${seriesId}@${x}`
}
