import * as v from 'valibot'
import { comparisonSettingsSchema } from '../comparison/comparison-settings'
import type { FigureSettings } from '../figures/figure'
import { figureLookEntries } from './figure-look-schema'

const text = v.pipe(v.string(), v.maxLength(2000))
const levelValue = v.union([v.pipe(v.number(), v.finite()), text, v.boolean()])

/** Shape of figure settings, checked at the contract and when a saved figure is read. */
export const figureSettingsSchema: v.GenericSchema<unknown, FigureSettings> = v.strictObject({
  kind: v.picklist([
    'mix-sweep',
    'compressibility',
    'compressibility-bars',
    'comparison',
    'percent-difference',
    'advantage',
    'advantage-table',
    'comparison-table',
    'compressibility-table',
    'results-table',
  ]),
  campaignIds: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1))), v.maxLength(100)),
  metric: v.pipe(v.string(), v.maxLength(64)),
  xKey: v.optional(text),
  seriesKey: v.optional(text),
  fixed: v.optional(v.record(text, levelValue)),
  directions: v.optional(v.array(v.picklist(['total', 'read', 'write']))),
  unit: v.optional(text),
  title: v.optional(text),
  subtitle: v.optional(text),
  xLabel: v.optional(text),
  yLabel: v.optional(text),
  seriesLabels: v.optional(v.record(text, text)),
  hiddenSeries: v.optional(v.array(text)),
  showDots: v.optional(v.boolean()),
  showIntervals: v.optional(v.boolean()),
  showReference: v.optional(v.boolean()),
  yFromZero: v.optional(v.boolean()),
  yScale: v.optional(v.picklist(['linear', 'log'])),
  xScale: v.optional(v.picklist(['even', 'true'])),
  statistic: v.optional(v.picklist(['mean', 'median'])),
  comparison: v.optional(comparisonSettingsSchema),
  ...figureLookEntries,
})
