import { formatShort, withUnit } from '../../units/number-format'
import type { Figure } from '../figure/figure'
import { percentileAt } from './latency-axes'

/** A place on the x axis in words, such as "Reads in the mix: 50 %": the label of its tick if it has one. */
export function axisPlace({ x: axis, xKey }: Pick<Figure, 'x' | 'xKey'>, x: number): string {
  const tick = axis.ticks?.find(({ value }) => value === x)
  const own = () => (xKey === 'percentile' ? percentileAt(x) : formatShort(x, 6))
  const value = tick?.label ?? own()
  const [label = ''] = axis.label.split(';')
  const [, share] = /^(.*) \(%\)$/.exec(label) ?? []
  if (share !== undefined) return `${share}: ${withUnit(value.replace(/\s?%$/, ''), '%')}`
  return label === '' ? value : `${label}: ${value}`
}
