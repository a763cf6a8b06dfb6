import { spawn } from 'node:child_process'

/** The ssh program and the variables it sees. */
export interface SshProgram {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
}

export interface SshCall {
  readonly args: readonly string[]
  readonly input?: string
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears the bytes of standard output as they come. */
  readonly onOutput?: (piece: Buffer) => void
  /** Standard input stays open after `input`, for as long as the call; the far end learns from its end that nobody listens. */
  readonly keepInput?: boolean
}

export interface SshResult {
  /** Undefined when it was killed from here or by a signal. */
  readonly exitCode: number | undefined
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly ended: 'itself' | 'timeout' | 'cancelled'
}

/** Runs ssh over pipes, never over a pseudo-terminal, which may lose bytes. Rejects only when ssh cannot be started. */
export function runSsh(program: SshProgram, call: SshCall): Promise<SshResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.path, [...call.args], { stdio: 'pipe', env: program.environment })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let ended: SshResult['ended'] = 'itself'
    const end = (how: SshResult['ended']) => {
      if (ended === 'itself') ended = how
      child.kill('SIGKILL')
    }
    const cancel = () => end('cancelled')
    const timer = call.timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), call.timeoutMs)
    const settle = () => {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', cancel)
    }
    child.stdout.on('data', (piece: Buffer) => {
      if (call.onOutput) call.onOutput(piece)
      stdout.push(piece)
    })
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece))
    child.stdin.on('error', () => {
      // ssh ended before it had read everything; its output says why.
    })
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('close', (code) => {
      settle()
      resolve({
        exitCode: ended === 'itself' ? (code ?? undefined) : undefined,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr),
        ended,
      })
    })
    call.signal?.addEventListener('abort', cancel)
    if (call.signal?.aborted === true) cancel()
    if (call.input !== undefined) child.stdin.write(call.input)
    if (call.keepInput !== true) child.stdin.end()
  })
}
