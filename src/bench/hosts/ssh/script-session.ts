import { randomBytes } from 'node:crypto'
import { HostError } from '../host-error'
import type { ExecuteOptions, ExecuteResult } from '../host'
import { framedScript, readFramed } from './framed-script'
import type { SshResult } from './run-ssh'
import type { SshConnection } from './ssh-connection'
import type { Transport } from './transport'

/** A script whose answer never came over a connection that stands is tried this often. */
const mostTries = 3

/**
 * Runs a script on a host, whatever happens to the connection meanwhile: one that was cut is waited for and the script
 * runs again, so every script has to bear being run twice. What counts is the end it reports itself, never the status of
 * ssh, which is 255 for many things.
 */
export async function executeOver(
  connection: SshConnection,
  script: string,
  options: ExecuteOptions,
): Promise<ExecuteResult> {
  for (let tries = 1; ;) {
    const transport = await untilAborted(connection.ready(), options.signal)
    const giveBack = await connection.slots.takeCommand(options.signal)
    let result: SshResult
    const nonce = randomBytes(9).toString('hex')
    try {
      result = await transport.session({
        input: framedScript(script, options.arguments ?? [], nonce),
        nonce,
        timeoutMs: options.timeoutMs,
        signal: options.signal,
      })
      if (isRefused(result)) {
        connection.slots.lower()
        continue
      }
    } finally {
      giveBack()
    }
    const answer = readFramed(result.stdout, result.stderr, nonce)
    const { exitCode, stdout, stderr } = answer
    if (exitCode !== undefined) return { exitCode, stdout, stderr }
    if (result.ended === 'cancelled') throw new HostError('The command was cancelled.')
    if (await isGone(connection, transport)) continue
    if (result.ended === 'timeout') {
      const seconds = String((options.timeoutMs ?? 0) / 1000)
      throw new HostError(`A command on ${connection.name} took longer than ${seconds} s.`)
    }
    if (tries >= mostTries) throw unreadable(connection.name, result)
    tries += 1
  }
}

/** True when the server allows no further session on this connection (MaxSessions). */
export function isRefused(result: SshResult): boolean {
  return result.exitCode === 255 && result.stderr.includes('Session open refused')
}

/** Whether the connection a session failed on is gone; one that only seems to stand is ended. */
export async function isGone(connection: SshConnection, transport: Transport): Promise<boolean> {
  if (connection.isOn(transport) && (await transport.answers().catch(() => false))) return false
  connection.dropped(transport)
  await transport.terminal.ended
  return true
}

/** The promise, or a HostError as soon as the signal fires. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new HostError('The command was cancelled.'))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}

function unreadable(name: string, result: SshResult): HostError {
  const said = Buffer.concat([result.stderr, result.stdout])
    .toString('utf8')
    .trim()
    .split('\n')
    .at(-1)
    ?.slice(0, 200)
  return new HostError(
    `The answer of ${name} could not be read${said === undefined || said === '' ? '' : `: ${said}`}.`,
    'Check that this account may run commands there and that /bin/sh works.',
  )
}
