import { harmonicMix, mixPenaltyPercent } from '../statistics/sweep/mix-shape'
import type { FigurePoint, FigureSeries } from './figure'
import { plainZero } from './sweep-points'

/** Step in percent at which the computed curve is drawn between the measured ratios. */
const drawnEvery = 5

/** The measured points of a total along with the ideal mix of their line's pure ends. Unchanged where an end was not measured. */
export function withIdealMix(points: readonly FigurePoint[]): readonly FigurePoint[] {
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
export function idealSeries(total: FigureSeries, visible: boolean): FigureSeries | undefined {
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
