import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'

/** Longest life of the mount: whatever it has held up until then gets an error, so that no test waits for ever. */
const longestSeconds = 120

/**
 * Mounts a file system of a process that never answers, as a network folder whose server is gone: whoever looks below it
 * waits in the kernel. Needs root.
 */
export async function mountHung(folder: string): Promise<{ unmount(): Promise<void> }> {
  mkdirSync(folder, { recursive: true })
  const script = `exec 9<>/dev/fuse
mount -i -n -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0 hung "$1" && echo mounted && exec sleep ${String(longestSeconds)}`
  const holder: ChildProcess = spawn('bash', ['-c', script, 'bash', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const mounted = await Promise.race([once(holder.stdout!, 'data').then(() => true), ended.then(() => false)])
  if (!mounted) throw new Error(`Nothing could be mounted on ${folder}.`)
  return {
    unmount: async () => {
      execFileSync('umount', ['-l', folder])
      holder.kill()
      await ended
    },
  }
}
