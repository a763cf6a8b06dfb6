import { statisticsModes } from '../statistics/comparison/case-comparison'
import * as v from 'valibot'
import type { Immutable } from '../plan/plan'
import { directions } from '../results/observation'

const text = v.pipe(v.string(), v.maxLength(2000))
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const term = v.strictObject({ key, value: text })
const side = v.pipe(v.array(term), v.minLength(1), v.maxLength(20))
const metric = v.pipe(v.string(), v.maxLength(64))

/** A user-defined name of a side. */
const namedSide = v.strictObject({ side, name: v.pipe(text, v.minLength(1)) })
export type NamedSide = Immutable<v.InferOutput<typeof namedSide>>

/** An excluded run; recorded and printed. */
const excludedRun = v.strictObject({
  runId: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reason: v.pipe(text, v.minLength(1)),
})
export type ExcludedRun = Immutable<v.InferOutput<typeof excludedRun>>

/** The user's choice of what to compare; saved with each figure, checked at the contract and when a figure is read. */
const settings = v.strictObject({
  baseline: side,
  candidates: v.pipe(v.array(side), v.minLength(1), v.maxLength(20)),
  /**
   * The sides were typed by a person, who may write a part of a name. Unset: in full, as a saved comparison has them, so
   * that it never shows other campaigns with a longer name once its own are gone.
   */
  typed: v.exactOptional(v.literal(true)),
  /** Names of sides in figures, tables and captions; unset: what they were chosen by. */
  names: v.optional(v.pipe(v.array(namedSide), v.maxLength(40))),
  /**
   * Id or alias, or `all` for every metric that can be judged. Unset: each test by its bandwidth, otherwise by its
   * IOPS, then its latency.
   */
  metric: v.optional(metric),
  /** Id or alias of the metric for the summary if several are compared; unset: the most usual one. */
  primaryMetric: v.optional(metric),
  /** Unset: the total of each test, or each direction if there is no total. */
  direction: v.optional(v.picklist([...directions, 'all'])),
  /** Only these tests; unset: all. */
  tests: v.optional(v.pipe(v.array(key), v.maxLength(100))),
  /** Default: `default`. */
  mode: v.optional(v.picklist(statisticsModes)),
  /** Differences within ± this percentage have no practical importance; 1 by default. */
  marginPercent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  /** Keys of the factors that are compared, if the sides were chosen by name. */
  factors: v.optional(v.pipe(v.array(key), v.maxLength(100))),
  /**
   * Key of the factor whose levels are the unit instead of the runs, where both sides have three or more: recorded, given to
   * campaigns, or a parameter of their plans. Unset: samples of a model, days, formats, or what campaigns of a side differ in.
   */
  group: v.optional(key),
  /** Why the other factors that differ are accepted; printed in the caption. */
  acceptance: v.optional(text),
  excludedRuns: v.optional(v.pipe(v.array(excludedRun), v.maxLength(1000))),
})
export type ComparisonSettings = Immutable<v.InferOutput<typeof settings>>
export const comparisonSettingsSchema: v.GenericSchema<unknown, ComparisonSettings> = settings
