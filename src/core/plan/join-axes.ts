import type { Axis } from './plan'

/** Axes with further ones behind them; an axis that stands in both has the levels of both. */
export function joinAxes(axes: readonly Axis[], more: readonly Axis[]): readonly Axis[] {
  const levelsOf = (key: string) => more.find((one) => one.key === key)?.levels ?? []
  return [
    ...axes.map(({ key, levels }) => ({ key, levels: [...new Set([...levels, ...levelsOf(key)])] })),
    ...more.filter((one) => axes.every(({ key }) => key !== one.key)),
  ]
}
