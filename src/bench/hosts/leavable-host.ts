import type { Host } from './host'
import { HostError } from './host-error'

/**
 * A host as somebody sees it who may give it up: as soon as `signal` fires, everything asked of it fails with `let-go`,
 * what waits for its return included, and nothing of that is sent any more. The connection and its other users stay. The
 * signal's reason names the hosts that are away, where this is one of several.
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
    ...(host.forwardSocket && {
      forwardSocket: (path) =>
        untilLeft(host.name, signal, undefined, () =>
          host.forwardSocket ? host.forwardSocket(path) : Promise.reject(letGo(host.name, signal)),
        ),
    }),
    dispose: () => host.dispose(),
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
  const name = typeof reason === 'string' ? reason : own
  const remedy = `Resume the campaign when ${name} is back.`
  return new HostError(`The campaign was given up while ${name} was away.`, remedy, 'let-go')
}
