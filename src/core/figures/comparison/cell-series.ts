import { cleanText, textLimits } from '../clean-text'
import type { FigurePoint, FigureSeries } from '../figure'
import type { UsualSettings } from '../usual-settings'
import { placedName, type CellArrangement, type PlacedCell } from './arrange-cells'
import { sideBySide } from './category-axis'

const markers = ['circle', 'square', 'triangle', 'diamond', 'inverted'] as const

/** The series of a figure with one mark per case: one per group and panel, side by side within a level of x. */
export function cellSeries(
  arrangement: CellArrangement,
  settings: UsualSettings,
  mark: 'bar' | 'point',
  pointOf: (one: PlacedCell) => FigurePoint,
): readonly FigureSeries[] {
  const { seriesLabels, seriesKey, placed, panelTitles } = arrangement
  const groups = new Map<string, PlacedCell[]>()
  for (const one of placed) {
    const key = `${one.series} ${one.panel}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const line = `${seriesKey}=${seriesLabels[first.series] ?? ''}`
    const own = settings.seriesLabels?.[line]?.trim()
    const label = cleanText(
      own === undefined || own === '' ? (seriesLabels[first.series] ?? '') : own,
      textLimits.label,
    )
    return [
      {
        id: `${line}/${first.panel}`,
        label,
        line,
        lineLabel: label,
        part: 'total',
        partLabel: 'total',
        role: 'measured',
        group: first.series,
        marker: mark === 'bar' ? 'square' : markerOf(first.series),
        dash: 'solid',
        mark,
        ...sideBySide(first.series, seriesLabels.length),
        ...(mark === 'point' && panelTitles.length > 4 && { size: 0.7 }),
        panel: first.panel,
        visible: !(settings.hiddenSeries?.includes(line) ?? false),
        points: group
          .map((one) => ({ ...pointOf(one), ...placedName(arrangement, one) }))
          .sort((a, b) => a.x - b.x),
      },
    ]
  })
}

/** Shapes shift by two in the second round: also with two greys in turn no two of eight series look the same. */
function markerOf(series: number): FigureSeries['marker'] {
  const { length } = markers
  return markers[(series + 2 * Math.floor(series / length)) % length] ?? 'circle'
}
