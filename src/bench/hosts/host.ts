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
   * Rejects only when the host cannot be reached, the time is up or the answer is too long; a non-zero exit is an answer.
   */
  execute(script: string, options?: ExecuteOptions): Promise<ExecuteResult>
  /** Starts a script in a pseudo-terminal. What it prints is for eyes only. */
  openTerminal(script: string, options: TerminalOptions): Terminal
  /** Reads a whole file as bytes; undefined when it does not exist. Rejects above `limitBytes`. */
  readFile(path: string, limitBytes: number): Promise<Uint8Array | undefined>
  /** Resolves when the run directory holds the file `rc` (committed) or its supervisor is gone without one. */
  waitForRun(runDirectory: string, signal: AbortSignal): Promise<'committed' | 'lost'>
  /**
   * For hosts that can go away: resolves as soon as the host answers, however long that takes, and makes all requests
   * from then on wait for it. Rejects when the host is let go first.
   */
  whenReachable?(): Promise<void>
  /** For hosts that can go away: the state of the connection. */
  readonly status?: HostStatus
  /** For hosts that can go away: calls the listener whenever the state of the host changes. Returns an unsubscribe function. */
  onStatus?(listener: (status: HostStatus) => void): () => void
  /** For hosts reached over a network: fingerprints of the keys that are accepted for this name. Sorted. */
  storedKeys?(): Promise<readonly string[]>
  /**
   * For other machines: makes a Unix socket of theirs reachable as one here, for as long as the current connection lasts.
   * Rejects with a HostError if the connection cannot carry a socket.
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
  /** What the host is asked for, as errors name it: "the list of folders". */
  readonly purpose?: string
  /** `usualTimeoutMs` if not given. */
  readonly timeoutMs?: number
  /** Most bytes of output, both streams and what a login shell adds together; `usualLimitBytes` if not given. */
  readonly limitBytes?: number
  readonly signal?: AbortSignal
  readonly goesOn?: GoingOn
}

/**
 * A detaching script: it starts something that outlives it, and prints `begunMark` then. Where the host runs each script in a
 * session of its own, `$bw_session` is `own`: the script may become what it starts, and has answered when it lets go of its
 * output.
 */
export interface GoingOn {
  /** Stand before the script and do nothing by themselves, so that they can be read ahead. */
  readonly definitions: string
  /**
   * Done before anything is started; may be called again when the script is. A script in a session of its own begins
   * meanwhile, and waits for the line `go` on descriptor 3 before it starts anything; it ends without.
   */
  readonly before?: (() => void) | undefined
}

/** Printed by a detaching script once it runs on its own. */
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
  /** Ends the view. The run behind it is not touched. */
  close(): void
}
