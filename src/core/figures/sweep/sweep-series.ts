import { harmonicMix, mixPenaltyPercent } from '../../statistics/sweep/mix-shape'
import { percentileOfMetric } from '../../results/percentiles'
import { cleanText, textLimits } from '../figure/clean-text'
import {
  lineMarker,
  type FigurePart,
  type FigureSeries,
  type FigureStatistic,
  type FigurePoint,
  figureParts,
} from '../figure/figure'
import type { SweepCell, SweepLine } from './sweep-lines'
import { sweepPoint, plainZero } from './sweep-points'
import { metricOf, type UsualSettings } from '../figure/usual-settings'

/** Shapes distinguish the parts if there are several, otherwise the lines: colour is never the only code. */
const partMarkers = { total: 'circle', read: 'triangle', write: 'square' } as const
const addends = { total: 'total', read: 'read part', write: 'write part' } as const
const sides = { total: 'reads and writes', read: 'reads', write: 'writes' } as const

/** What a legend calls a part: of a sum, or a side of something that does not add up, such as a latency. */
export function partLabelOf(part: FigurePart, isSum: boolean): string {
  return (isSum ? addends : sides)[part]
}

/** More lines than this are drawn without their ideal mix by default. */
export const mostLinesWithReference = 3

/** More lines than this are drawn without their parts by default. */
const mostLinesWithParts = 2

/**
 * The parts that were measured at some level that can have them. Pure reads and pure writes are their own total: unless
 * some case has both, only the total is a part of its own.
 */
export function measuredParts(lines: readonly SweepLine[], settings: UsualSettings): readonly FigurePart[] {
  const cells = lines.flatMap((line) => line.cells)
  const found = figureParts.filter((part) =>
    cells.some((cell) => has(cell, part) && canHave(cell, part, settings)),
  )
  const isMixed = cells.some((cell) => has(cell, 'read') && has(cell, 'write'))
  return isMixed || !found.includes('total') ? found : ['total']
}

function has({ runs }: SweepCell, part: FigurePart): boolean {
  return runs[part].values.length > 0
}

/**
 * The parts to draw: the requested ones, otherwise those that add something to the total. If none of the requested
 * ones was measured, the request is ignored: an empty figure helps nobody.
 */
export function shownParts(
  measured: readonly FigurePart[],
  lines: readonly SweepLine[],
  settings: UsualSettings,
): readonly FigurePart[] {
  const asked = measured.filter((part) => settings.directions?.includes(part))
  if (asked.length > 0) return asked
  if (!measured.includes('total')) return measured
  const isMixed = measured.includes('read') && measured.includes('write')
  return isMixed && lines.length <= mostLinesWithParts ? measured : ['total']
}

export interface SeriesOptions {
  readonly settings: UsualSettings
  readonly parts: readonly FigurePart[]
  readonly statistic: FigureStatistic
  /** Base units per unit of the figure. */
  readonly factor: number
  /** Levels of x have names, so no line may join them. */
  readonly isCategory: boolean
  /** Reads and writes add up to the total. */
  readonly isSum: boolean
  /** The dashed curves are drawn; the numbers of the points include them in any case. */
  readonly showReference: boolean
  /** The ideal mix applies: rates over the read share. */
  readonly isRateMix: boolean
}

/** The series of one line: its parts, and the ideal mix of its total. */
export function lineSeries(line: SweepLine, group: number, options: SeriesOptions): readonly FigureSeries[] {
  const { settings, parts } = options
  const lineLabel = label(settings, line.id, line.label || 'all runs')
  const isPercentile = percentileOfMetric(metricOf(settings).id) !== undefined
  const isHidden = (id: string) =>
    settings.hiddenSeries?.some((one) => one === id || one === line.id) ?? false
  const series = parts
    .filter((part) => lineHas(line, part))
    .map((part): FigureSeries => {
      const id = `${line.id}/${part}`
      const partLabel = partLabelOf(part, options.isSum)
      const points = line.cells
        .filter((cell) => canHave(cell, part, settings))
        .map((cell) => sweepPoint(cell, part, options.statistic, options.factor, isPercentile))
      return {
        id,
        label: label(
          settings,
          id,
          parts.length === 1 && part === 'total' ? lineLabel : `${lineLabel}, ${partLabel}`,
        ),
        line: line.id,
        lineLabel,
        part,
        partLabel,
        role: 'measured',
        group,
        marker: parts.length > 1 ? partMarkers[part] : lineMarker(group),
        dash: 'solid',
        ...(options.isCategory && { mark: 'point' as const }),
        visible: !isHidden(id),
        points: part === 'total' && options.isRateMix ? withIdealMix(points) : points,
      }
    })
  const total = series.find((one) => one.part === 'total')
  if (!total || !options.isRateMix) return series
  const ideal = idealSeries(total, options.showReference && total.visible)
  if (!ideal) return series
  const named = { ...ideal, label: label(settings, ideal.id, ideal.label) }
  return [...series, { ...named, visible: named.visible && !isHidden(ideal.id) }]
}

/** False for a part that no case of a measured line has: the read part of a line of pure writes. */
function lineHas({ cells }: SweepLine, part: FigurePart): boolean {
  return (
    cells.some((cell) => has(cell, part) || cell.fewIos !== undefined) ||
    !cells.some((cell) => figureParts.some((one) => has(cell, one)))
  )
}

/**
 * Pure reads have no write part and pure writes no read part: there is no point, while a missing one would be a gap. On
 * an axis of patterns, a part that was not measured along with the others does not exist.
 */
export function canHave(
  cell: SweepCell,
  part: FigurePart,
  { xKey = 'read_percent' }: UsualSettings,
): boolean {
  if (xKey === 'pattern') return has(cell, part) || !figureParts.some((one) => has(cell, one))
  return (
    xKey !== 'read_percent' || !((cell.x === 100 && part === 'write') || (cell.x === 0 && part === 'read'))
  )
}

function label(settings: UsualSettings, id: string, found: string): string {
  const own = settings.seriesLabels?.[id]
  return own === undefined || own.trim() === '' ? found : cleanText(own, textLimits.label)
}

/** Step in percent at which the computed curve is drawn between the measured ratios. */
const drawnEvery = 5

/** The measured points of a total along with the ideal mix of their line's pure ends. Unchanged where an end was not measured. */
function withIdealMix(points: readonly FigurePoint[]): readonly FigurePoint[] {
  const ends = pureEnds(points)
  if (!ends) return points
  return points.map((point) => {
    const ideal = idealAt(point.x, ends)
    if (ideal === undefined) return point
    const penaltyPercent = point.y === undefined ? Number.NaN : mixPenaltyPercent(point.y, ideal)
    return {
      ...point,
      ideal,
      ...(Number.isFinite(penaltyPercent) && { penaltyPercent: plainZero(penaltyPercent) }),
    }
  })
}

/** The dashed curve of a line's ideal mix; undefined if an end was not measured. */
function idealSeries(total: FigureSeries, visible: boolean): FigureSeries | undefined {
  const ends = pureEnds(total.points)
  if (!ends) return undefined
  const places = new Set(total.points.map((point) => point.x))
  for (let x = 0; x <= 100; x += drawnEvery) places.add(x)
  return {
    ...total,
    id: `${total.line}/ideal`,
    label: `${total.lineLabel}, ideal mix`,
    partLabel: 'ideal mix',
    role: 'reference',
    marker: 'none',
    dash: 'dashed',
    visible,
    points: [...places]
      .sort((a, b) => a - b)
      .map((x) => ({ x, y: idealAt(x, ends), n: undefined, failedRuns: 0, dots: [] })),
  }
}

interface PureEnds {
  readonly read: number
  readonly write: number
}

/** Also undefined if rates near zero give no finite number. */
function idealAt(readPercent: number, { read, write }: PureEnds): number | undefined {
  const ideal = harmonicMix(readPercent, read, write)
  return ideal !== undefined && ideal > 0 && Number.isFinite(ideal) ? ideal : undefined
}

function pureEnds(points: readonly FigurePoint[]): PureEnds | undefined {
  const read = points.find((point) => point.x === 100)?.y
  const write = points.find((point) => point.x === 0)?.y
  return read !== undefined && read > 0 && write !== undefined && write > 0 ? { read, write } : undefined
}
