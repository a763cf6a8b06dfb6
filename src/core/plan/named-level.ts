import { axisName } from './axis-name'
import { levelLabel } from './format-level'
import type { LevelValue } from './plan'

/** One level with the name of its axis where it does not speak for itself: "4 KiB", "70 % read", "File size 1 GiB". */
export function namedLevel(key: string, level: LevelValue): string {
  const label = levelLabel(key, level)
  return label.startsWith(`${key} `) ? `${axisName(key)} ${label.slice(key.length + 1)}` : label
}
