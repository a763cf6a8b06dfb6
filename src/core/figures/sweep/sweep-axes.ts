import type { LevelValue } from '../../plan/plan'
import { codedWord, formatLevel, levelName, usualKind, namedLevel } from '../../plan/levels/format-level'
import type { FigureAxis, FigureSeries, FigureTick } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import { valueAxis } from '../figure/value-axis'
import { largestOf, smallestOf } from '../../iterables'

/** An interval that reaches further than this many times the largest value leaves the axis instead of flattening the rest. */
export const furthestInterval = 1.5

/** Levels whose names all fit on a narrow figure, turned if necessary. */
const mostNamed = 12

/** Percentages read in rising order; a mix is read from all reads to all writes. */
const ascending: ReadonlySet<string> = new Set(['fill_percent', 'offered_percent'])

/** The x axis of a sweep: true position for numbers (binary logarithm for sizes, depths and counts), otherwise categories. */
export function sweepXAxis(key: string, levels: readonly LevelValue[], label: string): FigureAxis {
  const numbers = levels.filter((level) => typeof level === 'number')
  if (numbers.length !== levels.length) {
    const ticks = levels.map((level, value): FigureTick => {
      const word = typeof level === 'number' ? String(level) : codedWord(key, level)
      return { value, label: levelName(key, level), ...(word !== undefined && { word }) }
    })
    const ends = { min: -0.5, max: Math.max(levels.length, 1) - 0.5 }
    return { label, kind: 'category', ticks, ...ends, keepsLabels: levels.length <= mostNamed }
  }
  const isShare = key.endsWith('_percent')
  const ticks = numbers.map((value) => ({ value, label: isShare ? String(value) : tickLabel(key, value) }))
  if (isShare) {
    // More than all of the capacity can be offered. A tick beyond the axis would leave the plot no width.
    const max = largestOf(numbers, 100)
    return { label, kind: 'linear', reverse: !ascending.has(key), min: 0, max, ticks }
  }
  const isDoubling =
    numbers.length > 2 && numbers.every((value) => value > 0 && Number.isInteger(Math.log2(value)))
  const [min, max] = [smallestOf(numbers), largestOf(numbers)]
  const ends = numbers.length === 0 ? {} : widened(min, max, isDoubling)
  return { label, kind: isDoubling ? 'log2' : 'linear', ticks, ...ends }
}

/** What x is called in a sentence: "70 % reads", "64 KiB". */
export function xName(key: string, levels: readonly LevelValue[], x: number): string {
  const level = levels.every((one) => typeof one === 'number') ? x : levels[x]
  if (level === undefined) return String(x)
  return key === 'read_percent' && typeof level === 'number' ? `${level} % reads` : namedLevel(key, level)
}

/** The y axis over all visible runs, means and intervals. */
export function sweepYAxis(
  series: readonly FigureSeries[],
  label: string,
  settings: UsualSettings,
): FigureAxis {
  const points = series.filter((one) => one.visible).flatMap((one) => one.points)
  const runs = points.flatMap((point) => [point.y, ...point.dots.map((dot) => dot.y)]).filter(isNumber)
  const largest = largestOf(runs, 0)
  const reach = largest + (furthestInterval - 1) * Math.abs(largest)
  const bars = settings.showIntervals === false ? [] : points.flatMap((point) => [point.low, point.high])
  return valueAxis({
    label,
    values: runs,
    ends: bars.filter(isNumber).map((end) => Math.min(end, reach)),
    scale: settings.yScale,
    fromZero: settings.yFromZero !== false,
  })
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined
}

function tickLabel(key: string, value: number): FigureTick['label'] {
  const kind = usualKind(key)
  if (kind?.type !== 'bytes') return levelName(key, value)
  return formatLevel(value, { type: 'bytes', ...(kind.perSecond && { perSecond: true }) })
}

/** A little room beyond the outermost levels. */
function widened(
  min: number,
  max: number,
  isDoubling: boolean,
): { readonly min: number; readonly max: number } {
  if (isDoubling) return { min: min / 2 ** 0.25, max: max * 2 ** 0.25 }
  const room = 0.03 * (max - min || Math.abs(max) || 1)
  return { min: min - room, max: max + room }
}
