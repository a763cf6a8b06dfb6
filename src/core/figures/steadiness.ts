import type { Figure, FigureNumbers, FigurePoint } from './figure'
import type { FigureProvenance } from './provenance'
import { unsteadyColumn } from './tables/figure-table'
import type { Cell, Table, TableColumn } from './tables/table'
import { mapRows } from '../units/iterables'

/** For a run whose plan waits for steady state, and whose drive never reached it. */
const notReached = 'not reached'

const stateColumn: TableColumn = { key: 'steady_state', label: 'Steady state' }

/** Runs of these campaigns whose drive never became steady although their plan waits for it. */
export function unsteadyRunsIn({ campaigns }: FigureProvenance): ReadonlySet<number> {
  return new Set(campaigns.flatMap(({ unsteadyRuns = [] }) => [...unsteadyRuns]))
}

/** How many of these runs are unsteady, and the text next to their mark; nothing if all are steady. */
export function steadinessOf(
  runIds: readonly number[],
  unsteady: ReadonlySet<number>,
): { readonly unsteadyRuns: number; readonly text: string } | undefined {
  const unsteadyRuns = runIds.filter((id) => unsteady.has(id)).length
  return unsteadyRuns === 0 ? undefined : { unsteadyRuns, text: `steady state ${notReached}` }
}

/** The figure with its unsteady points marked, and with a column for it in numbers that name their run. */
export function withSteadiness(figure: Figure, provenance: FigureProvenance): Figure {
  const unsteady = unsteadyRunsIn(provenance)
  if (unsteady.size === 0) return figure
  const { numbers } = figure
  return {
    ...figure,
    series: figure.series.map((series) => ({
      ...series,
      points: series.points.map((point) => markedPoint(point, unsteady)),
    })),
    ...(numbers && { numbers: withStateColumn(numbers, unsteady) }),
  }
}

function markedPoint(point: FigurePoint, unsteady: ReadonlySet<number>): FigurePoint {
  const ids = point.dots.map(({ runId }) => runId)
  const found = steadinessOf(ids, unsteady)
  if (found === undefined || point.unsteadyRuns !== undefined) return point
  return { ...point, unsteadyRuns: found.unsteadyRuns, facts: [...(point.facts ?? []), found.text] }
}

function withStateColumn(table: Table, unsteady: ReadonlySet<number>): Table {
  const place = table.columns.findIndex(({ key }) => key === 'run')
  if (place < 0) return table
  const state = (run: Cell) => (typeof run === 'number' && unsteady.has(run) ? notReached : undefined)
  return {
    ...table,
    columns: [...table.columns, stateColumn],
    rows: mapRows(table.rows, (row) => [...row, state(row[place])]),
  }
}

/** The table with the number of unsteady runs of each row; unchanged if there are none. `runIds`: the runs of each row, in row order. */
export function withUnsteadyCounts(
  table: FigureNumbers,
  runIds: readonly (readonly number[])[],
  provenance: FigureProvenance,
): FigureNumbers {
  const unsteady = unsteadyRunsIn(provenance)
  const counts = runIds.map((ids) => steadinessOf(ids, unsteady)?.unsteadyRuns ?? 0)
  if (counts.every((count) => count === 0)) return table
  return {
    ...table,
    columns: [...table.columns, unsteadyColumn],
    rows: [...table.rows].map((row, at) => [...row, counts[at]]),
  }
}

/** Per campaign that waits for steady state, its runs that never became steady. */
export type UnsteadyRuns = ReadonlyMap<number, ReadonlySet<number>>

export function unsteadyByCampaign({ campaigns }: FigureProvenance): UnsteadyRuns {
  return new Map(
    campaigns.flatMap(({ campaignId, unsteadyRuns }) =>
      unsteadyRuns === undefined ? [] : [[campaignId, unsteadyRuns] as const],
    ),
  )
}

/** The column of a table with a row for each value of a run; none if no campaign waits for steady state. */
export function steadyStateParts(
  unsteady: UnsteadyRuns,
): readonly (readonly [
  column: TableColumn,
  read: (row: { readonly campaignId: number; readonly runId: number }) => Cell,
])[] {
  if (unsteady.size === 0) return []
  return [
    [
      stateColumn,
      ({ campaignId, runId }) => {
        const ofCampaign = unsteady.get(campaignId)
        return ofCampaign && (ofCampaign.has(runId) ? notReached : 'reached')
      },
    ],
  ]
}
