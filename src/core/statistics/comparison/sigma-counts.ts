import { sigmaVerdict } from './sigma-rule'

/** A published cell: a difference and its error bar, both in percent. */
export interface SigmaCell {
  readonly differencePercent: number
  readonly errorPercent: number
}

/** How many cells of a table the sigma rule calls meaningful. */
export interface SigmaCounts {
  readonly cells: number
  readonly meaningful: number
  /** Meaningful ones above and below zero. */
  readonly positive: number
  readonly negative: number
  /** Not meaningful, but exactly as large as the error bar. */
  readonly touchingZero: number
}

/** Counts the cells of one test by the sigma rule. */
export function sigmaCounts(cells: readonly SigmaCell[]): SigmaCounts {
  const verdicts = cells.map((cell) => sigmaVerdict(cell.differencePercent, cell.errorPercent))
  const meaningful = cells.filter((_, i) => verdicts[i] === 'meaningful')
  const positive = meaningful.filter((cell) => cell.differencePercent > 0).length
  return {
    cells: cells.length,
    meaningful: meaningful.length,
    positive,
    negative: meaningful.length - positive,
    touchingZero: verdicts.filter((verdict) => verdict === 'touches_zero').length,
  }
}
