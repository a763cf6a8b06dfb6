import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { Socket } from 'node:net'
import { HostError } from './host-error'
import { cancelled, limitsOf, printedTooMuch, tookTooLong } from './host-limits'
import type { ExecuteOptions, ExecuteResult } from './host'
import { quoteCommand } from './quoting'

/** The POSIX shell scripts are sent to, and the variables it sees. */
export interface LocalShell {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
}

/** A shell that waits for the next script, so that this does not wait for the shell: to fork a large process takes a while. */
interface SpareShell {
  readonly child: ChildProcessWithoutNullStreams
  /** What a shell takes over when it begins. */
  readonly inherited: string
  readonly idle: NodeJS.Timeout
}

const spares = new WeakMap<LocalShell, SpareShell>()
/** It ends with this process, for its standard input does; or when nobody has needed it for this long. */
const idleMs = 60_000

function inheritedBy(shell: LocalShell): string {
  return JSON.stringify([process.cwd(), shell.environment])
}

function beginShell(shell: LocalShell): ChildProcessWithoutNullStreams {
  // A process group of its own: Ctrl-C on the terminal must not cut a script in two, and a timeout ends all of it.
  return spawn(shell.path, ['-s'], { detached: true, stdio: 'pipe', env: shell.environment })
}

/** The spare shell, if it is as good as a new one. */
function takeSpare(shell: LocalShell): ChildProcessWithoutNullStreams | undefined {
  const spare = spares.get(shell)
  if (!spare) return undefined
  spares.delete(shell)
  clearTimeout(spare.idle)
  const { child, inherited } = spare
  child.removeAllListeners('error')
  if (child.exitCode !== null || child.signalCode !== null) return undefined
  if (inherited !== inheritedBy(shell)) {
    child.stdin.destroy()
    return undefined
  }
  hold(child, 'ref')
  return child
}

function keepSpare(shell: LocalShell): void {
  if (spares.has(shell)) return
  const child = beginShell(shell)
  hold(child, 'unref')
  // A shell that cannot be started says so when it is needed.
  child.on('error', () => spares.delete(shell))
  child.stdin.on('error', () => spares.delete(shell))
  const idle = setTimeout(() => endSpareShell(shell), idleMs)
  idle.unref()
  spares.set(shell, { child, inherited: inheritedBy(shell), idle })
}

/** Whether this process stays for a shell. */
function hold(child: ChildProcessWithoutNullStreams, how: 'ref' | 'unref'): void {
  child[how]()
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream[how]()
}

/** Lets the spare shell go, if there is one. */
export function endSpareShell(shell: LocalShell): void {
  const spare = spares.get(shell)
  if (!spare) return
  spares.delete(shell)
  clearTimeout(spare.idle)
  spare.child.stdin.destroy()
}

/**
 * Runs a script with this machine's sh. The script goes over standard input, wrapped so that sh reads all of it before
 * it runs any of it: a script cut short by the end of this process is a syntax error, not half an action.
 */
export function executeLocally(
  script: string,
  options: ExecuteOptions = {},
  shell: LocalShell = { path: '/bin/sh', environment: process.env },
): Promise<ExecuteResult> {
  const { purpose, timeoutMs, limitBytes } = limitsOf(options)
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted === true) {
      reject(cancelled(purpose))
      return
    }
    const child = takeSpare(shell) ?? beginShell(shell)
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let heardBytes = 0
    let cutOff: HostError | undefined

    const end = (error: HostError) => {
      cutOff ??= error
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended by itself in the meantime; `close` follows.
      }
      // A process that left the group may hold the other ends open.
      child.stdout.destroy()
      child.stderr.destroy()
    }
    const cancel = () => {
      end(cancelled(purpose))
    }
    const timer = setTimeout(() => end(tookTooLong('This machine', purpose, timeoutMs)), timeoutMs)
    options.signal?.addEventListener('abort', cancel)
    const settle = () => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', cancel)
    }

    const keep = (pieces: Buffer[]) => (piece: Buffer) => {
      heardBytes += piece.length
      if (heardBytes <= limitBytes) pieces.push(piece)
      else end(printedTooMuch('This machine', purpose, limitBytes))
    }
    child.stdout.on('data', keep(stdout))
    child.stderr.on('data', keep(stderr))
    child.stdin.on('error', () => {
      // The shell ended before it had read everything; its exit status says why.
    })
    child.on('error', (error) => {
      settle()
      reject(
        new HostError(
          `sh could not be started: ${error.message}.`,
          'Benchwright runs engines through /bin/sh; install it.',
        ),
      )
    })
    child.on('close', (code, signal) => {
      settle()
      if (cutOff) reject(cutOff)
      else {
        const exitCode = code ?? 128 + (signal === 'SIGKILL' ? 9 : 15)
        resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') })
      }
    })
    const words = quoteCommand(options.arguments ?? [])
    child.stdin.end(`{\nset -- ${words}\n${script}\n}\n`)
    if (options.followed === true) keepSpare(shell)
  })
}
