import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../command'
import type { Target } from '../../core/plan/plan'

/** The target a `--target PATH` means: an existing folder, a raw device, or a file the app is to create. */
export function targetOf(path: string): Target {
  // An empty word, as of an unset variable, would be the folder one happens to be in.
  if (path.trim() === '') throw new CommandError('--target is empty.', 'Name a device, a folder or a file.')
  const absolute = resolve(path)
  const facts = statSync(absolute, { throwIfNoEntry: false })
  if (facts?.isBlockDevice() === true) return { kind: 'device', path: absolute }
  if (facts?.isDirectory() === true || path.endsWith('/')) return { kind: 'folder', path: absolute }
  return { kind: 'file', path: absolute }
}
