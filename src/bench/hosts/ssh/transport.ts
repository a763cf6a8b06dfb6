import type { SshCall, SshResult } from './run-ssh'
import type { SshTerminal } from './ssh-terminal'

/** What a session on a connection is given; the command is always the remote shell. */
export interface SessionCall extends Omit<SshCall, 'args'> {
  readonly input: string
  /** Marks the lines of its answer, see `framedScript`. */
  readonly nonce: string
}

/** One connection to a host, from the first byte to the end. */
export interface Transport {
  /** Where ssh asks its questions. */
  readonly terminal: SshTerminal
  /** True when sessions can be had; false when ssh ended before. */
  readonly ready: Promise<boolean>
  /** How many sessions it can carry at once. */
  readonly carries: 'many' | 'one'
  /** Runs the remote shell with `input` on its standard input. */
  session(call: SessionCall): Promise<SshResult>
  /** Begins and ends the forwarding of a socket here to one there; absent where the connection cannot. False when it failed. */
  readonly forward?: (request: 'forward' | 'cancel', here: string, there: string) => Promise<boolean>
  /** Whether ssh on this side still answers; says nothing of the far end, which the keep-alives watch. */
  answers(): Promise<boolean>
  /** Ends the connection at once, whatever it does. */
  kill(): void
}
