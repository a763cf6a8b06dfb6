import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A Debian with nothing installed, in a separate folder, built from the package sources of this machine. */
export interface FreshRoot {
  /** Where the root is, seen from outside. */
  readonly folder: string
  /** Runs a shell command in it as root; resolves with its standard output, rejects with all it printed. */
  readonly sh: (command: string) => Promise<string>
  /** Starts a shell command in it as the ordinary user `reader`. Ending the child ends all it started. */
  readonly startAsReader: (command: string) => ChildProcess
  readonly remove: () => Promise<void>
}

/**
 * Enters the root with pivot_root in its own mount and process namespace. With chroot alone the kernel refuses user
 * namespaces, which Chromium's sandbox requires.
 */
const enter = `
  set -e
  mount --make-rprivate /
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount --rbind /sys sys
  mount --rbind /dev dev
  mkdir -p .outside
  pivot_root . .outside
  cd /
  umount -l /.outside
  rmdir /.outside
  shift
  exec "$@"`

const unshare = (folder: string, command: readonly string[]): string[] => [
  '--mount',
  '--pid',
  '--fork',
  '--kill-child=KILL',
  'sh',
  '-c',
  enter,
  'sh',
  folder,
  ...command,
]

export async function makeFreshRoot(): Promise<FreshRoot> {
  const folder = await mkdtemp(join(tmpdir(), 'fresh-root-'))
  await chmod(folder, 0o755)
  const { stdout } = await run('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(CODENAME) $(COMPONENT)',
  ])
  const [mirror = '', suite = ''] =
    stdout
      .split('\n')
      .find((line) => /^\S+ [a-z]+ main$/.test(line))
      ?.split(' ') ?? []
  await run('debootstrap', ['--variant=minbase', suite, folder, mirror], { maxBuffer: 64 << 20 })
  await rm(join(folder, 'etc', 'apt', 'sources.list'), { force: true })
  await cp('/etc/apt', join(folder, 'etc', 'apt'), {
    recursive: true,
    verbatimSymlinks: true,
    // Added by this project's own set-up (scripts/setup/debian-component.mjs).
    filter: (path) => !basename(path).startsWith('benchwright'),
  })
  for (const name of ['resolv.conf', 'hosts']) await copyFile(`/etc/${name}`, join(folder, 'etc', name))
  await mkdir(join(folder, 'packages'))
  const sh = async (command: string) =>
    (
      await run('unshare', unshare(folder, ['sh', '-ec', command]), {
        maxBuffer: 64 << 20,
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
      })
    ).stdout
  await sh('apt-get update -q && useradd --create-home reader')
  return {
    folder,
    sh,
    startAsReader: (command) =>
      spawn('unshare', unshare(folder, ['su', '-', 'reader', '-c', command]), {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
