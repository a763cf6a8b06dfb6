import type { Host } from './host'
import { HostError } from './host-error'
import { cancelled, tookTooLong } from './host-limits'

/**
 * A host for a caller who may give it up: as soon as `signal` fires, everything asked of it fails with `let-go`,
 * what waits for its return included, and nothing of that is sent any more. The connection and its other users stay. The
 * signal's reason names the hosts that are away where this is one of several, or is another error than `let-go`.
 */
export function leavableHost(host: Host, signal: AbortSignal): Host {
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

/** How long a person waits for one answer, all scripts of it and a connection that is recreated together. */
const attendedMs = 240_000
/** The same for the engine's check of a large plan, which shows its progress and can be cancelled. */
export const longCheckMs = 3_600_000

/**
 * Asks a host something for a person who waits for it: gives up when they cancel, or after `limitMs` whatever the state of
 * the host, with an error that names the host and what was asked for.
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

/** Does `work` with a signal that fires when either does; AbortSignal.any is not in the oldest Electron that this runs on. */
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
