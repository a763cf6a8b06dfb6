import type { HostStatus } from '../../core/contract/host-requests'

/** A machine that runs engines: this one, or one reached over SSH. The runner knows only this interface. */
export interface Host {
  /** `thisMachine`, or `ssh:` and the destination. */
  readonly id: string
  /** Shown to people: the machine's host name. */
  readonly name: string
  /**
   * Runs a POSIX sh script that is sent on standard input (never in an argument list) and collects its output.
   * Arguments become `$1`, `$2` …; quoting is the host's business.
   * Rejects only if the host cannot be reached, the time is up or the answer is too long; a non-zero exit is
   * an answer.
   */
  execute(script: string, options?: ExecuteOptions): Promise<ExecuteResult>
  /** Starts a script in a pseudo-terminal. Its output is for display only. */
  openTerminal(script: string, options: TerminalOptions): Terminal
  /** Reads a whole file as bytes; undefined if it does not exist. Rejects above `limitBytes`. */
  readFile(path: string, limitBytes: number): Promise<Uint8Array | undefined>
  /** Resolves when the run directory holds the file `rc` (committed) or its supervisor is gone without one. */
  waitForRun(runDirectory: string, signal: AbortSignal): Promise<'committed' | 'lost'>
  /**
   * For hosts that can go away: resolves as soon as the host answers, however long that takes, and makes all
   * later requests wait for it. Rejects if the host is released first.
   */
  whenReachable?(): Promise<void>
  /** For hosts that can go away: the state of the connection. */
  readonly status?: HostStatus
  /** For hosts that can go away: calls the listener whenever the state of the host changes. Returns an unsubscribe function. */
  onStatus?(listener: (status: HostStatus) => void): () => void
  /** For hosts reached over a network: sorted fingerprints of the keys that are accepted for this name. */
  storedKeys?(): Promise<readonly string[]>
  /**
   * For other machines: makes a Unix socket of the host available as a local one, for as long as the current
   * connection lasts. Rejects with a HostError if the connection cannot carry a socket.
   */
  forwardSocket?(path: string): Promise<ForwardedSocket>
  dispose(): Promise<void>
}

export interface ForwardedSocket {
  /** On this machine, in a folder private to this user. */
  readonly path: string
  close(): Promise<void>
}

export interface ExecuteOptions {
  readonly arguments?: readonly string[]
  /** What is requested, in the words of errors: "the list of folders". */
  readonly purpose?: string
  /** `usualTimeoutMs` if not given. */
  readonly timeoutMs?: number
  /** Maximum output in bytes: both streams and what a login shell adds; `usualLimitBytes` if not given. */
  readonly limitBytes?: number
  readonly signal?: AbortSignal
  readonly goesOn?: GoingOn
}

/**
 * A detaching script: it starts something that outlives it, and then prints `begunMark`. If the host runs
 * each script in its own session, `$bw_session` is `own`: the script may become what it starts, and has
 * answered when it closes its output.
 */
export interface GoingOn {
  /** Placed before the script. They do nothing by themselves, so that they can be read ahead. */
  readonly definitions: string
  /**
   * Called before anything is started, and again if the script is repeated. It may take any time, which the time
   * limit does not include. A script in its own session starts in the meantime and waits for the line `go` on
   * descriptor 3 before it starts anything; without the line it ends.
   */
  readonly before?: (() => void | Promise<void>) | undefined
}

/** Printed by a detaching script once it no longer needs its caller. */
export const begunMark = '@begun'

export interface ExecuteResult {
  readonly exitCode: number
  readonly stdout: Uint8Array
  readonly stderr: string
}

export interface TerminalOptions {
  readonly arguments?: readonly string[]
  readonly columns: number
  readonly rows: number
}

export interface Terminal {
  onData(listener: (text: string) => void): void
  onExit(listener: (exitCode: number) => void): void
  write(text: string): void
  resize(columns: number, rows: number): void
  /** Ends the view; the run behind it continues. */
  close(): void
}
