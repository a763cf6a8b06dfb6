import type { ProgramCall, ProgramResult } from '../../local/run-program'
import type { SshTerminal } from './ssh-terminal'

/** The arguments of a session on a connection. The command is always the remote shell. */
export interface SessionCall extends Omit<ProgramCall, 'args'> {
  readonly input: string
  /** Marks the lines of its answer, see `framedScript`. */
  readonly nonce: string
}

/** One connection to a host, from start to end. */
export interface Transport {
  /** Where ssh asks its questions. */
  readonly terminal: SshTerminal
  /** True when sessions can be opened; false if ssh ended first. */
  readonly ready: Promise<boolean>
  /** How many sessions it can carry at once. */
  readonly carries: 'many' | 'one'
  /** Runs the remote shell with `input` on its standard input. */
  session(call: SessionCall): Promise<ProgramResult>
  /**
   * Starts or cancels forwarding of a local socket to one on the host; absent if the connection cannot
   * forward. Resolves with false on failure.
   */
  readonly forward?: (request: 'forward' | 'cancel', here: string, there: string) => Promise<boolean>
  /** Whether the local ssh still answers. The far end is watched by keep-alives. */
  answers(): Promise<boolean>
  /** Ends the connection at once, whatever it is doing. */
  kill(): void
}
