import { cleanText, textLimits } from '../figure/clean-text'
import { lineMarker, type FigurePoint, type FigureSeries } from '../figure/figure'
import { sideBySide } from '../figure/category-axis'
import type { UsualSettings } from '../figure/usual-settings'
import { type CellArrangement, type PlacedCell, placedName } from './arrange-cells'
import { groupBy } from '../../iterables'

/** The series of a figure with one mark per case: one per group and panel, next to each other within a level of x. */
export function cellSeries(
  arrangement: CellArrangement,
  settings: UsualSettings,
  mark: 'bar' | 'point',
  pointOf: (one: PlacedCell) => FigurePoint,
): readonly FigureSeries[] {
  const { seriesLabels, seriesIds, seriesKey, placed, panelTitles } = arrangement
  const groups = groupBy(placed, (one) => `${one.series} ${one.panel}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const line = `${seriesKey}=${seriesIds[first.series] ?? ''}`
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
        marker: mark === 'bar' ? 'square' : lineMarker(first.series),
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
