import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterwards, temporaryFolder } from './sample-review'

/** Why no disk can be mounted on this machine, to be printed with the skipped tests; undefined if one can. */
export const whyNoDisk = probe()

/** Mounts a disk in memory of this size for one test and returns its folder. */
export function smallDisk(megabytes: number): string {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'benchwright-test', folder])
  afterwards(() => run('umount', [folder]))
  return folder
}

/** Makes a mounted disk read-only. */
export function writeProtect(folder: string): void {
  run('mount', ['-o', 'remount,ro', folder])
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}

function probe(): string | undefined {
  if (process.platform !== 'linux') return 'only tried on Linux'
  if (process.getuid?.() !== 0) return 'mounting needs root'
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'probe', '/mnt'])
  return status === 0 ? undefined : 'mounting is not permitted here'
}
