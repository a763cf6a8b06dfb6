import { Socket } from 'node:net'
import { cancelled, limitsOf, printedTooMuch, tookTooLong } from '../host-limits'
import { begunMark, type ExecuteOptions, type ExecuteResult } from '../host'
import { quoteCommand } from '../quoting'
import { killProgram, startFailure, startProgram, type StartedProgram } from './start-program'

/** The POSIX shell that scripts are sent to, and its variables. */
export interface LocalShell {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
}

/**
 * A shell that has already read the definitions of the next detaching script, so that starting one need not
 * wait for a fork of this large process.
 */
interface SpareShell {
  readonly child: StartedProgram
  /** What it inherited when it started, and its definitions. */
  readonly inherited: string
  readonly idle: NodeJS.Timeout
}

const spares = new WeakMap<LocalShell, SpareShell>()
/** An unused spare shell ends after this time, or with this process, which closes its standard input. */
const idleMs = 60_000
/** How long a detaching script may hold its output open after it has printed `begunMark`. */
const letGoMs = 100
/** How long a cancelled script may take to remove what it created before it is killed. */
const tidyMs = 500

/** `definitions`: those of a detaching script. */
function beginShell(shell: LocalShell, definitions: string | undefined): StartedProgram {
  // Its own session: Ctrl-C on the terminal must not cut a script in two, and a timeout ends all of it.
  const options = { detached: true, env: shell.environment }
  if (definitions === undefined) return startProgram(shell.path, ['-s'], { ...options, stdio: 'pipe' })
  const child = startProgram(shell.path, ['-s'], { ...options, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  child.stdin.write(`bw_session=own\n${definitions}\n`)
  return child
}

function inheritedBy(shell: LocalShell, definitions: string): string {
  return JSON.stringify([process.cwd(), shell.environment, definitions])
}

/** The spare shell, if it is equivalent to a new one. */
function takeSpare(shell: LocalShell, definitions: string): StartedProgram | undefined {
  const spare = spares.get(shell)
  if (!spare) return undefined
  spares.delete(shell)
  clearTimeout(spare.idle)
  const { child, inherited } = spare
  child.removeAllListeners('error')
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  if (inherited !== inheritedBy(shell, definitions)) {
    child.stdin.destroy()
    return undefined
  }
  hold(child, 'ref')
  return child
}

function keepSpare(shell: LocalShell, definitions: string): void {
  if (spares.has(shell)) return
  const child = ifPossible(() => beginShell(shell, definitions))
  if (!child) return
  hold(child, 'unref')
  // A failure to start is reported when a shell is needed.
  child.on('error', () => spares.delete(shell))
  child.stdin.on('error', () => spares.delete(shell))
  const idle = setTimeout(() => endSpareShell(shell), idleMs)
  idle.unref()
  spares.set(shell, { child, inherited: inheritedBy(shell, definitions), idle })
}

function ifPossible<T>(start: () => T): T | undefined {
  try {
    return start()
  } catch {
    return undefined
  }
}

/** Whether this process stays alive for a shell. */
function hold(child: StartedProgram, how: 'ref' | 'unref'): void {
  child[how]()
  for (const stream of child.stdio) if (stream instanceof Socket) stream[how]()
}

/** Ends the spare shell, if there is one. */
export function endSpareShell(shell: LocalShell): void {
  const spare = spares.get(shell)
  if (!spare) return
  spares.delete(shell)
  clearTimeout(spare.idle)
  spare.child.stdin.destroy()
}

/**
 * Runs a script with this machine's sh. The script is sent on standard input, wrapped so that sh reads all of
 * it before running any of it: a script cut short by the end of this process is a syntax error, not half an
 * action.
 */
export function executeLocally(
  script: string,
  options: ExecuteOptions = {},
  shell: LocalShell = { path: '/bin/sh', environment: process.env },
): Promise<ExecuteResult> {
  const { purpose, timeoutMs, limitBytes } = limitsOf(options)
  const { goesOn, signal } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled(purpose))
      return
    }
    const child = (goesOn && takeSpare(shell, goesOn.definitions)) ?? beginShell(shell, goesOn?.definitions)
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let heardBytes = 0
    let cutOff: Error | undefined
    let lettingGo: NodeJS.Timeout | undefined

    let killing: NodeJS.Timeout | undefined

    const signalAll = (name: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name)
      } catch {
        // All of them have ended by now.
      }
    }
    const kill = () => {
      clearTimeout(killing)
      killProgram(child, () => signalAll('SIGKILL'))
    }
    const end = (error: Error) => {
      cutOff ??= error
      if (killing) return
      signalAll('SIGTERM')
      killing = setTimeout(kill, tidyMs)
      child.once('exit', kill)
    }
    const cancel = () => end(cancelled(purpose))
    let timer: NodeJS.Timeout | undefined
    const beginTiming = () => {
      timer = setTimeout(() => end(tookTooLong(undefined, purpose, timeoutMs)), timeoutMs)
    }
    signal?.addEventListener('abort', cancel)
    const stopTiming = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    const settle = (exitCode: number) => {
      stopTiming()
      clearTimeout(lettingGo)
      if (cutOff) reject(cutOff)
      else
        resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') })
    }
    const letGo = () => {
      child.removeListener('close', close)
      hold(child, 'unref')
      child.stdout.destroy()
      child.stderr.destroy()
      settle(0)
      if (goesOn) keepSpare(shell, goesOn.definitions)
    }
    /** The shell becomes what it started: its end is neither awaited nor caused by this process. */
    const begin = () => {
      stopTiming()
      lettingGo = setTimeout(letGo, letGoMs)
      child.stdout.on('end', letGo)
    }
    const close = (code: number | null, killedBy: NodeJS.Signals | null) =>
      settle(code ?? 128 + (killedBy === 'SIGKILL' ? 9 : 15))

    const keep = (pieces: Buffer[]) => (piece: Buffer) => {
      heardBytes += piece.length
      if (heardBytes <= limitBytes) pieces.push(piece)
      else end(printedTooMuch(undefined, purpose, limitBytes))
      if (goesOn && !lettingGo && !cutOff && Buffer.concat(stdout).includes(begunMark)) begin()
    }
    child.stdout.on('data', keep(stdout))
    child.stderr.on('data', keep(stderr))
    for (const stream of child.stdio)
      stream?.on('error', () => {
        // The shell ended before it had read everything; its exit status says why.
      })
    child.on('error', (error) => {
      cutOff ??= startFailure(shell.path, error)
      settle(127)
    })
    child.on('close', close)
    const words = quoteCommand(options.arguments ?? [])
    child.stdin.end(`{\nset -- ${words}\n${script}\n}\n`)
    const tell = (word: string) => {
      const ear = child.stdio[3]
      if (ear instanceof Socket) ear.end(word)
      if (child.exitCode === null && child.signalCode === null) beginTiming()
    }
    const refuse = (error: unknown) => {
      // Without `go` the script removes what it has written, and ends.
      cutOff ??= error instanceof Error ? error : new Error(String(error))
      tell('')
    }
    try {
      const waiting = goesOn?.before?.()
      if (waiting) waiting.then(() => tell('go\n'), refuse)
      else tell('go\n')
    } catch (error) {
      refuse(error)
    }
  })
}
