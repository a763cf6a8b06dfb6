import type { Terminal } from '../../host'
import { usualLimitBytes } from '../../host-limits'
import { openPty, terminalOf } from '../../local/pty-terminal'
import type { Program } from '../../local/run-program'

/**
 * How much output of a login is kept in memory to explain a failure: enough for the longest warning of ssh.
 */
const rememberedCharacters = 16 * 1024
/** How long ssh may take to end when it is asked to, and again when it is killed. */
const dyingMs = 5000
/** Of one that is given up, as of a program that a signal killed. */
const killedExit = 0

/**
 * ssh in a pseudo-terminal, where a person answers its questions. It ends with this process, even if the
 * process is killed.
 */
export interface SshTerminal extends Terminal {
  /**
   * Resolves when ssh has ended, or could not be killed: a process that waits for a hung file system cannot. `onExit`
   * reports the same.
   */
  readonly ended: Promise<EndedSsh>
  readonly hasEnded: boolean
  /** Ends ssh at once. */
  kill(): void
}

export interface EndedSsh {
  /** The end of what ssh printed. */
  readonly printed: string
  /** True if ssh was ended because it printed more than a session may. */
  readonly printedTooMuch: boolean
}

export function openSshTerminal(
  program: Program,
  args: readonly string[],
  size: { readonly columns: number; readonly rows: number },
): SshTerminal {
  // Questions belong in this terminal, never in the window of another program (SSH_ASKPASS).
  const environment = { ...program.environment, SSH_ASKPASS_REQUIRE: 'never' }
  const terminal = openPty({ path: program.path, environment }, args, size)
  let hasEnded = false
  let printed = ''
  let characters = 0
  const view = terminalOf(terminal, 'SIGTERM')
  let closing: NodeJS.Timeout | undefined
  let dying: NodeJS.Timeout | undefined
  let end: (exitCode?: number) => void = () => undefined
  const kill = () => {
    view.kill()
    if (!hasEnded) dying ??= setTimeout(end, dyingMs)
  }
  const listeners: ((exitCode: number) => void)[] = []
  terminal.onData((text) => {
    printed = (printed + text).slice(-rememberedCharacters)
    characters += text.length
    if (characters > usualLimitBytes) kill()
  })
  const ended = new Promise<EndedSsh>((resolve) => {
    end = (exitCode = killedExit) => {
      if (hasEnded) return
      clearTimeout(closing)
      clearTimeout(dying)
      hasEnded = true
      resolve({ printed, printedTooMuch: characters > usualLimitBytes })
      for (const listener of listeners) listener(exitCode)
    }
  })
  terminal.onExit(({ exitCode }) => end(exitCode))
  return {
    ...view,
    onExit: (listener) => void listeners.push(listener),
    close: () => {
      view.close()
      if (!hasEnded) closing ??= setTimeout(kill, dyingMs)
    },
    kill,
    ended,
    get hasEnded() {
      return hasEnded
    },
  }
}
