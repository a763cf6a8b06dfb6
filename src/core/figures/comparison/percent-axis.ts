import type { FigureAxis, FigurePoint } from '../figure'
import { linearTicks } from '../ticks'

/** An interval that reaches further than this many times the largest difference leaves the axis. */
const furthestInterval = 2.5

/** Value axis of percent differences: symmetric about a drawn zero line. */
export function percentAxis(
  points: readonly FigurePoint[],
  label: string,
  showsIntervals: boolean,
): FigureAxis {
  const largest = points.reduce((most, { y }) => Math.max(most, Math.abs(y ?? 0)), 0)
  const reach = Math.max(largest * furthestInterval, 1)
  const ends = showsIntervals
    ? points.flatMap(({ low, high }) =>
        low === undefined || high === undefined ? [] : [Math.abs(low), Math.abs(high)],
      )
    : []
  const limit = ends.reduce((most, end) => Math.max(most, Math.min(end, reach)), Math.max(largest, 0.5))
  const { max, ticks } = linearTicks(0, limit, 3)
  const positive = ticks.filter(({ value }) => value > 0)
  return {
    label,
    kind: 'linear',
    min: -max,
    max,
    zeroLine: true,
    ticks: [
      ...positive.map(({ value, label: text }) => ({ value: -value, label: `\u2212${text}` })).reverse(),
      { value: 0, label: '0' },
      ...positive.map(({ value, label: text }) => ({ value, label: `+${text}` })),
    ],
  }
}
