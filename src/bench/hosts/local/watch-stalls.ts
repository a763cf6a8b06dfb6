import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { fileCalls } from './file-calls'

/** How often the calls of all threads are looked at, in milliseconds. */
const lookMs = 1000
/** How long one call on a file may take before that is told, in milliseconds. */
const stallMs = 10_000

/**
 * Starts a thread whose script calls `watchStalls`; nothing on systems that do not say what a thread waits for. It keeps
 * no program running, and a machine that has no room for it has other troubles.
 */
export function startStallWatch(script: string): void {
  if (process.platform !== 'linux' || !existsSync(script)) return
  try {
    new Worker(script).on('error', () => undefined).unref()
  } catch {
    // No descriptors or memory: what needs them says so.
  }
}

/**
 * Tells when a thread of this process has been in one and the same call on a file for `afterMs`, with its path, and
 * when none is any more, with undefined. For a thread of its own: the one that waits in the kernel for a drive or
 * network folder, which may be for ever, can tell nobody.
 */
export function watchStalls(tell: (path: string | undefined) => void, afterMs = stallMs): void {
  let told: string | undefined
  let since = new Map<string, number>()
  setInterval(() => {
    const now = performance.now()
    const found = fileCalls().map(({ thread, call, path }) => ({ key: `${thread} ${call}`, path }))
    since = new Map(found.map(({ key }) => [key, since.get(key) ?? now]))
    const stalled = found.find(({ key }) => now - (since.get(key) ?? now) >= afterMs)
    if (stalled?.path === told) return
    told = stalled?.path
    tell(told)
  }, lookMs)
}
