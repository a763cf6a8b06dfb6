import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A POSIX shell of this machine that the supervisor has to work with. */
export interface TestShell {
  readonly name: string
  readonly path: string
}

const known: readonly TestShell[] = [
  { name: 'dash', path: '/usr/bin/dash' },
  { name: 'bash', path: '/usr/bin/bash' },
  { name: 'busybox', path: '/usr/bin/busybox' },
]

export const shells = known.filter((shell) => existsSync(shell.path))

/**
 * Makes `shell` the `sh` of a separate PATH; with busybox all other tools are busybox's too. Returns the path of that
 * `sh` and the variables to run it with.
 */
export function installShell(
  shell: TestShell,
  folder: string,
): { path: string; environment: NodeJS.ProcessEnv } {
  const bin = join(folder, `bin-${shell.name}`)
  mkdirSync(bin)
  if (shell.name === 'busybox') execFileSync(shell.path, ['--install', '-s', bin])
  else symlinkSync(shell.path, join(bin, 'sh'))
  const rest = shell.name === 'busybox' ? '/nowhere' : '/usr/bin:/bin'
  return { path: join(bin, 'sh'), environment: { ...process.env, PATH: `${bin}:${rest}` } }
}
