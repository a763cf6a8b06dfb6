import { spawn } from 'node:child_process'
import { HostError } from './host-error'
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
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted === true) {
      reject(new HostError('The command was cancelled before it started.'))
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
    let cutOff: HostError | undefined

    const end = (error: HostError) => {
      cutOff ??= error
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended by itself in the meantime; `close` follows.
      }
    }
    const cancel = () => {
      end(new HostError('The command was cancelled.'))
    }
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            end(
              new HostError(
                `A command on this machine took longer than ${String((options.timeoutMs ?? 0) / 1000)} s.`,
              ),
            )
          }, options.timeoutMs)
    options.signal?.addEventListener('abort', cancel)
    const settle = () => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', cancel)
    }

    child.stdout.on('data', (piece: Buffer) => stdout.push(piece))
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece))
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
