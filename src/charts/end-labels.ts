import type { Figure, FigureSeries } from '../core/figures/figure/figure'
import { groupBy } from '../core/iterables'

/** The name of a line, right of its last point. */
export interface EndLabel {
  readonly text: string
  /** Id of the line. */
  readonly line: string
  readonly group: number
  /** Of its drive, `#rrggbb`. */
  readonly color?: string | undefined
  readonly x: number
  readonly y: number
}

/**
 * Names of the lines at their right ends: after the series that extends furthest to the right, the total before its
 * parts.
 */
export function endLabels(figure: Figure): readonly EndLabel[] {
  // Panels share their names, so a name does not belong to a single end; outlines of a radar have no ends.
  if (figure.panels || figure.radial === true) return []
  const drawn = figure.series.filter(
    (series) =>
      series.visible && series.role === 'measured' && ['line', 'point'].includes(series.mark ?? 'line'),
  )
  // Markers alone have no end, but those of a joined line extend beyond it.
  const joined = new Set(
    drawn.filter((series) => (series.mark ?? 'line') === 'line').map((series) => series.line),
  )
  const measured = drawn.filter((series) => joined.has(series.line))
  const lines = groupBy(measured, ({ line }) => line)
  if ([...lines.keys()].every((line) => line === 'all')) return []
  return [...lines.values()].flatMap((parts) => {
    const ends = parts.flatMap((series) => endOf(series, figure.x.reverse === true) ?? [])
    const furthest = ends.reduce<End | undefined>(
      (best, end) => (best && best.reach >= end.reach ? best : end),
      undefined,
    )
    return furthest ? [furthest.label] : []
  })
}

interface End {
  readonly label: EndLabel
  /** How far to the right it is; larger is further. */
  readonly reach: number
}

function endOf(series: FigureSeries, reverse: boolean): End | undefined {
  let end: End | undefined
  for (const { x, y } of series.points) {
    const reach = reverse ? -x : x
    if (y === undefined || (end && reach <= end.reach)) continue
    const { lineLabel: text, line, group, color } = series
    end = { reach, label: { text, line, group, ...(color !== undefined && { color }), x, y } }
  }
  return end
}

/**
 * Moves labels apart so that none covers another and each stays as near to its position as possible (isotonic
 * regression, pool adjacent violators): y of each, in the order given, within top and bottom as far as they fit.
 */
export function spreadLabels(
  wanted: readonly number[],
  spacing: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = wanted.map((y, index) => ({ y, index })).sort((one, other) => one.y - other.y)
  const last = order.length - 1
  const highest = (rank: number) => top + rank * spacing
  const lowest = (rank: number) => bottom - (last - rank) * spacing
  const result: number[] = []
  let rank = 0
  for (const pool of pools(order.map(({ y }, at) => y - at * spacing))) {
    for (let member = 0; member < pool.count; member++) {
      const y = pool.sum / pool.count + rank * spacing
      const label = order[rank]
      if (label) result[label.index] = Math.max(Math.min(y, lowest(rank)), highest(rank))
      rank += 1
    }
  }
  return result
}

interface Pool {
  readonly sum: number
  readonly count: number
}

/** Neighbours that would end up in the wrong order share their mean. */
function pools(values: readonly number[]): readonly Pool[] {
  const found: Pool[] = []
  for (const value of values) {
    let pool: Pool = { sum: value, count: 1 }
    let before = found[found.length - 1]
    while (before && before.sum / before.count > pool.sum / pool.count) {
      found.pop()
      pool = { sum: before.sum + pool.sum, count: before.count + pool.count }
      before = found[found.length - 1]
    }
    found.push(pool)
  }
  return found
}
