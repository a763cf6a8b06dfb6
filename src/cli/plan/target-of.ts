import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Target } from '../../core/plan/plan'
import { CommandError, exitStatus } from '../command'

/** The target a `--target PATH` means: an existing folder, or a file the app is to create. Devices are refused. */
export function targetOf(path: string): Target {
  const absolute = resolve(path)
  const facts = statSync(absolute, { throwIfNoEntry: false })
  if (facts?.isBlockDevice() === true) {
    throw new CommandError(
      `${absolute} is a block device; writing to it would destroy what is on it.`,
      'Name a folder on that device instead. Raw devices are not offered yet: they need a guard that checks the device by its identity right before every run.',
      exitStatus.refused,
    )
  }
  if (facts?.isDirectory() === true || path.endsWith('/')) return { kind: 'folder', path: absolute }
  return { kind: 'file', path: absolute }
}
