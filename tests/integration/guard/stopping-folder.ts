import { buildSync } from 'esbuild'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Mounts the files of a folder at `place` through a process that can be stopped, as a drive or network folder that stops
 * answering in the middle: at once by `stop`, or behind the request `stopAt` (see the server). Needs root.
 */
export async function mountStopping(folder: string, place: string, stopAt = '') {
  for (const path of [folder, place]) mkdirSync(path, { recursive: true })
  const server = `${folder}-server.cjs`
  const source = fileURLToPath(new URL('./stopping-server.ts', import.meta.url))
  buildSync({ entryPoints: [source], outfile: server, bundle: true, platform: 'node', logLevel: 'error' })
  const script = `exec 9<>/dev/fuse
mount -i -n -t fuse -o fd=9,rootmode=40000,user_id=0,group_id=0,allow_other stopping "$1" && echo mounted && exec "$2" "$3" "$4" "$5"`
  const holder = spawn('bash', ['-c', script, 'bash', place, process.execPath, server, folder, stopAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(holder, 'exit')
  const mounted = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!mounted) throw new Error(`Nothing could be mounted on ${place}.`)
  return {
    stop: () => holder.kill('SIGSTOP'),
    goOn: () => holder.kill('SIGCONT'),
    /** Whoever still waits for it gets an error. */
    unmount: async () => {
      holder.kill('SIGKILL')
      await ended
      execFileSync('umount', ['-l', place])
    },
  }
}
