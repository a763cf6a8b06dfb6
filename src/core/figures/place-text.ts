import { formatShort } from '../units/number-format'
import type { Figure } from './figure'
import { percentileAt } from './latency/latency-axes'

/** A place on the x axis in words, such as "Random read share: 50 %": the label of its tick if it has one. */
export function placeText({ x: axis, xKey }: Pick<Figure, 'x' | 'xKey'>, x: number): string {
  const tick = axis.ticks?.find(({ value }) => value === x)
  const own = () => (xKey === 'percentile' ? percentileAt(x) : formatShort(x, 6))
  return `${axis.label === '' ? '' : `${axis.label}: `}${tick?.label ?? own()}`
}
