import { groupBy } from '../../iterables'
import type { FigureNumbers } from '../figure/figure'
import { caseOfRun, type NamedRun } from './recorded-runs'

type Row = FigureNumbers['rows'] extends Iterable<infer T> ? T : never

/**
 * The numbers of a figure with those of the runs that it has no room for: one after the other they are read and turned
 * into rows only when the rows are. Counting the rows reads them all.
 */
export function withUndrawn(
  drawn: FigureNumbers,
  undrawn: readonly NamedRun[],
  rowsOf: (runs: readonly NamedRun[]) => Iterable<Row>,
  lines: 'runs' | 'mean' = 'runs',
): FigureNumbers {
  if (undrawn.length === 0) return drawn
  // A mean needs all runs of its case.
  const groups =
    lines === 'mean'
      ? [...groupBy(undrawn, ({ run }) => caseOfRun(run)).values()]
      : undrawn.map((one) => [one])
  let count: number | undefined
  return {
    ...drawn,
    isCounted: false,
    rows: {
      get length() {
        if (count === undefined) {
          count = drawn.rows.length
          for (const group of groups) for (const _ of rowsOf(group)) count++
        }
        return count
      },
      *[Symbol.iterator]() {
        yield* drawn.rows
        for (const group of groups) yield* rowsOf(group)
      },
    },
  }
}
