import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../host-error'
import { cancelled, untilAborted } from '../host-limits'
import { framedScript, readFramed } from './session/framed-script'
import { afterRefusal, cutAgain, executeOver, isGone, isRefused, mostCuts } from './session/script-session'
import type { SshConnection } from './ssh-connection'
import processFunctions from '../shell/process-functions.sh'
import wait from './wait.sh'

const waitScript = ['# benchwright wait', processFunctions, wait].join('\n')

/** A wait is renewed after this long. */
const standingSeconds = 3600
/**
 * The far end prints a dot every five seconds; a session silent for longer than this is dead, whatever ssh
 * says.
 */
const silenceMs = 15_000
/** How often a host is asked that has no session to spare for a lasting wait. */
const askMs = 1000
/** How long a started supervisor may take to write its identity. */
const birthSeconds = 10
/**
 * How much of the end of a wait's output is kept: its frame, a dot for every five seconds, one word, and what
 * a logout adds.
 */
const keptBytes = 64 * 1024
/** A host is abandoned after this many waits in a row without an answer: 10 min if it is silent. */
const mostWordless = 40
const purpose = 'the end of the run'

/**
 * Waits for the end of a run on a host, whatever happens to the connection. Rejects when the signal fires or
 * the host is released.
 */
export async function waitOver(
  connection: SshConnection,
  runDirectory: string,
  signal: AbortSignal,
): Promise<'committed' | 'lost'> {
  let waitedSeconds = 0
  for (let wordless = 0, cuts = 0, refusals = 0; ;) {
    const transport = await untilAborted(connection.ready(), signal, purpose)
    const giveBack = connection.slots.takeStanding('watch')
    if (!giveBack) {
      const birth = Math.max(0, birthSeconds - waitedSeconds)
      const args = [runDirectory, '0', String(birth)]
      const asked = { arguments: args, timeoutMs: 30_000, signal, purpose }
      const answer = await executeOver(connection, waitScript, asked)
      const word = lastWord(answer.stdout)
      if (word !== undefined) return word
      await pause(askMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw cancelled(purpose)
      waitedSeconds += askMs / 1000
      continue
    }
    const nonce = randomBytes(9).toString('hex')
    // One controller for both signals; the oldest supported Electron has no AbortSignal.any.
    const end = new AbortController()
    const cancel = () => end.abort()
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    let timer = setTimeout(cancel, silenceMs)
    let heard = Buffer.alloc(0)
    const startedAtMs = performance.now()
    try {
      const args = [runDirectory, String(standingSeconds), String(birthSeconds)]
      const result = await transport.session({
        input: framedScript(waitScript, args, nonce),
        nonce,
        timeoutMs: 'none',
        signal: end.signal,
        onOutput: (piece) => {
          heard = Buffer.concat([heard, piece.subarray(-keptBytes)]).subarray(-keptBytes)
          clearTimeout(timer)
          timer = setTimeout(cancel, silenceMs)
        },
      })
      if (signal.aborted) throw cancelled(purpose)
      const { begun, exitCode, stdout } = readFramed(heard, result.stderr, nonce)
      if (!begun && isRefused(result)) {
        refusals = await afterRefusal(connection, refusals, signal, purpose)
        continue
      }
      const word = exitCode === undefined ? undefined : lastWord(stdout)
      if (word !== undefined) return word
      // A wait that lasted for a while shows that the host is fine.
      if (begun && performance.now() - startedAtMs > 2 * silenceMs) [wordless, cuts] = [0, 0]
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      giveBack()
    }
    // A wait that ended although the connection is up is restarted, but never in a tight loop.
    if (await isGone(connection, transport)) {
      cuts += 1
      if (cuts >= mostCuts) throw cutAgain(connection.name, purpose)
    } else {
      wordless += 1
      if (wordless >= mostWordless) throw wordlessHost(connection.name)
      await untilAborted(pause(askMs), signal, purpose)
    }
  }
}

function wordlessHost(name: string): HostError {
  return new HostError(
    `${name} does not report the state of the run: ${String(mostWordless)} waits for its end were cut off without an answer.`,
    'Check that this account may run commands there and that /bin/sh works, then resume the campaign.',
  )
}

function lastWord(stdout: Uint8Array): 'committed' | 'lost' | undefined {
  const word = new TextDecoder().decode(stdout).replaceAll('.', '')
  return word === 'committed' || word === 'lost' ? word : undefined
}
