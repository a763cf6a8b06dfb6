import type { ComparedCell, Comparison, UnmatchedCase } from '../../comparison/comparison'
import type { CaseRuns } from '../../comparison/judge/run-buckets'
import { medianInterval } from '../../statistics/summary/quantile'
import type { Moments } from '../../statistics/summary/moments'
import { meanEnds, possibleEnds } from '../../statistics/summary/summarize'
import { asPrinted } from '../../results/display-unit'
import { percentileOfMetric } from '../../results/percentiles'
import { isInvalidating } from '../../results/reserved-runs'
import type { FigurePoint } from '../figure/figure'
import type { FigureProvenance } from '../figure/provenance'
import type { PlacedCell } from './arrange-cells'
import { failedRuns, pointFacts } from './point-facts'

/** One cell per level of x for the bars of a side. The baseline is in the cells of every candidate; it is drawn once. */
export function onePerX(
  placed: readonly PlacedCell[],
  side: 'baseline' | 'candidate',
): readonly PlacedCell[] {
  const worth = (one: PlacedCell | undefined) => (one?.cell ? 2 : one?.unmatched?.side === side ? 1 : 0)
  const byX = new Map<number, PlacedCell>()
  for (const one of placed) {
    const before = byX.get(one.x)
    if (before === undefined || worth(one) > worth(before)) byX.set(one.x, one)
  }
  return [...byX.values()].sort((a, b) => a.x - b.x)
}

/** A side's bar of one case, drawn even if the other side has none. */
export function barPoint(
  { x, cell, unmatched }: PlacedCell,
  candidate: number | undefined,
  comparison: Comparison,
  provenance: FigureProvenance,
  factor: number,
  places: ReadonlyMap<ComparedCell, number>,
): FigurePoint {
  const side = candidate === undefined ? comparison.baseline : comparison.candidates[candidate]?.candidate
  const isBaseline = candidate === undefined
  const own = cell ? cellSide(cell, isBaseline) : lonelySide(unmatched, isBaseline)
  if (own === undefined || side === undefined)
    return { x, y: undefined, n: undefined, failedRuns: 0, dots: [] }
  const { moments, levels } = own
  const summary = cell?.printed?.[isBaseline ? 'baseline' : 'candidate']
  const printed = summary && asPrinted(summary, factor)
  const isShort = (cell?.fewIos?.[isBaseline ? 'baseline' : 'candidate'].length ?? 0) > 0
  // The runs that have the percentile are the fast ones.
  const runs = isShort ? undefined : own.runs
  const isPercentile = percentileOfMetric((cell ?? unmatched?.one)?.metric ?? '') !== undefined
  const middle = middleOf(moments, runs, comparison.mode, isPercentile)
  const scaled = (value: number | undefined) => (value === undefined ? undefined : value / factor)
  return {
    x,
    y: scaled(middle?.value),
    ...(middle?.low !== undefined && { low: scaled(middle.low) }),
    ...(middle?.high !== undefined && { high: scaled(middle.high) }),
    ...(moments && { mean: moments.mean / factor }),
    ...(printed && { printed }),
    ...(moments?.sd !== undefined && { sd: moments.sd / factor }),
    n: own.n,
    failedRuns: failedRuns(side, levels, provenance),
    dots: dotsOf(runs, factor),
    ...(isShort && { tooFewIos: true as const }),
    ...(cell?.reservations?.[isBaseline ? 'baseline' : 'candidate'].some(isInvalidating) && {
      isInvalid: true as const,
    }),
    facts: cell === undefined ? ['no partner on the other side'] : isBaseline ? [] : pointFacts(cell),
    ...(cell && { cell: places.get(cell) }),
  }
}

/** What a side has for a case. */
type SideCase = Pick<UnmatchedCase, 'moments' | 'runs' | 'n' | 'levels'>

function cellSide({ comparison, n, levels, ...cell }: ComparedCell, isBaseline: boolean): SideCase {
  return isBaseline
    ? { moments: comparison.baseline, runs: cell.baselineRuns, n: n.baseline, levels }
    : { moments: comparison.candidate, runs: cell.candidateRuns, n: n.candidate, levels }
}

function lonelySide(unmatched: PlacedCell['unmatched'], isBaseline: boolean): SideCase | undefined {
  return unmatched?.side === (isBaseline ? 'baseline' : 'candidate') ? unmatched.one : undefined
}

interface Middle {
  readonly value: number
  readonly low?: number | undefined
  readonly high?: number | undefined
}

/** Mean with its t interval, ± one deviation by the sigma rule, or the median with its order-statistic interval. */
function middleOf(
  moments: Moments | undefined,
  runs: CaseRuns | undefined,
  mode: Comparison['mode'],
  isPercentile: boolean,
): Middle | undefined {
  if (mode === 'robust' && runs !== undefined) {
    const median = medianInterval([...runs.values])
    return median && { value: median.median, low: median.low, high: median.high }
  }
  if (moments === undefined) return undefined
  const { mean, sd } = moments
  if (sd === undefined) return { value: mean }
  if (mode === 'sigma') return { value: mean, ...possibleEnds(mean, sd) }
  return { value: mean, ...meanEnds(moments, isPercentile) }
}

function dotsOf(runs: CaseRuns | undefined, factor: number): FigurePoint['dots'] {
  if (runs === undefined) return []
  const { values, runIds, repetitions } = runs
  return Array.from(values, (value, at) => ({
    y: value / factor,
    runId: runIds[at] ?? 0,
    repetition: repetitions[at] ?? 0,
  }))
}
