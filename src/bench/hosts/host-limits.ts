import { formatBytes } from '../../core/units/bytes'
import type { ExecuteOptions } from './host'
import { HostError } from './host-error'

/** Time limit of a script that does not set its own. */
export const usualTimeoutMs = 60_000
/** Output limit of a session whose answer has no announced size. */
export const usualLimitBytes = 16 * 1024 * 1024
/** What a session may print in addition to an answer of announced size: banners, start-up files, frames. */
export const noiseBytes = 1024 * 1024

/** The limits of one request, and the purpose that its errors name. */
export function limitsOf(options: ExecuteOptions): {
  readonly purpose: string
  readonly timeoutMs: number
  readonly limitBytes: number
} {
  const { purpose = 'the answer to a command', timeoutMs = usualTimeoutMs } = options
  return { purpose, timeoutMs, limitBytes: options.limitBytes ?? usualLimitBytes }
}

/** A host was silent for too long. Without a name it is this machine. */
export function tookTooLong(host: string | undefined, purpose: string, timeoutMs: number): HostError {
  const name = host ?? 'this machine'
  return new HostError(
    `${host ?? 'This machine'} took longer than ${String(timeoutMs / 1000)} s for ${purpose}.`,
    `Check that ${name} is not overloaded and that no disk or network folder there hangs, then try again.`,
  )
}

/** A host printed without end, or far more than was requested. Without a name it is this machine. */
export function printedTooMuch(host: string | undefined, purpose: string, limitBytes: number): HostError {
  const name = host ?? 'this machine'
  return new HostError(
    `${host ?? 'This machine'} printed more than ${formatBytes(limitBytes)} when it was asked for ${purpose}; it was cut off.`,
    `Check what the login shell and the start-up files of the account print on ${name}: a command without a terminal must print nothing else.`,
  )
}

export function cancelled(purpose: string): HostError {
  return new HostError(`Waiting for ${purpose} was cancelled.`)
}

/** The promise, or a HostError as soon as the signal fires. */
export function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  purpose: string,
): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const cancel = () => reject(cancelled(purpose))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}
