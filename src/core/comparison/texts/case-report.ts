import { printedWithUnit } from '../../results/display-unit'
import { verdictText } from '../../statistics/comparison/case-comparison'
import { modifiedZ, modifiedZLimit, outlierClass, tukeyFences } from '../../statistics/summary/outliers'
import { median, quantileOfSorted, sorted } from '../../statistics/summary/quantile'
import { cellLabel, cellNaming } from './cell-label'
import type { ComparedCell, Comparison } from '../comparison'
import { unitsByMetric } from './cell-text'
import { MoreRunsOfCases } from './more-runs'
import { differenceWithInterval } from './percent-text'
import type { CaseRuns } from '../judge/run-buckets'

/**
 * Runs outside Tukey's fences or with a modified z beyond 3.5; `severe`: beyond three times the interquartile range. They
 * are shown and counted until somebody excludes them.
 */
export function flaggedRuns(runs: CaseRuns) {
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

export type CaseRun = CaseSide['runs'][number]

export type CaseSide = CaseReport['sides'][number]

/** One case with every run of both sides. */
export type CaseReport = NonNullable<ReturnType<typeof reportCase>>

/** Everything about one cell, by its index over all candidates; undefined if there is none. */
export function reportCase(comparison: Comparison, place: number) {
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
    /** The unit of its numbers, that of all cells of the metric. */
    scale: unitsByMetric(all.map((one) => one.cell)).get(cell.metric) ?? { label: cell.unit, factor: 1 },
    better: cell.better,
    verdict: verdictText(cell.comparison.verdict),
    sides: [
      side(cell, 'baseline', comparison.baseline.label, excluded),
      side(cell, 'candidate', label, excluded),
    ] as const,
    /** How many more runs the verdict needs, or why no plan helps; undefined if it is settled. */
    moreRuns: new MoreRunsOfCases(comparison).of(cell),
    /** The difference with the runs that were excluded by hand; undefined if there are none. */
    withAllRuns: allRunsText(cell),
    /** Where it was printed, for sides without runs. */
    source: cell.source,
  }
}

function side(
  cell: ComparedCell,
  name: 'baseline' | 'candidate',
  label: string,
  excluded: ReadonlyMap<number, string>,
) {
  const counted = name === 'baseline' ? cell.baselineRuns : cell.candidateRuns
  const all = (cell.excluded ?? cell.withoutPartner)?.allRuns[name] ?? counted
  const printed = cell.printed?.[name]
  return {
    label,
    n: cell.n[name],
    mean: cell.comparison[name]?.mean,
    /** The mean with its unit as it was printed; undefined for a measured one. */
    printed: printed && printedWithUnit(cell.unit, printed)?.mean,
    runs: all ? runs(all, excluded, new Set(cell.withoutPartner?.[name])) : [],
    /** Runs without the percentile, because they made too few I/Os. */
    shortRuns: cell.fewIos?.[name] ?? [],
    /** Of the runs that count. */
    box: counted && boxOf(counted.values),
  }
}

function runs(all: CaseRuns, excluded: ReadonlyMap<number, string>, withoutPartner: ReadonlySet<number>) {
  const { values, runIds, repetitions } = all
  const flagged = new Map(flaggedRuns(all).map((run) => [run.runId, run.severity]))
  return Array.from(values, (value, at) => {
    const runId = runIds[at] ?? 0
    return {
      runId,
      repetition: repetitions[at] ?? 0,
      value,
      /** Far from the others. */
      flagged: flagged.get(runId),
      /** Why somebody excluded it. */
      excluded: excluded.get(runId),
      /** Interleaved, but the run it belongs to is missing: not compared. */
      lacksPartner: !excluded.has(runId) && withoutPartner.has(repetitions[at] ?? 0),
    }
  })
}

function boxOf(values: Float64Array) {
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
