import type { LevelValue } from '../plan/plan'
import { cleanText, textLimits } from './clean-text'
import { type ContentCell, type ContentLine, contentPoint } from './compressibility-points'
import { sideBySide } from './comparison/cell-series'
import { lineMarker, type FigurePoint, type FigureSeries, type FigureStatistic } from './figure'
import type { UsualSettings } from './usual-settings'

export interface ContentSeriesOptions {
  readonly settings: UsualSettings
  readonly levels: readonly LevelValue[]
  readonly isBars: boolean
  /** Percentages are at their true position; words have none and are left out. */
  readonly isTrueScale: boolean
  readonly statistic: FigureStatistic
  /** Base units per unit of the figure. */
  readonly factor: number
}

/** One series per line and panel; words such as `random` are separate markers apart from the curve. */
export function contentSeries(
  lines: readonly ContentLine[],
  options: ContentSeriesOptions,
): readonly FigureSeries[] {
  const { settings, isBars, isTrueScale } = options
  const ids = [...new Set(lines.map(({ line }) => line.id))]
  return lines.flatMap(({ line, panel, cells }) => {
    const group = ids.indexOf(line.id)
    const own = settings.seriesLabels?.[line.id]?.trim()
    const label = cleanText(
      own === undefined || own === '' ? line.label || 'all runs' : own,
      textLimits.label,
    )
    const base = {
      label,
      line: line.id,
      lineLabel: label,
      part: 'total',
      partLabel: 'total',
      role: 'measured',
      group,
      marker: isBars ? 'square' : lineMarker(group),
      dash: 'solid',
      panel,
      visible: !(settings.hiddenSeries?.includes(line.id) ?? false),
    } as const
    if (isBars) {
      const points = pointsOf(cells, options, () => true)
      return [{ ...base, id: `${line.id}/${panel}`, mark: 'bar', ...sideBySide(group, ids.length), points }]
    }
    const curve: FigureSeries = {
      ...base,
      id: `${line.id}/${panel}`,
      points: pointsOf(cells, options, (level) => typeof level === 'number'),
    }
    const words = isTrueScale ? [] : pointsOf(cells, options, (level) => typeof level !== 'number')
    if (words.length === 0) return [curve]
    return [curve, { ...base, id: `${line.id}/${panel}/words`, mark: 'point', points: words }]
  })
}

function pointsOf(
  cells: readonly ContentCell[],
  { isTrueScale, statistic, factor }: ContentSeriesOptions,
  takes: (level: LevelValue) => boolean,
): readonly FigurePoint[] {
  return cells.flatMap((cell, at) => {
    if (!takes(cell.level)) return []
    const x = isTrueScale && typeof cell.level === 'number' ? cell.level : at
    return [contentPoint(cell, x, statistic, factor)]
  })
}
