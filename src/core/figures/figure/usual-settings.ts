import { averages } from '../../statistics/summary/summarize'
import { type FigurePart, figureParts } from './figure'
import * as v from 'valibot'
import { findMetric, type Metric } from '../../results/metrics'
import { cleanText, textLimits } from './clean-text'
import {
  annotationSchema,
  deviceStyleSchema,
  labelShiftSchema,
  referenceLineSchema,
  seriesStyleSchema,
  smallPrintLengths,
} from './figure-look'
import { setting } from './own-setting'

/** The settings of any kind of figure, as the entries of a schema; the types are derived from it. */

const text = v.pipe(v.string(), v.maxLength(2000))
const number = v.pipe(v.number(), v.finite())
const levelValue = v.union([number, text, v.boolean()])

/** Too many lines to distinguish: a panel each (unset), grey except for those that stand out, or all together. */
export const manySeriesWays = ['panels', 'grey', 'together'] as const
export const mostPanelColumns = 8
export const mostPanelsPerPart = 99

/** How a figure looks. Unset parts fall back to the figure's own choice. */
const look = {
  /** Ends of the value axis, in the base unit of the metric; in percent for kinds that show percentages. */
  yMin: v.optional(number),
  yMax: v.optional(number),
  references: v.optional(v.pipe(v.array(referenceLineSchema), v.maxLength(20), v.readonly())),
  /** Runs are shown next to each other (unset) or on top of each other. */
  jitter: v.optional(v.boolean()),
  /** Numbers at the marks; unset: at horizontal bars. */
  valueLabels: v.optional(v.boolean()),
  /** User-defined offsets of the numbers of marks, by `valueLabelKey`, in ems from the usual position. */
  movedLabels: v.optional(v.record(text, labelShiftSchema)),
  annotations: v.optional(v.pipe(v.array(annotationSchema), v.maxLength(50), v.readonly())),
  /** By id of a line. */
  seriesStyles: v.optional(v.record(text, seriesStyleSchema)),
  /** By name of a device, for lines that represent one: applies to all figures of the review once this one is saved. */
  deviceStyles: v.optional(v.record(text, deviceStyleSchema)),
  /** Ids of lines; unnamed ones follow. */
  seriesOrder: v.optional(v.pipe(v.array(text), v.maxLength(500), v.readonly())),
  manySeries: v.optional(v.picklist(manySeriesWays)),
  /** Panels next to each other; unset: as many as fit. */
  panelColumns: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPanelColumns))),
  /** Most panels in one picture; a figure with more of them is printed in parts. Unset: all in one. */
  panelsPerPart: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPanelsPerPart))),
  /** Amount of small print; unset: as in the article preset, otherwise all. */
  smallPrint: v.optional(v.picklist(smallPrintLengths)),
  /** The line of short small print in the user's own words. */
  source: v.optional(text),
}

/** What is shown, and its look. */
export const usualSettings = {
  /** Empty: all campaigns of the rows. */
  campaignIds: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.maxLength(100),
    v.readonly(),
  ),
  /** Id or alias of a metric. */
  metric: v.pipe(v.string(), v.maxLength(64)),
  /** Axis on x; `read_percent` for a mix sweep. */
  xKey: v.optional(text),
  /** Axis that makes the lines, or `campaign`. */
  seriesKey: v.optional(text),
  /** Axis of small multiples: a panel for each of its levels, on shared scales. Only for pictures. */
  facet: setting(text, {
    ...{ type: 'axis', label: 'Panels', unset: 'One panel' },
    help: 'A panel for each level of this axis, on shared scales',
  }),
  /** Metric of a second panel below the first, id or alias; see `takesSecondMetric` and `secondMetricOf`. */
  secondMetric: setting(v.pipe(v.string(), v.maxLength(64)), {
    ...{ type: 'metric', label: 'Second panel', unset: 'No second panel' },
    help: 'Another metric of the same runs, below on the same x axis',
  }),
  /** Fixed levels of the remaining axes, by axis key; `test` fixes the test. */
  fixed: v.optional(v.record(text, levelValue)),
  /** Which parts are drawn. */
  directions: v.optional(v.pipe(v.array(v.picklist(figureParts)), v.readonly())),
  /** One of `figureUnits(metric)`; unset: the one that fits. */
  unit: v.optional(text),
  /** Units that the document around the figure has, by id of a metric. */
  units: v.optional(v.record(text, text)),
  title: v.optional(text),
  subtitle: v.optional(text),
  xLabel: v.optional(text),
  yLabel: v.optional(text),
  /** Names by id of a series or of a line. */
  seriesLabels: v.optional(v.record(text, text)),
  /** Ids of series or of lines. */
  hiddenSeries: v.optional(v.pipe(v.array(text), v.readonly())),
  showDots: v.optional(v.boolean()),
  showIntervals: v.optional(v.boolean()),
  showReference: v.optional(v.boolean()),
  yFromZero: v.optional(v.boolean()),
  yScale: v.optional(v.picklist(['linear', 'log'])),
  /** Levels of data content evenly spaced (unset) or at their true place. */
  xScale: v.optional(v.picklist(['even', 'true'])),
  /** Average of the runs; `harmonic` is for rates over a fixed amount of data and is the mean for everything else. */
  statistic: v.optional(v.picklist(averages)),
  ...look,
}

/** Settings of a figure as far as every kind has them. */
export type UsualSettings = Readonly<v.InferOutput<v.StrictObjectSchema<typeof usualSettings, undefined>>> & {
  readonly kind: string
}

/** Whether a campaign is one of those that a figure shows. */
export function isChosen(campaignId: number, { campaignIds }: Pick<UsualSettings, 'campaignIds'>): boolean {
  return campaignIds.length === 0 || campaignIds.includes(campaignId)
}

/** The metric that a figure is of. Throws a RangeError if it does not exist. */
export function metricOf({ metric: name }: Pick<UsualSettings, 'metric'>): Metric {
  const metric = findMetric(name)
  if (metric) return metric
  throw new RangeError(`There is no metric "${cleanText(name, textLimits.label)}".`)
}

/** A second metric by its name, and the one part of it that is shown if it is set as `latency_p99/read`. */
export function secondMetricOf(asked: string): { readonly name: string; readonly part?: FigurePart } {
  const part = figureParts.find((one) => asked.endsWith(`/${one}`))
  return part === undefined ? { name: asked } : { name: asked.slice(0, -part.length - 1), part }
}

/** The average of a figure that has no harmonic mean. */
export function averageOf({ statistic }: Pick<UsualSettings, 'statistic'>): 'mean' | 'median' {
  return statistic === 'median' ? 'median' : 'mean'
}

/** The part of the settings about a figure's look, for any kind. */
export type FigureLook = Readonly<v.InferOutput<v.StrictObjectSchema<typeof look, undefined>>>
