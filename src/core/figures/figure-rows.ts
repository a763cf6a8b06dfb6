import type { TidyRow } from '../results/run'
import type { LevelValue } from '../plan/plan'

/**
 * The measurements a figure can be made of. A campaign may hold a million of them where a figure shows a few lines: its
 * axes are chosen by runs that stand for all others, and only what is shown becomes rows.
 */
export interface FigureRows {
  /** Every row of some runs, such that any other run has the levels and the quantities of one of these. */
  readonly telling: readonly TidyRow[]
  /** Every row that has all of these levels, in order of campaigns and runs; `test` stands for the row's test. */
  matching(levels: Readonly<Record<string, LevelValue>>): readonly TidyRow[]
}

/** Rows as the builders of figures take them: as they are read piece by piece, or all of them. */
export type GivenRows = FigureRows | readonly TidyRow[]

/** Rows that are all in memory can be asked in the same way. */
export function figureRows(given: GivenRows): FigureRows {
  if ('telling' in given) return given
  return { telling: given, matching: (levels) => given.filter((row) => matches(row, levels)) }
}

/** True where the row has every one of these levels; `test` stands for the row's test. */
export function matches(row: TidyRow, levels: Readonly<Record<string, LevelValue>>): boolean {
  return Object.entries(levels).every(([key, value]) =>
    key === 'test' ? row.test === value : row.levels[key] === value,
  )
}
