import type { FigureAxis, FigurePoint, FigureSeries } from './figure'
import { formatShort, thinSpace } from '../../units/number-format'
import { sentences } from '../../text/plain-text'
import { template } from '../../words/template'

/** Ends of an axis come from round ticks; values barely beyond them count as on them. */
const hair = 1e-9

/** 1 if a value is above the axis, -1 if below, 0 if on it. */
export function sideBeyond({ min = -Infinity, max = Infinity }: FigureAxis, value: number): -1 | 0 | 1 {
  const slack = Number.isFinite(max - min) ? (max - min) * hair : 0
  if (value > max + slack) return 1
  return value < min - slack ? -1 : 0
}

/** The value if it is on the axis, otherwise the end of the axis that it is beyond. */
export function withinAxis({ min = -Infinity, max = Infinity }: FigureAxis, value: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Points of the series that are drawn and have intervals. */
export function drawnPoints(series: readonly FigureSeries[]): readonly FigurePoint[] {
  return series.filter((one) => one.visible && one.role === 'measured').flatMap((one) => one.points)
}

/** Points of a figure on one value axis. */
export interface AxisPoints {
  readonly axis: FigureAxis
  readonly points: readonly FigurePoint[]
}

/** Points beyond an axis, and points on it whose intervals leave it. */
function countBeyond(
  axis: FigureAxis,
  points: readonly FigurePoint[],
): { readonly marks: number; readonly intervals: number } {
  const isBeyond = (value: number | undefined) => value !== undefined && sideBeyond(axis, value) !== 0
  const isInterval = ({ low, high }: FigurePoint) => low !== undefined && high !== undefined
  return {
    marks: points.filter(({ y }) => isBeyond(y)).length,
    intervals: points.filter(
      (point) => !isBeyond(point.y) && isInterval(point) && (isBeyond(point.low) || isBeyond(point.high)),
    ).length,
  }
}

const farDifferences = template(
  'beyond-differences',
  '{marks} of {all} differences {marks|stands at its edge as an arrow with its number|stand at its edge as arrows with their numbers where there is room}',
  { marks: 'count', all: 'count' },
)
const brokenBars = template(
  'beyond-bars',
  '{marks} of {all} bars {marks|is broken off there and has its number|are broken off there and have their numbers where there is room}',
  { marks: 'count', all: 'count' },
)
const cutThere = template(
  'beyond-cut-there',
  '{intervals|# interval is|# intervals are} cut there ({intervals|arrow head|arrow heads})',
  { intervals: 'count' },
)
const fewFar = template('beyond-few-far', ', so that a few far cells do not flatten the others')
const axisEnds = template(
  'beyond-end',
  'The axis ends at {end}{why}: {what}. Tables hold all numbers whole.',
  {
    ...{ end: 'given', why: { of: [fewFar] } },
    what: { of: [farDifferences, brokenBars, cutThere], between: '; ' },
  },
)
const marksBeyond = template(
  'beyond-marks',
  '{marks|# mark is|# marks are} beyond the axis ({marks|arrow|arrows} at its end, numbers where there is room).',
  { marks: 'count' },
)
const intervalsCut = template(
  'beyond-intervals',
  '{intervals|# interval reaches beyond the axis and is|# intervals reach beyond the axis and are} cut at its end ({intervals|arrow head|arrow heads}).',
  { intervals: 'count' },
)
const tablesAreWhole = template('beyond-tables', 'Tables hold all numbers whole.')

/** Small print on what is beyond a percent axis and why; no line if nothing is. `isChosen`: a person chose its ends. */
export function beyondLines(
  axis: FigureAxis,
  points: readonly FigurePoint[],
  showsIntervals: boolean,
  isChosen = false,
): readonly string[] {
  const { marks, intervals } = countBeyond(axis, points)
  const isDifference = axis.zeroLine === true
  const all = points.filter(({ y }) => y !== undefined).length
  const what = [
    ...(marks === 0 ? [] : [(isDifference ? farDifferences : brokenBars)({ marks, all })]),
    ...(intervals === 0 || !showsIntervals ? [] : [cutThere({ intervals })]),
  ]
  if (what.length === 0) return []
  const end = `${isDifference ? differenceEnds(axis) : formatShort(axis.max)}${thinSpace}%`
  return [axisEnds({ end, why: isChosen ? '' : fewFar(), what })]
}

function differenceEnds({ min = 0, max = 0 }: FigureAxis): string {
  if (min === -max) return `\u00b1${formatShort(max)}`
  return `\u2212${formatShort(-min)} and +${formatShort(max)}`
}

/**
 * Small print on the arrows of marks and intervals that leave the axis of runs and means; no line if none does.
 * `across`: the x axis, if points have intervals along it. `others`: what panels show on other axes.
 */
export function cutLines(
  axis: FigureAxis,
  points: readonly FigurePoint[],
  showsIntervals: boolean,
  across?: FigureAxis,
  others: readonly AxisPoints[] = [],
): readonly string[] {
  const counts = [{ axis, points }, ...others].map((one) => countBeyond(one.axis, one.points))
  const marks = counts.reduce((sum, one) => sum + one.marks, 0)
  const upright = counts.reduce((sum, one) => sum + one.intervals, 0)
  const lying = points.map(({ x, xLow, xHigh, y: _y, low: _low, high: _high, ...point }): FigurePoint => ({
    ...{ ...point, x, y: x },
    ...(xLow !== undefined && { low: xLow }),
    ...(xHigh !== undefined && { high: xHigh }),
  }))
  const intervals = upright + (across ? countBeyond(across, lying).intervals : 0)
  const lines = [
    marks > 0 ? marksBeyond({ marks }) : '',
    intervals > 0 && showsIntervals ? intervalsCut({ intervals }) : '',
  ].filter((line) => line !== '')
  return lines.length === 0 ? [] : [sentences([...lines, tablesAreWhole()])]
}
