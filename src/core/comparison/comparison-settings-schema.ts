import * as v from 'valibot'
import type { ComparisonSettings } from './comparison-settings'

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
