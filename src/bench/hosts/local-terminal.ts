import * as pty from 'node-pty'
import type { LocalShell } from './execute-locally'
import type { Terminal, TerminalOptions } from './host'
import { terminalOf } from './pty-terminal'

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
  return terminalOf(terminal, 'SIGHUP')
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return Object.fromEntries(entries)
}
