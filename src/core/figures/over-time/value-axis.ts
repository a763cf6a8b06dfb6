import { largestOf, smallestOf } from '../../iterables'
import type { FigureAxis } from '../figure/figure'
import { limitedAxis } from '../dress/limited-axis'
import { logTicks } from '../figure/ticks'
import type { UsualSettings } from '../figure/usual-settings'
import { valueTicks } from './time-axis'
import type { Panel } from './time-panels'

/** `headroom`: room above the largest value for texts, as a share of it. */
export function valueAxis(
  { lines, unit, metric }: Panel,
  asked: UsualSettings | undefined,
  headroom = 0,
): FigureAxis {
  const values = lines.flatMap(({ binned, range }) =>
    [binned.values, binned.dropped.values, range?.high ?? [], range?.low ?? []].flatMap((column) => {
      const known = Array.from(column).filter(Number.isFinite)
      return known.length === 0 ? [] : [smallestOf(known), largestOf(known)]
    }),
  )
  const low = smallestOf(values, Infinity) / unit.factor
  const high = (largestOf(values, 0) / unit.factor) * (1 + headroom)
  const fromZero = metric.unit !== '°C' && asked?.yFromZero !== false
  if (asked?.yScale === 'log' && low > 0 && Number.isFinite(low))
    return limitedAxis({ label: '', kind: 'log10', ...logTicks(low, high) }, [], asked, unit.factor)
  const axis = {
    label: '',
    kind: 'linear' as const,
    ...valueTicks(Number.isFinite(low) ? low : 0, high, fromZero, asked ? 4 : 2),
  }
  return asked === undefined ? axis : limitedAxis(axis, [], asked, unit.factor)
}
