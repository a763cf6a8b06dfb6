import type { LevelValue } from '../plan/plan'
import type { PublishedSummary } from '../results/published-result'
import { studentCritical } from '../statistics/special/student-t'
import { meanVariance, momentsOf, type Moments } from '../statistics/summary/moments'
import type { FigurePoint, FigureStatistic } from './figure'
import type { SweepCell, SweepRun } from './sweep-lines'
import { plainZero, sweepPoint } from './sweep-points'

/** What is known of a cell: its runs, or the summary that was printed. */
export interface ContentCell {
  readonly level: LevelValue
  readonly cell: SweepCell
  readonly runs: readonly SweepRun[]
  readonly printed: PublishedSummary | undefined
}

/** Runs of a cell apart from a printed mean; runs come first where a cell has both. */
export function contentCell(
  cell: SweepCell,
  level: LevelValue,
  printed: ReadonlyMap<number, PublishedSummary>,
): ContentCell {
  const runs = cell.runs.total.filter((run) => !printed.has(run.runId))
  const [found] = cell.runs.total.flatMap((run) => printed.get(run.runId) ?? [])
  return { level, cell, runs, printed: runs.length > 0 ? undefined : found }
}

/** Mean, deviation and number of the runs or of what was printed; undefined where there is nothing. */
export function contentMoments({ runs, printed }: ContentCell): Moments | undefined {
  if (printed === undefined) return momentsOf(runs.map((run) => run.value))
  const { mean, standardDeviation, n } = printed
  // Print that names no number of runs has no interval, as a single run has none.
  return { n: n ?? 1, mean, sd: standardDeviation }
}

/** A cell at its place on x, divided into the figure's unit. A printed mean has no runs to show as dots. */
export function contentPoint(
  content: ContentCell,
  x: number,
  statistic: FigureStatistic,
  factor: number,
): FigurePoint {
  const { cell, runs, printed } = content
  if (printed === undefined) {
    const measured = { ...cell, runs: { ...cell.runs, total: runs } }
    return { ...sweepPoint(measured, 'total', statistic, factor), x }
  }
  const { mean, standardDeviation: sd, n } = printed
  const moments = contentMoments(content)
  const variance = moments && meanVariance(moments)
  const half =
    variance === undefined || n === undefined ? undefined : studentCritical(0.95, n - 1) * Math.sqrt(variance)
  const scaled = (value: number) => plainZero(value / factor)
  return {
    x,
    y: scaled(mean),
    ...(half !== undefined && { low: scaled(mean - half), high: scaled(mean + half) }),
    mean: scaled(mean),
    ...(sd !== undefined && { sd: scaled(sd) }),
    ...(sd !== undefined && mean > 0 && { cvPercent: (100 * sd) / mean }),
    n: n ?? 0,
    failedRuns: cell.failedRuns,
    dots: [],
    facts: [n === undefined ? 'printed mean; number of runs not printed' : `printed mean of ${n} runs`],
  }
}
