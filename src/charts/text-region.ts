import type { LabelShift } from '../core/figures/figure-look'
import type { Box } from './bar-fill'

/** Where a text of a picture stands that a person may change or move; CSS pixels. */
export interface TextRegion extends Box {
  readonly part:
    | 'title'
    | 'subtitle'
    | 'xLabel'
    | 'yLabel'
    | { readonly line: string }
    | { readonly reference: number }
    | { readonly annotation: number }
    /** The number of a mark, by `valueLabelKey`. */
    | { readonly value: string }
    /** The plot itself, for what is placed in it. */
    | 'plot'
  readonly text: string
  /** Of its letters. */
  readonly size: number
  /** How far the number of a mark was moved, in ems. */
  readonly shift?: LabelShift
}
