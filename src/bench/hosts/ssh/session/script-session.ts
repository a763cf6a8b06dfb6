import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../../host-error'
import type { ExecuteOptions, ExecuteResult } from '../../host'
import { cancelled, limitsOf, printedTooMuch, tookTooLong, untilAborted } from '../../host-limits'
import { framedScript, readFramed, type FramedAnswer } from './framed-script'
import type { ProgramResult } from '../../local/run-program'
import type { SshConnection } from '../ssh-connection'
import type { Transport } from './transport'

/** How often a script is tried when its answer is lost although the connection is up. */
const mostTries = 3
/** A host that keeps dropping the connection is abandoned after this many times. */
export const mostCuts = 20
/**
 * How often a server that refuses even a single session is asked; an earlier session may still be closing.
 */
const mostRefusals = 20
const refusedPauseMs = 250

/**
 * Runs a script on a host, whatever happens to the connection. After a cut it waits for the connection and
 * runs the script again, so every script must be safe to run twice. Only the end that the script itself
 * reports counts, never the exit status of ssh, which is 255 for many things.
 */
export async function executeOver(
  connection: SshConnection,
  script: string,
  options: ExecuteOptions,
): Promise<ExecuteResult> {
  const { purpose, timeoutMs, limitBytes } = limitsOf(options)
  const { signal, goesOn } = options
  await goesOn?.before?.()
  const whole = goesOn ? `${goesOn.definitions}\n${script}` : script
  for (let tries = 1, cuts = 0, refusals = 0; ;) {
    const transport = await untilAborted(connection.ready(), signal, purpose)
    const giveBack = await connection.slots.takeCommand(signal)
    let result: ProgramResult
    let answer: FramedAnswer
    const nonce = randomBytes(9).toString('hex')
    try {
      const input = framedScript(whole, options.arguments ?? [], nonce)
      result = await transport.session({ input, nonce, timeoutMs, limitBytes, signal })
      answer = readFramed(result.stdout, result.stderr, nonce)
      if (!answer.begun && isRefused(result)) {
        refusals = await afterRefusal(connection, refusals, signal, purpose)
        continue
      }
    } finally {
      giveBack()
    }
    const { exitCode, stdout, stderr } = answer
    if (result.ended === 'too-much') throw printedTooMuch(connection.name, purpose, limitBytes)
    if (exitCode !== undefined) return { exitCode, stdout, stderr }
    if (result.ended === 'cancelled') throw cancelled(purpose)
    if (await isGone(connection, transport)) {
      cuts += 1
      if (cuts >= mostCuts) throw cutAgain(connection.name, purpose)
      continue
    }
    if (result.ended === 'timeout') throw tookTooLong(connection.name, purpose, timeoutMs)
    if (tries >= mostTries) throw unreadable(connection.name, purpose, result)
    // oxlint-disable-next-line no-useless-assignment -- the next round reads it
    tries += 1
  }
}

/** True when the server allows no further session on this connection (MaxSessions). */
export function isRefused(result: ProgramResult): boolean {
  return result.exitCode === 255 && result.stderr.includes('Session open refused')
}

/** Whether the connection that a session failed on is gone. One that only seems to be up is ended. */
export async function isGone(connection: SshConnection, transport: Transport): Promise<boolean> {
  if (connection.isOn(transport) && (await transport.answers().catch(() => false))) return false
  connection.dropped(transport)
  await transport.terminal.ended
  return true
}

/**
 * After a refused session: allows one session fewer, or waits a moment if there is only one. Returns how often the
 * server has refused a single session; throws a HostError once that is too often.
 */
export async function afterRefusal(
  { name, slots }: SshConnection,
  refusals: number,
  signal: AbortSignal | undefined,
  purpose: string,
): Promise<number> {
  if (slots.lower()) return refusals
  if (refusals + 1 >= mostRefusals)
    throw new HostError(
      `${name} refuses every session on the connection.`,
      'Raise MaxSessions in the configuration of its SSH server, or end the sessions that are open.',
    )
  await untilAborted(pause(refusedPauseMs), signal, purpose)
  return refusals + 1
}

/** The connection was cut on every attempt. */
export function cutAgain(name: string, purpose: string): HostError {
  return new HostError(
    `${name} dropped the connection ${String(mostCuts)} times when it was asked for ${purpose}.`,
    'Look into the log of its SSH server; a login shell or forced command may end the connection.',
  )
}

function unreadable(name: string, purpose: string, result: ProgramResult): HostError {
  const said = Buffer.concat([result.stderr.subarray(-4096), result.stdout.subarray(-4096)])
    .toString('utf8')
    .trim()
    .split('\n')
    .at(-1)
    ?.slice(0, 200)
    .replace(/\.$/, '')
  const reason = said === undefined || said === '' ? '' : `: ${said}`
  return new HostError(
    `The answer of ${name} could not be read${reason}. It was asked for ${purpose}.`,
    'Check that this account may run commands there and that /bin/sh works.',
  )
}
