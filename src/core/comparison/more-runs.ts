import type { ComparisonVerdict } from '../statistics/comparison/case-comparison'
import { runsPerSide } from '../statistics/planning/runs-per-side'
import type { Moments } from '../statistics/summary/moments'
import type { ComparedCell } from './comparison'

/** How many runs a case wants on each side, and how many are missing there. */
export interface MoreRuns {
  readonly perSide: number
  readonly baseline: number
  readonly candidate: number
}

/** Fewer runs than this are called low n. */
const leastRuns = 5

/** Verdicts that more runs could settle. */
export const unsettledVerdicts: ReadonlySet<ComparisonVerdict> = new Set([
  'inconclusive',
  'better_small_or_uncertain',
  'worse_small_or_uncertain',
  'too_few_runs',
  'not_tested',
])

/**
 * Runs per side that find a difference of the margin with power 0.8, judged by the scatter seen so far; at least five.
 * Undefined where the case is settled, was printed, or does not scatter.
 */
export function moreRuns(cell: ComparedCell, marginPercent: number): MoreRuns | undefined {
  const { comparison, n } = cell
  if (!unsettledVerdicts.has(comparison.verdict) || n.baseline === undefined || n.candidate === undefined)
    return undefined
  const cvPercent = pooledCv(comparison.baseline, comparison.candidate)
  const wanted =
    cvPercent === undefined ? leastRuns : runsPerSide({ differencePercent: marginPercent, cvPercent })
  if (wanted === undefined) return undefined
  const perSide = Math.max(leastRuns, wanted)
  const missing = (have: number) => Math.max(0, perSide - have)
  return { perSide, baseline: missing(n.baseline), candidate: missing(n.candidate) }
}

/** Scatter of both sides in percent of their means; undefined where neither has any to show. */
function pooledCv(...sides: readonly (Moments | undefined)[]): number | undefined {
  const squares = sides.flatMap((side) =>
    side?.sd === undefined || !(side.mean > 0) ? [] : [((100 * side.sd) / side.mean) ** 2],
  )
  const cv = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / Math.max(1, squares.length))
  return cv > 0 ? cv : undefined
}
