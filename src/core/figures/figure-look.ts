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
