import type { ContentCell } from './compressibility-points'
import type { SweepLine } from './sweep-lines'

/** A line of a test with what is known at each level, in the order of the levels. */
export interface ContentLine {
  readonly test: string
  readonly panel: number
  readonly line: SweepLine
  readonly cells: readonly ContentCell[]
}
