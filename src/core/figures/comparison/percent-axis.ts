import type { FigureAxis, FigurePoint, FigureTick } from '../figure/figure'
import { linearTicks } from '../figure/ticks'
import { valueAxis } from '../figure/value-axis'
import type { ValueScale } from '../../results/value-scale'

/** The end of the axis is based on the value that this share of the cells does not exceed. */
const usualShare = 0.95
/** From this number of cells on the share is meaningful; with fewer, the second largest value is used. */
const manyCells = 20
/** A mark is placed at the edge from this multiple of the usual difference on: for many cells, and for few. */
const furthestMark = { many: 3, few: 10 } as const
/** The same for an interval, relative to the usual reach of intervals: cutting one loses less than moving a mark. */
const furthestInterval = { many: 1.5, few: 3 } as const
/** With fewer cells than this, all are worth their space. */
const fewestCells = 4
/** Differences up to this, in percent, are always within the axis. */
const alwaysShown = 5

/** Nothing can fall by more than 100 %. */
const lowestPercent = -100
/** If the part below zero is a smaller share of the axis, a label at −100 % would touch that of zero. */
const leastShare = 0.12

/**
 * Value axis of percent differences: symmetric about a drawn zero line, unless it goes beyond 100 %: then it ends at
 * −100 %, or at the tick below the data if an interval reaches further. It fits most of the cells: a few far beyond
 * the others are beyond its ends, see `beyond-axis.ts`.
 */
export function percentAxis(
  points: readonly FigurePoint[],
  label: string,
  showsIntervals: boolean,
): FigureAxis {
  const sizes = points.flatMap(({ y }) => (y === undefined ? [] : [Math.abs(y)]))
  const furthest = limitOf(sizes, furthestMark)
  const largest = sizes.reduce((most, size) => (size <= furthest ? Math.max(most, size) : most), 0.5)
  const ends = points.flatMap(({ y, low, high }) =>
    y === undefined || low === undefined || high === undefined || Math.abs(y) > furthest
      ? []
      : [Math.max(Math.abs(low), Math.abs(high))],
  )
  const reach = limitOf(ends, furthestInterval)
  const limit = showsIntervals
    ? ends.reduce((most, end) => Math.max(most, Math.min(end, reach)), largest)
    : largest
  const { max, ticks } = linearTicks(0, limit, 3)
  const positive = ticks.filter(({ value }) => value > 0)
  const lowest = points.reduce(
    (least, { y = 0, low = y }) => Math.min(least, y, showsIntervals ? low : y),
    lowestPercent,
  )
  const endsAtLowest = max > -lowestPercent && lowest === lowestPercent
  const below = endsAtLowest
    ? ticksToLowest(positive, max)
    : positive.filter((_, at) => -(positive[at - 1]?.value ?? 0) > lowest)
  return {
    label,
    kind: 'linear',
    min: endsAtLowest ? lowestPercent : -(below.at(-1)?.value ?? max),
    max,
    zeroLine: true,
    ticks: [
      ...below.map(({ value, label: text }) => ({ value: -value, label: `\u2212${text}` })).reverse(),
      { value: 0, label: '0' },
      ...positive.map(({ value, label: text }) => ({ value, label: `+${text}` })),
    ],
  }
}

/** The sizes of the negative ticks of an axis that ends at −100 %. */
function ticksToLowest(positive: readonly FigureTick[], max: number): readonly FigureTick[] {
  const inner = positive.filter(({ value }) => value < -lowestPercent)
  const hasRoom = -lowestPercent / (max - lowestPercent) >= leastShare
  return hasRoom ? [...inner, { value: -lowestPercent, label: '100' }] : inner
}

/** A bar of a ratio is truncated from this multiple of the usual one on: for many cells, and for few. */
const furthestBar = { many: 2, few: 3 } as const
/** Both sides are equal. */
const equalPercent = 100

/**
 * Value axis of ratios in percent: from 0 unless logarithmic, with a line where both sides are equal. A few bars far longer than the
 * others are truncated at its end, and so is an interval that reaches far beyond the others.
 */
export function ratioAxis(
  points: readonly FigurePoint[],
  label: string,
  showsIntervals: boolean,
  scale?: ValueScale,
): FigureAxis {
  const ratios = points.flatMap(({ y }) => (y === undefined ? [] : [Math.max(y, equalPercent)]))
  const furthest = limitOf(ratios, furthestBar)
  const largest = ratios.reduce((most, one) => (one <= furthest ? Math.max(most, one) : most), equalPercent)
  const ends = points.flatMap(({ y, high }) =>
    !showsIntervals || y === undefined || high === undefined || y > furthest ? [] : [high],
  )
  const reach = limitOf(ends, furthestInterval)
  const limit = ends.reduce((most, end) => Math.max(most, Math.min(end, reach)), largest)
  const shown = points.flatMap(({ y }) => (y === undefined || y > furthest ? [] : [y]))
  return { ...valueAxis({ label, values: [...shown, equalPercent, limit], scale }), lineAt: equalPercent }
}

/** The limit up to which sizes are on the axis; infinite if none is far beyond the others. */
function limitOf(
  sizes: readonly number[],
  furthest: { readonly many: number; readonly few: number },
): number {
  if (sizes.length < fewestCells) return Infinity
  const ascending = [...sizes].sort((a, b) => a - b)
  const usual = ascending[Math.floor(usualShare * (sizes.length - 1))] ?? 0
  return Math.max(usual * (sizes.length < manyCells ? furthest.few : furthest.many), alwaysShown)
}
