import type { FigureAxis, FigurePoint, FigureSeries } from './figure'

/** Ends of an axis come from round ticks; a hair beyond them is on them. */
const hair = 1e-9

/** 1 where a value lies above the axis, -1 where below, 0 where it is on it. */
export function sideBeyond({ min = -Infinity, max = Infinity }: FigureAxis, value: number): -1 | 0 | 1 {
  const slack = Number.isFinite(max - min) ? (max - min) * hair : 0
  if (value > max + slack) return 1
  return value < min - slack ? -1 : 0
}

/** The value where it is on the axis, else the end of the axis that it lies beyond. */
export function withinAxis({ min = -Infinity, max = Infinity }: FigureAxis, value: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Points of the series that are drawn and have intervals. */
export function drawnPoints(series: readonly FigureSeries[]): readonly FigurePoint[] {
  return series.filter((one) => one.visible && one.role === 'measured').flatMap((one) => one.points)
}

/** Points beyond an axis, and points on it whose intervals leave it. */
export function countBeyond(
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
