import type { Axis, LevelValue } from './plan'

/**
 * Canonical text of one combination of levels, axes in plan order: `block_size=4096,read_percent=70`. A plan without
 * axes has the single key ``. In text levels `%`, `,` and `=` are percent-encoded, so a key reads back in one way.
 */
export function caseKey(axes: readonly Axis[], levels: Readonly<Record<string, LevelValue>>): string {
  return axes.map((axis) => `${axis.key}=${levelText(levels[axis.key])}`).join(',')
}

/** The text of one level inside a key. Levels with the same text are the same level. */
export function levelText(value: LevelValue | undefined): string {
  return typeof value === 'string' ? value.replace(/[%,=]/g, encodeURIComponent) : String(value)
}

/** Axis keys and level texts of a case key, in the order they stand; undefined when it is not one. */
export function readCaseKey(key: string): readonly (readonly [axisKey: string, level: string])[] | undefined {
  if (key === '') return []
  const entries: (readonly [string, string])[] = []
  for (const part of key.split(',')) {
    const at = part.indexOf('=')
    if (at <= 0) return undefined
    entries.push([part.slice(0, at), part.slice(at + 1)])
  }
  return entries
}
