import { histogramPercentile, isPercentileMeaningful } from '../../statistics/latency/histogram'
import { formatByInterval, formatShort } from '../../units/number-format'
import { largestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureAxis } from '../figure/figure'
import { linearTicks } from '../figure/ticks'
import { valueAxis } from '../figure/value-axis'
import type { UsualSettings } from '../figure/usual-settings'
import type { HistogramLine } from '../cases/histogram-lines'
import { percents, type RankedLine } from './percentile-rows'

export const latencyViews = ['curve', 'cdf', 'box'] as const
export type LatencyView = (typeof latencyViews)[number]

/** Ends of the whiskers of a box. */
export const whiskers = [1, 99] as const
/** Percentiles without their own tick; they are in the table. */
export const untold: readonly number[] = [95]

/** Both axes of a view. */
export function axesOf(
  lines: readonly RankedLine[],
  view: LatencyView,
  unit: ScaledUnit,
  asked: UsualSettings,
  name: string,
): { readonly x: FigureAxis; readonly y: FigureAxis } {
  const label = `${name} (${unit.label})`
  const range = lines.flatMap(({ line }) => drawnRange(line, view)).map((ns) => ns / unit.factor)
  const latency = valueAxis({ label, values: range, scale: asked.yScale, isTight: true })
  const own = (axis: FigureAxis, text: string | undefined): FigureAxis =>
    text === undefined ? axis : { ...axis, label: cleanText(text, textLimits.axis) }
  if (view === 'cdf')
    return {
      x: own(latency, asked.xLabel),
      y: own(
        { label: 'I/Os that took at most so long (%)', kind: 'linear', ...linearTicks(0, 100) },
        asked.yLabel,
      ),
    }
  if (view === 'box')
    return {
      x: {
        ...{ label: cleanText(asked.xLabel ?? '', textLimits.axis), kind: 'category' },
        ...{ min: -0.5, max: Math.max(lines.length, 1) - 0.5 },
        ticks: lines.map(({ line }, value) => ({ value, label: line.label })),
        keepsLabels: true,
      },
      y: own(latency, asked.yLabel),
    }
  const most = largestOf(
    lines.map(({ line }) => line.count / 10),
    20,
  )
  const told = percents.filter((percent) => !untold.includes(percent) && place(percent) <= most * 1.05)
  return {
    x: own(
      {
        ...{ label: 'Percentile of all I/Os', kind: 'log10', min: 1, max: Math.max(most, 20) * 1.05 },
        ticks: told.map((percent) => ({
          value: place(percent),
          label: `${formatShort(percent, 6)}\u202f%`,
        })),
      },
      asked.xLabel,
    ),
    y: own(latency, asked.yLabel),
  }
}

/** The curve ends where fewer I/Os than this are below or beyond: single ones are not a percentile. */
export const fewestIos = 10

/**
 * I/Os below the first one drawn. A few, for example from a cache, may be far faster than all others; an axis that
 * included them would leave little room for the rest.
 */
export function iosBelow(count: number, view: Exclude<LatencyView, 'box'>): number {
  return view === 'curve' ? Math.max(fewestIos, Math.floor(count / 100)) : Math.floor(count / 1000)
}

/** Position of a percentile on the axis: 1/(1 − p). */
export function place(percent: number): number {
  return 100 / (100 - percent)
}

/** The percentile at a position of the axis, such as "99.93 %", with two digits of the share beyond it. */
export function percentileAt(position: number): string {
  const beyond = 100 / position
  return `${formatByInterval(100 - beyond, beyond)}\u202f%`
}

/** Latencies between which the line is drawn. A bin at 0, of I/Os faster than the clock, cannot be on a logarithmic axis. */
function drawnRange({ merged, count }: HistogramLine, view: LatencyView): readonly number[] {
  const edge = (ios: number) => Math.min(1, ios / count)
  const wanted =
    view === 'box'
      ? [...whiskers, 99.9]
      : [100 * edge(iosBelow(count, view) + 1), 100 * (1 - edge(fewestIos))]
  const least = merged.binsNs.find((ns, at) => ns > 0 && (merged.counts[at] ?? 0) > 0) ?? 0
  return wanted.flatMap((percent) => {
    if (view === 'box' && !isPercentileMeaningful(count, percent)) return []
    const ns = histogramPercentile(merged, percent)?.valueNs
    return ns === undefined ? [] : [Math.max(ns, least)]
  })
}
