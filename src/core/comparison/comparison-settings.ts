import * as v from 'valibot'
import type { Direction } from '../results/observation'
import type { StatisticsMode } from '../statistics/comparison/case-comparison'
import type { Selection } from './selection'

/** The user's choice of what to compare; saved with each figure. */
export interface ComparisonSettings {
  readonly baseline: Selection
  readonly candidates: readonly Selection[]
  /** Names of sides in figures, tables and captions; unset: what they were chosen by. */
  readonly names?: readonly NamedSide[]
  /**
   * Id or alias, or `all` for every metric that can be judged. Unset: each test by its bandwidth, otherwise by its
   * IOPS, then its latency.
   */
  readonly metric?: string
  /** Id or alias of the metric for the summary if several are compared; unset: the most usual one. */
  readonly primaryMetric?: string
  /** Unset: the total of each test, or each direction if there is no total. */
  readonly direction?: Direction | 'all'
  /** Only these tests; unset: all. */
  readonly tests?: readonly string[]
  /** Default: `default`. */
  readonly mode?: StatisticsMode
  /** Differences within ± this percentage have no practical importance; 1 by default. */
  readonly marginPercent?: number
  /** Keys of the factors that are compared, if the sides were chosen by name. */
  readonly factors?: readonly string[]
  /** Why the other factors that differ are accepted; printed in the caption. */
  readonly acceptance?: string
  readonly excludedRuns?: readonly ExcludedRun[]
}

/** A user-defined name of a side. */
export interface NamedSide {
  readonly side: Selection
  readonly name: string
}

/** An excluded run; recorded and printed. */
export interface ExcludedRun {
  readonly runId: number
  readonly reason: string
}

const text = v.pipe(v.string(), v.maxLength(2000))
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const term = v.strictObject({ key, value: text })
const side = v.pipe(v.array(term), v.minLength(1), v.maxLength(20))
const runId = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Shape of comparison settings, checked at the contract and when a saved figure is read. */
export const comparisonSettingsSchema: v.GenericSchema<unknown, ComparisonSettings> = v.strictObject({
  baseline: side,
  candidates: v.pipe(v.array(side), v.minLength(1), v.maxLength(20)),
  names: v.optional(
    v.pipe(v.array(v.strictObject({ side, name: v.pipe(text, v.minLength(1)) })), v.maxLength(40)),
  ),
  metric: v.optional(v.pipe(v.string(), v.maxLength(64))),
  primaryMetric: v.optional(v.pipe(v.string(), v.maxLength(64))),
  direction: v.optional(v.picklist(['read', 'write', 'trim', 'total', 'all'])),
  tests: v.optional(v.pipe(v.array(key), v.maxLength(100))),
  mode: v.optional(v.picklist(['default', 'sigma', 'robust'])),
  marginPercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  factors: v.optional(v.pipe(v.array(key), v.maxLength(100))),
  acceptance: v.optional(text),
  excludedRuns: v.optional(
    v.pipe(v.array(v.strictObject({ runId, reason: v.pipe(text, v.minLength(1)) })), v.maxLength(1000)),
  ),
})
