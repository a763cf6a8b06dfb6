import * as v from 'valibot'
import type { Direction } from '../results/observation'
import type { StatisticsMode } from '../statistics/comparison/case-comparison'
import type { Selection } from './selection'

/** What a person chose to compare; saved with each figure. */
export interface ComparisonSettings {
  readonly baseline: Selection
  readonly candidates: readonly Selection[]
  /** What figures, tables and captions call sides; unset: what they were chosen by. */
  readonly names?: readonly NamedSide[]
  /** Id or alias, or `all` that can be judged. Unset: each test by its bandwidth, or where it has none by its IOPS, then its latency. */
  readonly metric?: string
  /** Id or alias of the metric that speaks in the summary where several are compared; unset: the most usual one. */
  readonly primaryMetric?: string
  /** Unset: the total of each test, or where it has none each direction. */
  readonly direction?: Direction | 'all'
  /** Only these tests; unset: all. */
  readonly tests?: readonly string[]
  /** `default` unless told. */
  readonly mode?: StatisticsMode
  /** A difference within ± this many percent has no practical importance; 1 unless told. */
  readonly marginPercent?: number
  /** Keys of the factors that are compared, where the sides were chosen by a name. */
  readonly factors?: readonly string[]
  /** Why the other factors that differ are accepted; printed in the caption. */
  readonly acceptance?: string
  readonly excludedRuns?: readonly ExcludedRun[]
}

/** A name that a person gave a side. */
export interface NamedSide {
  readonly side: Selection
  readonly name: string
}

/** A run that a person left out; recorded and printed. */
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
