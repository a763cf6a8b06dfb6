import { displayUnit, type UnitChoice } from '../../results/display-unit'
import type { Metric } from '../../results/metrics'
import type { ScaledUnit } from '../../units/unit-scale'
import type { UsualSettings } from './usual-settings'

type Asked = Pick<UsualSettings, 'unit' | 'units' | 'yScale'>

/**
 * The unit of a metric in a figure: the one that was asked for, that of the document around the figure, or the one that
 * fits these values; see `displayUnit`. `asked.unit` is for the metric of the figure, see `besides`.
 */
export function figureUnit(
  { id, unit }: Pick<Metric, 'id' | 'unit'>,
  values: Iterable<number>,
  asked: Asked,
  printed?: UnitChoice['printed'],
): ScaledUnit {
  return displayUnit(unit, values, {
    ...{ unit: asked.unit ?? asked.units?.[id], yScale: asked.yScale },
    ...(printed && { printed }),
  })
}

/** What is asked for a metric beside that of the figure: neither its unit nor its scale. */
export function besides({ units }: Asked): Asked {
  return { units }
}
