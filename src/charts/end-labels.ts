import type { Figure, FigureSeries } from '../core/figures/figure'

/** A line's name, to stand right of its last point. */
export interface EndLabel {
  readonly text: string
  /** Id of the line. */
  readonly line: string
  readonly group: number
  readonly x: number
  readonly y: number
}

/** Names of the lines at their right ends: behind the series that reaches furthest right, the total before its parts. */
export function endLabels(figure: Figure): readonly EndLabel[] {
  // Panels share their names, and a name belongs to no one end.
  if (figure.panels) return []
  const drawn = figure.series.filter(
    (series) =>
      series.visible && series.role === 'measured' && ['line', 'point'].includes(series.mark ?? 'line'),
  )
  // Markers alone have no end, but those of a joined line stand beyond it.
  const joined = new Set(
    drawn.filter((series) => (series.mark ?? 'line') === 'line').map((series) => series.line),
  )
  const measured = drawn.filter((series) => joined.has(series.line))
  const lines = new Map<string, FigureSeries[]>()
  for (const series of measured) lines.set(series.line, [...(lines.get(series.line) ?? []), series])
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
  /** How far right it lies, the larger the further. */
  readonly reach: number
}

function endOf(series: FigureSeries, reverse: boolean): End | undefined {
  let end: End | undefined
  for (const { x, y } of series.points) {
    const reach = reverse ? -x : x
    if (y === undefined || (end && reach <= end.reach)) continue
    end = { reach, label: { text: series.lineLabel, line: series.line, group: series.group, x, y } }
  }
  return end
}
