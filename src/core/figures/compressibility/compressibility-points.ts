import type { LevelValue } from '../../plan/plan'
import type { PublishedSummary } from '../../results/published-result'
import { type Moments, momentsOf } from '../../statistics/summary/moments'
import type { FigurePoint, FigureStatistic } from '../figure/figure'
import { pickRuns, type RunNumbers } from '../cases/measured-cases'
import { printedMoments, printedPoint, unprintedPoint } from '../sweep/printed-point'
import type { SweepCell, SweepLine } from '../sweep/sweep-lines'
import { sweepPoint } from '../sweep/sweep-points'

/** What is known about a cell: its runs, or the printed summary. */
export interface ContentCell {
  readonly level: LevelValue
  readonly cell: SweepCell
  readonly runs: RunNumbers
  readonly printed: PublishedSummary | undefined
  /** A level of a line of printed means that was not printed. */
  readonly isUnprinted?: true
}

/** Separates the runs of a cell from a printed mean; runs come first if a cell has both. */
export function contentCell(
  cell: SweepCell,
  level: LevelValue,
  printed: ReadonlyMap<number, PublishedSummary>,
): ContentCell {
  const runs = pickRuns(cell.runs.total, (runId) => !printed.has(runId))
  const [found] = cell.runs.total.runIds.flatMap((runId) => printed.get(runId) ?? [])
  return { level, cell, runs, printed: runs.values.length > 0 ? undefined : found }
}

/** The cells of one line; where means were printed, levels that were not are marked. */
export function contentCells(cells: readonly ContentCell[]): readonly ContentCell[] {
  if (cells.every(({ printed }) => printed === undefined)) return cells
  return cells.map((one) =>
    one.printed === undefined && one.runs.values.length === 0 && one.cell.failedRuns === 0
      ? { ...one, isUnprinted: true }
      : one,
  )
}

/** Mean, deviation and number of the runs or of the printed summary; undefined if there is nothing. */
export function contentMoments({ runs, printed }: ContentCell): Moments | undefined {
  return printed === undefined ? momentsOf(runs.values) : printedMoments(printed)
}

/** A cell at its position on x, converted to the figure's unit. A printed mean has no runs to show as dots. */
export function contentPoint(
  content: ContentCell,
  x: number,
  statistic: FigureStatistic,
  factor: number,
): FigurePoint {
  const { cell, runs, printed, isUnprinted } = content
  if (isUnprinted) return unprintedPoint(x)
  if (printed === undefined) {
    const measured = { ...cell, runs: { ...cell.runs, total: runs } }
    return { ...sweepPoint(measured, 'total', statistic, factor), x }
  }
  return printedPoint(printed, cell, x, factor)
}

/** A line of a test with what is known at each level, in level order. */
export interface ContentLine {
  readonly test: string
  readonly panel: number
  readonly line: SweepLine
  readonly cells: readonly ContentCell[]
}
