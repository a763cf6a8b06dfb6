import type { Figure, FigureSeries } from '../../core/figures/figure/figure'
import { largestOf } from '../../core/iterables'
import { barsLie } from '../lying-bars'
import { placeX } from '../panel-places'

/** Radius of a cross, at scale 1. */
export const crossRadius = 3.6
/** From the axis to the middle of the first cross, below its tick, and from one cross to the next, at scale 1. */
const firstCross = 9
const crossStep = 9

/** A level of a line without a value. */
export interface MissingMark {
  readonly series: FigureSeries
  /** On the scale that all columns of panels share. */
  readonly at: number
  readonly panel: number
  /** Distance from the axis, at scale 1. */
  readonly depth: number
}

/** Where lines have no data: once a line, those of one level below one another. The caption of a radar names its gaps. */
export function missingMarks(figure: Figure): readonly MissingMark[] {
  if (figure.radial === true) return []
  const seen = new Set<string>()
  const rows = new Map<string, number>()
  return figure.series.flatMap((series) => {
    if (!series.visible || series.role !== 'measured') return []
    const { panel = 0, line } = series
    return series.points.flatMap(({ x, y }): readonly MissingMark[] => {
      const key = `${line} ${panel} ${x}`
      if (y !== undefined || seen.has(key)) return []
      seen.add(key)
      const at = placeX(figure, series, x)
      const row = rows.get(`${panel} ${at}`) ?? 0
      rows.set(`${panel} ${at}`, row + 1)
      return [{ series, at, panel, depth: firstCross + crossStep * row }]
    })
  })
}

/**
 * Height of the strip of crosses between an axis and the names of its ticks, so that none is read as a value; 0 if
 * nothing is missing, and for horizontal bars, whose place is empty.
 */
export function missingStrip(figure: Figure, scale: number): number {
  if (barsLie(figure)) return 0
  const deepest = largestOf(
    missingMarks(figure).map(({ depth }) => depth),
    0,
  )
  return deepest === 0 ? 0 : (deepest + crossRadius - 4) * scale
}
