import * as pty from 'node-pty'
import type { LocalShell } from './execute-locally'
import type { Terminal, TerminalOptions } from './host'

/**
 * A pseudo-terminal on this machine. The script is an argument here, because a terminal has no other way in: keep it
 * short and free of secrets. node-pty may drop the last lines of what a program prints before it exits
 * (microsoft/node-pty#72), so nothing that counts is ever read from here.
 */
export function openLocalTerminal(script: string, options: TerminalOptions, shell: LocalShell): Terminal {
  const terminal = pty.spawn(shell.path, ['-c', script, 'sh', ...(options.arguments ?? [])], {
    name: 'xterm-256color',
    cols: options.columns,
    rows: options.rows,
    cwd: '/',
    env: definedOnly(shell.environment),
  })
  let open = true
  terminal.onExit(() => {
    open = false
  })
  /** After the exit the descriptor is gone and node-pty throws `EBADF`. */
  const whileOpen = (action: () => void) => {
    if (!open) return
    try {
      action()
    } catch (error) {
      if (!(error instanceof Error && /EBADF|ESRCH|EIO/.test(error.message))) throw error
    }
  }
  return {
    onData: (listener) => void terminal.onData(listener),
    onExit: (listener) => void terminal.onExit(({ exitCode }) => listener(exitCode)),
    write: (text) => whileOpen(() => terminal.write(text)),
    resize: (columns, rows) => whileOpen(() => terminal.resize(columns, rows)),
    close: () => whileOpen(() => terminal.kill('SIGHUP')),
  }
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return Object.fromEntries(entries)
}
