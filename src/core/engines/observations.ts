import { findMetric } from '../results/metrics'
import type { Direction, Scalar, Series } from '../results/observation'

/** One number of a run, in the base unit of its metric; nothing if it is unset or not finite, or if there is no such metric. */
export function scalarOf(
  test: string,
  direction: Direction,
  metric: string,
  value: number | undefined,
): readonly Scalar[] {
  const unit = findMetric(metric)?.unit
  if (unit === undefined || value === undefined || !Number.isFinite(value)) return []
  return [{ kind: 'scalar', source: 'engine', test, direction, metric, unit, value }]
}

/** A series of a quantity from interval lines; none if no line has it, or if there is no such metric. */
export function seriesOf<Line extends { readonly seconds: number }>(
  lines: readonly Line[],
  test: string,
  direction: Direction,
  metric: string,
  startedAtMs: number,
  valueOf: (line: Line) => number | undefined,
): readonly Series[] {
  const points = lines.flatMap((one) => {
    const value = valueOf(one)
    return value === undefined ? [] : [{ seconds: one.seconds, value }]
  })
  const [first, second] = points
  const unit = findMetric(metric)?.unit
  if (!first || unit === undefined) return []
  return [
    {
      ...{ kind: 'series', source: 'engine', test, direction, metric, unit },
      startedAtMs,
      intervalSeconds: second ? second.seconds - first.seconds : first.seconds,
      seconds: Float64Array.from(points, (point) => point.seconds),
      values: Float64Array.from(points, (point) => point.value),
    },
  ]
}

/** Output with what the program printed. */
export const outputFile = 'output.txt'

/** Output with the start of the measured part, in seconds since 1970. */
export const startedFile = 'started.txt'

/** When the run started, as recorded by its script, because the programs print no time of day; 0 if unknown. */
export function startedAt(note: string | undefined): number {
  const seconds = /^\d+(?:\.\d+)?/.exec(note ?? '')?.[0]
  return seconds === undefined ? 0 : Math.round(Number(seconds) * 1000)
}
