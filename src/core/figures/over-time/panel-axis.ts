import { largestOf, smallestOf } from '../../iterables'
import type { FigureAxis } from '../figure/figure'
import { limitedAxis } from '../dress/limited-axis'
import { valueAxis } from '../figure/value-axis'
import type { UsualSettings } from '../figure/usual-settings'
import type { Panel } from './time-panels'

/** The value axis of a panel. `asked`: what the user chose, for the first one only. `headroom`: room above the largest value for texts, as a share of it. */
export function panelAxis(
  { lines, unit, metric }: Panel,
  asked: UsualSettings | undefined,
  headroom = 0,
): FigureAxis {
  const ends = lines.flatMap(({ binned, range }) =>
    [binned.values, binned.dropped.values, range?.high ?? [], range?.low ?? []].flatMap((column) => {
      const known = Array.from(column).filter(Number.isFinite)
      return known.length === 0 ? [] : [smallestOf(known), largestOf(known)]
    }),
  )
  const axis = valueAxis({
    values: ends.map((end) => end / unit.factor),
    scale: asked?.yScale,
    fromZero: metric.unit !== '°C' && asked?.yFromZero !== false,
    headroom,
    steps: asked ? 4 : 2,
  })
  return asked === undefined ? axis : limitedAxis(axis, [], asked, unit.factor)
}
