import { groupBy } from '../../iterables'
import type { FigureNumbers } from '../figure/figure'
import { caseOfRun, type NamedRun } from './recorded-runs'

type Row = FigureNumbers['rows'] extends Iterable<infer T> ? T : never

/** The numbers of a figure with those of the runs that it has no room for; see `withMoreRows`. */
export function withUndrawn(
  drawn: FigureNumbers,
  undrawn: readonly NamedRun[],
  rowsOf: (runs: readonly NamedRun[]) => Iterable<Row>,
  lines: 'runs' | 'mean' = 'runs',
): FigureNumbers {
  // A mean needs all runs of its case.
  const groups =
    lines === 'mean'
      ? [...groupBy(undrawn, ({ run }) => caseOfRun(run)).values()]
      : undrawn.map((one) => [one])
  return withMoreRows(drawn, groups, rowsOf)
}

/**
 * The numbers of a figure with those of what it has no room for: one after the other it is read and turned into rows only
 * when the rows are. Counting the rows reads all of it.
 */
export function withMoreRows<T>(
  drawn: FigureNumbers,
  more: readonly T[],
  rowsOf: (one: T) => Iterable<Row>,
): FigureNumbers {
  if (more.length === 0) return drawn
  let count: number | undefined
  return {
    ...drawn,
    isCounted: false,
    rows: {
      get length() {
        if (count === undefined) {
          count = drawn.rows.length
          for (const one of more) for (const _ of rowsOf(one)) count++
        }
        return count
      },
      *[Symbol.iterator]() {
        yield* drawn.rows
        for (const one of more) yield* rowsOf(one)
      },
    },
  }
}
