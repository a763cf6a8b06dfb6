import type { Box } from '../../../charts/bar-fill'
import type { DatasetMeaning } from '../../../charts/datasets'
import type { Figure, FigureSeries } from '../../../core/figures/figure/figure'

/** The positions of the marks of one kind of a series in a picture. */
export interface PictureMarks {
  readonly kind: DatasetMeaning['kind']
  /** Index among the series of the figure. */
  readonly series: number
  /** x and y of each mark in turn, in CSS pixels; NaN if there is none. */
  readonly places: Float32Array
  /** Hit radius of a mark, in CSS pixels. */
  readonly reach: number
  /** For bars: left, top, right and bottom of each in turn, in CSS pixels; NaN if there is none. */
  readonly bars?: Float32Array
}

/** What Chart.js stores for a drawn mark. */
interface DrawnElement {
  readonly x: number
  readonly y: number
  readonly skip?: boolean
  readonly options: unknown
}

/** The marks that a pointer can hit. `elements` returns those of a dataset as drawn, `bars` those of a series. */
export function marksOf(
  figure: Figure,
  meanings: readonly DatasetMeaning[],
  elements: (dataset: number) => readonly DrawnElement[],
  bars: ReadonlyMap<FigureSeries, readonly (Box | undefined)[]>,
): readonly PictureMarks[] {
  return meanings.flatMap(({ series, kind }, dataset): PictureMarks[] => {
    const drawn = elements(dataset)
    const [first] = drawn
    if (series.role !== 'measured' || first === undefined) return []
    const { radius = 0, hitRadius = 0 } = first.options as { radius?: number; hitRadius?: number }
    const places = new Float32Array(2 * drawn.length)
    drawn.forEach(({ x, y, skip }, place) => {
      places[2 * place] = skip === true ? NaN : x
      places[2 * place + 1] = skip === true ? NaN : y
    })
    const boxes = kind === 'points' ? bars.get(series) : undefined
    return [
      {
        ...{ kind, series: figure.series.indexOf(series), places, reach: radius + hitRadius },
        ...(boxes && { bars: edges(boxes) }),
      },
    ]
  })
}

function edges(boxes: readonly (Box | undefined)[]): Float32Array {
  return Float32Array.from(
    boxes.flatMap((box) =>
      box ? [box.x, box.y, box.x + box.width, box.y + box.height] : [NaN, NaN, NaN, NaN],
    ),
  )
}
