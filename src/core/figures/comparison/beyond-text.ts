import { formatCount, formatShort, thinSpace } from '../../units/number-format'
import { countBeyond } from '../beyond-axis'
import type { FigureAxis, FigurePoint } from '../figure'

/** Small print on what lies beyond a percent axis and why; no line where nothing does. */
export function beyondLines(
  axis: FigureAxis,
  points: readonly FigurePoint[],
  showsIntervals: boolean,
): readonly string[] {
  const { marks, intervals } = countBeyond(axis, points)
  const parts = [
    marks === 0
      ? ''
      : `${formatCount(marks)} of ${formatCount(points.filter(({ y }) => y !== undefined).length)} differences ${
          marks === 1 ? 'stands' : 'stand'
        } at its edge as ${marks === 1 ? 'an arrow with its number' : 'arrows with their numbers'}`,
    intervals === 0 || !showsIntervals
      ? ''
      : `${formatCount(intervals)} ${intervals === 1 ? 'interval is' : 'intervals are'} cut there (arrow ${intervals === 1 ? 'head' : 'heads'})`,
  ].filter((part) => part !== '')
  if (parts.length === 0) return []
  const end = `\u00b1${formatShort(axis.max)}${thinSpace}%`
  return [
    `The axis ends at ${end}, so that a few far cells do not flatten the others: ${parts.join('; ')}. Tables hold all numbers whole.`,
  ]
}
