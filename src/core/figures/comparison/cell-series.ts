import { cleanText, textLimits } from '../figure/clean-text'
import { lineMarker, type FigureAxis, type FigurePoint, type FigureSeries } from '../figure/figure'
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

/** Evenly spaced levels; each takes one unit of x. */
export function categoryAxis(labels: readonly string[], label: string): FigureAxis {
  return {
    label,
    kind: 'category',
    min: -0.5,
    max: Math.max(labels.length, 1) - 0.5,
    ticks: labels.map((text, value) => ({ value, label: text })),
  }
}

/** Share of a category's width taken by its marks. */
const groupWidth = 0.8

/** The position of the n-th of `count` series within its category, and the width of its bars, in units of x. */
export function sideBySide(
  index: number,
  count: number,
): { readonly offset: number; readonly barWidth: number } {
  const slot = groupWidth / Math.max(1, count)
  return { offset: (index - (count - 1) / 2) * slot, barWidth: slot * 0.9 }
}
