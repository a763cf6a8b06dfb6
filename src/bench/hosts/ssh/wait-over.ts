import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../host-error'
import { framedScript, readFramed } from './framed-script'
import { waitScript } from './remote-scripts'
import { executeOver, isGone, isRefused, untilAborted } from './script-session'
import type { SshConnection } from './ssh-connection'

/** A standing wait is renewed after this long. */
const standingSeconds = 3600
/** The far end shows every five seconds that it is there; a session silent for longer is dead whatever ssh says. */
const silenceMs = 15_000
/** How often a host is asked where there is no session to spare for a standing wait. */
const askMs = 1000
/** How long a started supervisor may take to write its name. */
const birthSeconds = 10

/** Waits for the end of a run on a host through everything the connection goes through. Rejects when the signal fires or the host is let go. */
export async function waitOver(
  connection: SshConnection,
  runDirectory: string,
  signal: AbortSignal,
): Promise<'committed' | 'lost'> {
  let waitedSeconds = 0
  for (;;) {
    const transport = await untilAborted(connection.ready(), signal)
    const giveBack = connection.slots.takeStanding('watch')
    if (!giveBack) {
      const birth = Math.max(0, birthSeconds - waitedSeconds)
      const args = [runDirectory, '0', String(birth)]
      const answer = await executeOver(connection, waitScript, { arguments: args, timeoutMs: 30_000, signal })
      const word = lastWord(answer.stdout)
      if (word !== undefined) return word
      await pause(askMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw cancelled()
      waitedSeconds += askMs / 1000
      continue
    }
    const nonce = randomBytes(9).toString('hex')
    // One controller for both ends; AbortSignal.any is not in the oldest Electron that this runs on.
    const end = new AbortController()
    const cancel = () => end.abort()
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    let timer = setTimeout(cancel, silenceMs)
    try {
      const args = [runDirectory, String(standingSeconds), String(birthSeconds)]
      const result = await transport.session({
        input: framedScript(waitScript, args, nonce),
        nonce,
        signal: end.signal,
        onOutput: () => {
          clearTimeout(timer)
          timer = setTimeout(cancel, silenceMs)
        },
      })
      if (signal.aborted) throw cancelled()
      if (isRefused(result)) {
        connection.slots.lower()
        continue
      }
      const { exitCode, stdout } = readFramed(result.stdout, result.stderr, nonce)
      const word = exitCode === undefined ? undefined : lastWord(stdout)
      if (word !== undefined) return word
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      giveBack()
    }
    // A wait that broke off over a connection that stands is begun again, but never in a tight circle.
    if (!(await isGone(connection, transport)))
      await pause(askMs, undefined, { signal }).catch(() => undefined)
  }
}

function lastWord(stdout: Uint8Array): 'committed' | 'lost' | undefined {
  const word = new TextDecoder().decode(stdout).replaceAll('.', '')
  return word === 'committed' || word === 'lost' ? word : undefined
}

function cancelled(): HostError {
  return new HostError('Waiting for the run was cancelled.')
}
