import type { Unit } from '../results/observation'
import { verdictText } from '../statistics/comparison/case-comparison'
import type { Polarity } from '../statistics/comparison/verdict'
import { modifiedZ, modifiedZLimit, outlierClass, tukeyFences } from '../statistics/summary/outliers'
import { median, quantileOfSorted, sorted } from '../statistics/summary/quantile'
import { cellLabel, cellNaming } from './cell-label'
import type { ComparedCell, Comparison } from './comparison'
import { moreRuns, type MoreRuns } from './more-runs'
import { differenceWithInterval } from './percent-text'
import type { CaseRuns } from './run-buckets'

/** A run far from the others of its case. It is shown and counted until somebody excludes it. */
interface FlaggedRun {
  readonly runId: number
  readonly repetition: number
  readonly value: number
  /** `severe`: beyond three times the interquartile range. */
  readonly severity: 'mild' | 'severe'
}

/** Runs outside Tukey's fences or with a modified z beyond 3.5. */
export function flaggedRuns(runs: CaseRuns): readonly FlaggedRun[] {
  const { values, runIds, repetitions } = runs
  const fences = tukeyFences(values)
  const scores = modifiedZ([...values])?.scores
  if (fences === undefined) return []
  return [...values].flatMap((value, at) => {
    const outside = outlierClass(value, fences)
    const isFar = Math.abs(scores?.[at] ?? 0) > modifiedZLimit
    if (outside === 'none' && !isFar) return []
    const severity = outside === 'severe' ? 'severe' : 'mild'
    return [{ runId: runIds[at] ?? 0, repetition: repetitions[at] ?? 0, value, severity }]
  })
}

/** One case with every run of both sides. */
export interface CaseReport {
  readonly label: string
  readonly metric: string
  readonly unit: Unit
  readonly better: Polarity
  readonly verdict: string
  readonly sides: readonly [baseline: CaseSide, candidate: CaseSide]
  /** How many more runs the verdict needs, or why no plan helps; undefined if it is settled. */
  readonly moreRuns: MoreRuns | undefined
  /** The difference with the runs that were excluded by hand; undefined if there are none. */
  readonly withAllRuns: string | undefined
  /** Where it was printed, for sides without runs. */
  readonly source: string | undefined
}

export interface CaseSide {
  readonly label: string
  readonly n: number | undefined
  readonly mean: number | undefined
  readonly runs: readonly CaseRun[]
  /** Of the runs that count. */
  readonly box: RunBox | undefined
}

export interface CaseRun {
  readonly runId: number
  readonly repetition: number
  readonly value: number
  /** Far from the others. */
  readonly flagged: 'mild' | 'severe' | undefined
  /** Why somebody excluded it. */
  readonly excluded: string | undefined
}

/** Smallest and largest run, quartiles (type 7) and median. */
interface RunBox {
  readonly min: number
  readonly q1: number
  readonly median: number
  readonly q3: number
  readonly max: number
}

/** Everything about one cell, by its index over all candidates; undefined if there is none. */
export function reportCase(comparison: Comparison, place: number): CaseReport | undefined {
  const all = comparison.candidates.flatMap((one) =>
    one.cells.map((cell) => ({ cell, label: one.candidate.label })),
  )
  const found = all[place]
  if (!found) return undefined
  const { cell, label } = found
  const naming = cellNaming(all.map((one) => one.cell))
  const excluded = new Map(comparison.excludedRuns.map((run) => [run.runId, run.reason]))
  return {
    label: cellLabel(cell, naming),
    metric: cell.metric,
    unit: cell.unit,
    better: cell.better,
    verdict: verdictText(cell.comparison.verdict),
    sides: [
      side(cell, 'baseline', comparison.baseline.label, excluded),
      side(cell, 'candidate', label, excluded),
    ],
    moreRuns: moreRuns(cell, comparison),
    withAllRuns: allRunsText(cell),
    source: cell.source,
  }
}

function side(
  cell: ComparedCell,
  name: 'baseline' | 'candidate',
  label: string,
  excluded: ReadonlyMap<number, string>,
): CaseSide {
  const counted = name === 'baseline' ? cell.baselineRuns : cell.candidateRuns
  const all = cell.excluded?.allRuns[name] ?? counted
  return {
    label,
    n: cell.n[name],
    mean: cell.comparison[name]?.mean,
    runs: all ? runs(all, excluded) : [],
    box: counted && boxOf(counted.values),
  }
}

function runs(all: CaseRuns, excluded: ReadonlyMap<number, string>): readonly CaseRun[] {
  const { values, runIds, repetitions } = all
  const flagged = new Map(flaggedRuns(all).map((run) => [run.runId, run.severity]))
  return Array.from(values, (value, at) => {
    const runId = runIds[at] ?? 0
    return {
      runId,
      repetition: repetitions[at] ?? 0,
      value,
      flagged: flagged.get(runId),
      excluded: excluded.get(runId),
    }
  })
}

function boxOf(values: Float64Array): RunBox | undefined {
  const ascending = sorted(values)
  const [min, max] = [ascending[0], ascending[ascending.length - 1]]
  const [q1, q3] = [quantileOfSorted(ascending, 0.25), quantileOfSorted(ascending, 0.75)]
  const middle = median(values)
  if (min === undefined || max === undefined || q1 === undefined || q3 === undefined || middle === undefined)
    return undefined
  return { min, q1, median: middle, q3, max }
}

/** No verdict: it would be based on a single case, outside its family. */
function allRunsText({ excluded }: ComparedCell): string | undefined {
  if (excluded === undefined) return undefined
  const { differencePercent, lowPercent, highPercent } = excluded.withAllRuns
  if (differencePercent === undefined) return 'no percentage'
  return differenceWithInterval(differencePercent, lowPercent, highPercent)
}
