import { formatCount, formatShort, thinSpace } from '../units/number-format'
import { countBeyond } from './beyond-axis'
import type { FigureAxis, FigurePoint } from './figure'

/** Small print on what lies beyond a percent axis and why; no line where nothing does. */
export function beyondLines(
  axis: FigureAxis,
  points: readonly FigurePoint[],
  showsIntervals: boolean,
): readonly string[] {
  const { marks, intervals } = countBeyond(axis, points)
  const isSymmetric = axis.zeroLine === true
  const all = formatCount(points.filter(({ y }) => y !== undefined).length)
  const isOne = marks === 1
  const cut = isSymmetric
    ? `differences ${isOne ? 'stands' : 'stand'} at its edge as ${isOne ? 'an arrow with its number' : 'arrows with their numbers'}`
    : `bars ${isOne ? 'is broken off there and has its number' : 'are broken off there and have their numbers'}`
  const parts = [
    marks === 0 ? '' : `${formatCount(marks)} of ${all} ${cut}`,
    intervals === 0 || !showsIntervals ? '' : `${countText(intervals)} cut there (${headText(intervals)})`,
  ].filter((part) => part !== '')
  if (parts.length === 0) return []
  const end = `${isSymmetric ? '\u00b1' : ''}${formatShort(axis.max)}${thinSpace}%`
  return [
    `The axis ends at ${end}, so that a few far cells do not flatten the others: ${parts.join('; ')}. Tables hold all numbers whole.`,
  ]
}

/** Small print on the arrow heads of intervals that leave the axis of runs and means; no line where none does. */
export function cutIntervalLines(
  axis: FigureAxis,
  points: readonly FigurePoint[],
  showsIntervals: boolean,
): readonly string[] {
  const { intervals } = countBeyond(axis, points)
  if (intervals === 0 || !showsIntervals) return []
  return [
    `${countText(intervals)} wider than the axis and cut at its end (${headText(intervals)}). Tables hold all numbers whole.`,
  ]
}

function countText(intervals: number): string {
  return `${formatCount(intervals)} ${intervals === 1 ? 'interval is' : 'intervals are'}`
}

function headText(intervals: number): string {
  return intervals === 1 ? 'arrow head' : 'arrow heads'
}
