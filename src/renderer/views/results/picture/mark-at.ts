import type { Figure, FigureDot, FigurePoint, FigureSeries } from '../../../../core/figures/figure/figure'
import { axisPlace } from '../../../../core/figures/latency/axis-place'
import type { PictureMarks } from '../../../components/picture/picture-marks'

/** What is under the pointer: a point of a series, and the single run if a dot was hit. */
export interface FigureMark {
  readonly series: FigureSeries
  readonly point: FigurePoint
  readonly dot: FigureDot | undefined
  /** Its place on the x axis in words; empty for a category with a name of its own. */
  readonly place: string
  /** Of the panel of the mark. */
  readonly unit: string
  /** CSS pixels within the picture. */
  readonly x: number
  readonly y: number
}

/** The mark nearest to a point of the picture, else the bar that contains it; undefined if there is neither. */
export function markAt(
  figure: Figure,
  marks: readonly PictureMarks[],
  pointer: { readonly x: number; readonly y: number },
): FigureMark | undefined {
  let nearest = Infinity
  let found: { readonly of: PictureMarks; readonly place: number } | undefined
  for (const of of marks) {
    const { places, reach } = of
    for (let place = 0; place < places.length / 2; place++) {
      const distance = Math.hypot(
        (places[2 * place] ?? NaN) - pointer.x,
        (places[2 * place + 1] ?? NaN) - pointer.y,
      )
      // Comparisons with NaN, which represents no mark, are false.
      if (!(distance < reach && distance < nearest)) continue
      nearest = distance
      found = { of, place }
    }
  }
  found ??= barAt(marks, pointer)
  return found && meaning(figure, found.of, found.place)
}

function barAt(
  marks: readonly PictureMarks[],
  { x, y }: { readonly x: number; readonly y: number },
): { readonly of: PictureMarks; readonly place: number } | undefined {
  for (const of of marks) {
    for (let place = 0; place < (of.bars?.length ?? 0) / 4; place++) {
      const [left = NaN, top = NaN, right = NaN, bottom = NaN] =
        of.bars?.subarray(4 * place, 4 * place + 4) ?? []
      if (x >= left && x <= right && y >= top && y <= bottom) return { of, place }
    }
  }
  return undefined
}

function meaning(figure: Figure, of: PictureMarks, at: number): FigureMark | undefined {
  const series = figure.series[of.series]
  if (!series) return undefined
  const [x, y] = [of.places[2 * at] ?? 0, of.places[2 * at + 1] ?? 0]
  const unit = figure.panels?.axes?.[series.panel ?? 0]?.unit ?? figure.unit
  const found = (point: FigurePoint, dot?: FigureDot): FigureMark => {
    const isNamed = point.name !== undefined && figure.x.kind === 'category'
    const place = isNamed ? '' : axisPlace(figure, point.x)
    return { series, point, dot, place, unit, x, y }
  }
  if (of.kind === 'points') {
    const point = series.points[at]
    return point && found(point)
  }
  let rest = at
  for (const point of series.points) {
    const dot = point.dots[rest]
    if (dot) return found(point, dot)
    rest -= point.dots.length
  }
  return undefined
}
