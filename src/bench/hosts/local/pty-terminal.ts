import * as pty from 'node-pty'
import type { Terminal } from '../host'
import type { Program } from './run-program'

/** Starts a program in a new pseudo-terminal. */
export function openPty(
  { path, environment }: Program,
  args: readonly string[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): pty.IPty {
  const env = Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return pty.spawn(path, [...args], { name: 'xterm-256color', cols: columns, rows, cwd: '/', env })
}

/** A pseudo-terminal for which writing, resizing and closing do nothing after its program has ended. */
export function terminalOf(terminal: pty.IPty, closing: 'SIGHUP' | 'SIGTERM'): Terminal & { kill(): void } {
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
    close: () => whileOpen(() => terminal.kill(closing)),
    kill: () => whileOpen(() => terminal.kill('SIGKILL')),
  }
}
