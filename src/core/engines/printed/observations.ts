import { findMetric } from '../../results/metrics'
import type { Direction, Scalar, Series } from '../../results/observation'

/** One number; the unit is that of its metric. Throws for a metric that does not exist. */
export function scalarOf(test: string, direction: Direction, metric: string, value: number): Scalar {
  return { kind: 'scalar', source: 'engine', test, direction, metric, unit: unitOf(metric), value }
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
  if (!first || !findMetric(metric)) return []
  return [
    {
      ...{ kind: 'series', source: 'engine', test, direction, metric, unit: unitOf(metric) },
      startedAtMs,
      intervalSeconds: second ? second.seconds - first.seconds : first.seconds,
      seconds: Float64Array.from(points, (point) => point.seconds),
      values: Float64Array.from(points, (point) => point.value),
    },
  ]
}

/** Output with the start of the measured part, in seconds since 1970. */
export const startedFile = 'started.txt'

/** When the run started, as recorded by its script, because the programs print no time of day; 0 if unknown. */
export function startedAt(note: string | undefined): number {
  const seconds = /^\d+(?:\.\d+)?/.exec(note ?? '')?.[0]
  return seconds === undefined ? 0 : Math.round(Number(seconds) * 1000)
}

function unitOf(metric: string) {
  const found = findMetric(metric)
  if (!found) throw new RangeError(`There is no metric ${metric}.`)
  return found.unit
}
