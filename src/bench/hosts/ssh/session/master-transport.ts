import { existsSync, rmSync } from 'node:fs'
import type { SshAddress } from '../../../../core/plan/destination'
import { remoteShell } from './framed-script'
import { runProgram, type Program } from '../../local/run-program'
import {
  controlArguments,
  forwardText,
  masterArguments,
  sessionArguments,
  type SshFiles,
} from '../ssh-arguments'
import { openSshTerminal } from './ssh-terminal'
import type { Transport } from './transport'

export interface TransportOptions {
  readonly program: Program
  readonly to: SshAddress
  readonly files: SshFiles
  readonly interactive: boolean
  readonly size: { readonly columns: number; readonly rows: number }
}

/** How often the control socket is looked for during a login. */
const lookMs = 50
/** A master that does not answer on its own socket for this long is stopped or stuck. */
const answerMs = 8000

/**
 * A connection that all sessions share over a control socket: after one login, nothing else asks a question.
 */
export function openMaster(options: TransportOptions): Transport {
  const { program, to, files } = options
  rmSync(files.controlPath, { force: true })
  const terminal = openSshTerminal(program, masterArguments(to, files, options.interactive), options.size)
  const ready = new Promise<boolean>((resolve) => {
    const timer = setInterval(() => {
      // ssh creates the socket after the login and links it to its final name.
      if (!terminal.hasEnded && !existsSync(files.controlPath)) return
      clearInterval(timer)
      resolve(!terminal.hasEnded)
    }, lookMs)
  })
  return {
    terminal,
    ready,
    carries: 'many',
    session: (call) => runProgram(program, { ...call, args: sessionArguments(to, files, remoteShell) }),
    forward: async (request, here, there) => {
      const args = controlArguments(to, files, request, ['-L', forwardText(here, there)])
      const { exitCode } = await runProgram(program, { args, timeoutMs: answerMs })
      return exitCode === 0
    },
    answers: async () => {
      if (terminal.hasEnded) return false
      const check = await runProgram(program, {
        args: controlArguments(to, files, 'check'),
        timeoutMs: answerMs,
      })
      return check.exitCode === 0
    },
    kill: () => {
      terminal.kill()
      rmSync(files.controlPath, { force: true })
    },
  }
}
