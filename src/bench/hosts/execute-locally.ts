import { spawn } from 'node:child_process'
import { HostError } from './host-error'
import { cancelled, limitsOf, printedTooMuch, tookTooLong } from './host-limits'
import type { ExecuteOptions, ExecuteResult } from './host'

/** The POSIX shell scripts are sent to, and the variables it sees. */
export interface LocalShell {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
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
    // A process group of its own: Ctrl-C on the terminal must not cut a script in two, and a timeout ends all of it.
    const child = spawn(shell.path, ['-s', '--', ...(options.arguments ?? [])], {
      detached: true,
      stdio: 'pipe',
      env: shell.environment,
    })
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
    child.stdin.end(`{\n${script}\n}\n`)
  })
}
