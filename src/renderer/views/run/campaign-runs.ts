import { orderTrend } from '../../../core/comparison/judge/order-trend'
import { runPhases, runStates, type RunSummary, type RunState } from '../../../core/results/run'
import { runRemarks, type RunColumns } from '../../../core/results/run-columns'
import { remembered } from './grid/remembered'

/**
 * The runs of the campaign in the Run room, in execution order. A large one has hundreds of thousands, so data needed
 * for every run is in columns of numbers, and a complete run exists only if it is viewed.
 */
export interface CampaignRuns {
  /** A new object whenever a number in them has changed. */
  readonly columns: RunColumns
  /** The run with this id; undefined until it is loaded, which this requests. */
  whole(runId: number | undefined): RunSummary | undefined
}

const measure = runPhases.indexOf('measure')

/** Code of a state in a column. */
export const stateCode = (state: RunState): number => runStates.indexOf(state)

/** State of the run at a position. */
export function stateAt({ state }: RunColumns, index: number): RunState {
  return runStates[state[index] ?? -1] ?? 'unknown'
}

export function isMeasured({ phase }: RunColumns, index: number): boolean {
  return phase[index] === measure
}

export function isWarned({ remarks }: RunColumns, index: number): boolean {
  return ((remarks[index] ?? 0) & runRemarks.warned) !== 0
}

/** Whether a run was cut off because its host was abandoned. */
export const hasRunLeftOnHost = remembered(({ remarks }: RunColumns): boolean =>
  remarks.some((bits) => (bits & runRemarks.leftOnHost) !== 0),
)

/** Whether a run is being executed, for whatever purpose. */
export const hasRunning = remembered(({ state }: RunColumns): boolean => state.includes(stateCode('running')))

/** Measured runs per state, only states that occur, by their first occurrence. */
export const countStates = remembered((columns: RunColumns): ReadonlyMap<RunState, number> => {
  const counts = new Uint32Array(runStates.length)
  const order: number[] = []
  columns.state.forEach((code, index) => {
    if (columns.phase[index] !== measure) return
    if (counts[code] === 0) order.push(code)
    counts[code] = (counts[code] ?? 0) + 1
  })
  return new Map(
    order.flatMap((code) => {
      const state = runStates[code]
      return state === undefined ? [] : [[state, counts[code] ?? 0] as const]
    }),
  )
})

/** Position of the measured run that was done last; -1 if there is none. */
export const lastDone = remembered((columns: RunColumns): number => {
  const done = stateCode('done')
  let latest = -1
  let latestMs = -1
  columns.state.forEach((code, index) => {
    if (code !== done || columns.phase[index] !== measure) return
    const finishedMs = columns.finishedAtMs[index] ?? NaN
    const atMs = Number.isNaN(finishedMs) ? 0 : finishedMs
    if (atMs > latestMs) [latest, latestMs] = [index, atMs]
  })
  return latest
})

/** A number of the run at a position; undefined if it has none. */
export function numberAt(column: Float64Array | undefined, index: number): number | undefined {
  const value = column?.[index]
  return value === undefined || Number.isNaN(value) ? undefined : value
}

/** Larger campaigns are not examined for a trend, because that would block the window. */
const mostTrendRuns = 50_000
/** Largest p of a trend that is reported. */
const trendLimit = 0.05

/** A number that correlates with the position of a run in the order. */
export interface PositionEffect {
  /** Id of the metric. */
  readonly headline: string
  /** Spearman's rank correlation of value and position within the cases. */
  readonly rho: number
  readonly p: number
}

/** Whether done runs became faster or slower over the campaign; undefined if there is no evidence. */
export const positionEffect = remembered((columns: RunColumns): PositionEffect | undefined => {
  if (columns.id.length > mostTrendRuns) return undefined
  const done = stateCode('done')
  const [headline, column] =
    Object.entries(columns.headline).find(([, values]) => values.some((value) => value > 0)) ?? []
  if (headline === undefined || column === undefined) return undefined
  const cases = new Map<number, { readonly values: number[]; readonly runIds: number[] }>()
  column.forEach((value, place) => {
    if (columns.state[place] !== done || !isMeasured(columns, place) || !(value > 0)) return
    const key = columns.caseIndex[place] ?? -1
    let found = cases.get(key)
    if (!found) cases.set(key, (found = { values: [], runIds: [] }))
    found.values.push(value)
    found.runIds.push(place)
  })
  const trend = orderTrend(
    Array.from(cases.values(), ({ values, runIds }) => ({
      values: Float64Array.from(values),
      runIds: Float64Array.from(runIds),
    })),
  )
  return trend && trend.p <= trendLimit ? { headline, ...trend } : undefined
})

/** Smallest and largest positive number of done runs, by the id of each headline metric. */
export const rangesOf = remembered(
  (columns: RunColumns): ReadonlyMap<string, { readonly lowest: number; readonly highest: number }> =>
    new Map(Object.entries(columns.headline).map(([id, values]) => [id, rangeOf(columns, values)])),
)

function rangeOf({ state }: RunColumns, values: Float64Array): { lowest: number; highest: number } {
  const done = stateCode('done')
  let lowest = Infinity
  let highest = -Infinity
  values.forEach((value, index) => {
    if (!(value > 0) || state[index] !== done) return
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  })
  return { lowest, highest }
}
