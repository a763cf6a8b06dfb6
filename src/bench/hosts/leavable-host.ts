import { setMaxListeners } from 'node:events'
import type { Host } from './host'
import { HostError } from './host-error'
import { cancelled, tookTooLong } from './host-limits'

/**
 * A host for a caller who may abandon it: as soon as `signal` fires, all its requests fail with `let-go`,
 * even those waiting for the host's return, and nothing more is sent. The connection and its other users are
 * unaffected. The signal's reason names the hosts that are away if this is one of several, or is an error
 * other than `let-go`.
 */
export function leavableHost(host: Host, signal: AbortSignal): Host {
  // A run's files are read all at once, and each request listens until it is answered.
  setMaxListeners(0, signal)
  return {
    id: host.id,
    name: host.name,
    execute: (script, options = {}) =>
      untilLeft(host.name, signal, options.signal, (either) =>
        host.execute(script, { ...options, signal: either }),
      ),
    openTerminal: (script, options) => host.openTerminal(script, options),
    readFile: (path, limitBytes) =>
      untilLeft(host.name, signal, undefined, () => host.readFile(path, limitBytes)),
    waitForRun: (runDirectory, own) =>
      untilLeft(host.name, signal, own, (either) => host.waitForRun(runDirectory, either)),
    ...(host.whenReachable && { whenReachable: () => host.whenReachable?.() ?? Promise.resolve() }),
    ...(host.onStatus && { onStatus: (listener) => host.onStatus?.(listener) ?? (() => undefined) }),
    ...(host.storedKeys && {
      storedKeys: () =>
        untilLeft(host.name, signal, undefined, () => host.storedKeys?.() ?? Promise.resolve([])),
    }),
    ...(host.forwardSocket && {
      forwardSocket: (path) =>
        untilLeft(host.name, signal, undefined, () =>
          host.forwardSocket ? host.forwardSocket(path) : Promise.reject(letGo(host.name, signal)),
        ),
    }),
    dispose: () => host.dispose(),
  }
}

/** How long a person waits for one answer, including all its scripts and a recreated connection. */
const attendedMs = 240_000
/** The same for the engine's check of a large plan, which shows its progress and can be cancelled. */
export const longCheckMs = 3_600_000

/**
 * Asks a host something on behalf of a waiting person. Rejects when they cancel, or after `limitMs` whatever
 * the state of the host, with an error that names the host and the request.
 */
export async function askAttended<T>(
  host: Host,
  purpose: string,
  cancel: AbortSignal | undefined,
  ask: (host: Host) => Promise<T>,
  limitMs = attendedMs,
): Promise<T> {
  const end = new AbortController()
  const stop = () => end.abort(cancelled(purpose))
  const timer = setTimeout(() => end.abort(tookTooLong(host.name, purpose, limitMs)), limitMs)
  cancel?.addEventListener('abort', stop)
  if (cancel?.aborted === true) stop()
  try {
    return await ask(leavableHost(host, end.signal))
  } finally {
    clearTimeout(timer)
    cancel?.removeEventListener('abort', stop)
  }
}

/**
 * Does `work` with a signal that fires when either does; the oldest supported Electron has no
 * AbortSignal.any.
 */
async function untilLeft<T>(
  name: string,
  left: AbortSignal,
  own: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController()
  const end = () => either.abort()
  if (left.aborted) throw letGo(name, left)
  if (own?.aborted === true) end()
  own?.addEventListener('abort', end, { once: true })
  let leave: () => void = end
  const given = new Promise<never>((_, reject) => {
    leave = () => {
      reject(letGo(name, left))
      end()
    }
  })
  left.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work(either.signal), given])
  } finally {
    own?.removeEventListener('abort', end)
    left.removeEventListener('abort', leave)
  }
}

function letGo(own: string, { reason }: AbortSignal): HostError {
  if (reason instanceof HostError) return reason
  const name = typeof reason === 'string' ? reason : own
  const remedy = `Resume the campaign when ${name} is back.`
  return new HostError(`The campaign was given up while ${name} was away.`, remedy, 'let-go')
}
