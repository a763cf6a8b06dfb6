import { discoveryRate } from '../statistics/comparison/settle-family'
import { isDiscovery } from '../statistics/comparison/benjamini-hochberg'
import type { ComparedCell, Comparison } from './comparison'

/** A cell that stands out, and of which candidate. */
export interface Highlight {
  readonly cell: ComparedCell
  /** Index of the candidate. */
  readonly candidate: number
  /** The difference in the good direction: above 0 is better. */
  readonly gainPercent: number
}

/** What stands out, ranked; only what the verdicts carry. */
export interface Highlights {
  /** Largest gain and largest loss among the significant ones. */
  readonly best: Highlight | undefined
  readonly worst: Highlight | undefined
  /** All significant differences of practical importance, the largest first. */
  readonly significant: readonly Highlight[]
}

/** Filled marker: significant after adjustment; by the sigma rule where the comparison follows it. */
export function isSignificant({ comparison, adjustedP }: ComparedCell): boolean {
  if (comparison.verdict === 'meaningful') return true
  return isDiscovery(adjustedP, discoveryRate)
}

export function highlights({ candidates }: Comparison): Highlights {
  const significant: Highlight[] = []
  candidates.forEach(({ cells }, candidate) => {
    for (const cell of cells) {
      const gainPercent = gainOf(cell)
      if (gainPercent !== undefined && isSignificant(cell) && cell.comparison.verdict !== 'equivalent')
        significant.push({ cell, candidate, gainPercent })
    }
  })
  significant.sort((a, b) => Math.abs(b.gainPercent) - Math.abs(a.gainPercent))
  return {
    best: significant.find((one) => one.gainPercent > 0),
    worst: significant.find((one) => one.gainPercent < 0),
    significant,
  }
}

/** The difference in the good direction; undefined where there is none. */
export function gainOf({ comparison, better }: ComparedCell): number | undefined {
  const percent = comparison.differencePercent
  if (percent === undefined) return undefined
  return better === 'higher' || percent === 0 ? percent : -percent
}
