import { usualLimitBytes, usualTimeoutMs } from '../host-limits'
import { killProgram, startFailure, startProgram } from './start-program'

/** A program and the variables it sees. */
export interface Program {
  readonly path: string
  readonly environment: NodeJS.ProcessEnv
}

export interface ProgramCall {
  readonly args: readonly string[]
  readonly input?: string
  /** `usualTimeoutMs` if not given; `none` for a session that lasts until the caller ends it. */
  readonly timeoutMs?: number | 'none' | undefined
  /** Maximum output in bytes, both streams together; `usualLimitBytes` if not given. */
  readonly limitBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Receives standard output as it arrives; it is not kept then. */
  readonly onOutput?: (piece: Buffer) => void
  /**
   * Keeps standard input open after `input` until the call ends; its end tells the far side that the output
   * is no longer read.
   */
  readonly keepInput?: boolean
}

export interface ProgramResult {
  /** Undefined if it was killed by this process or a signal. */
  readonly exitCode: number | undefined
  /** Empty if `onOutput` received it. */
  readonly stdout: Buffer
  readonly stderr: Buffer
  readonly ended: 'itself' | 'timeout' | 'cancelled' | 'too-much'
}

/**
 * Runs a program over pipes, never over a pseudo-terminal, which may lose bytes; within its limits of time and output.
 * Rejects only when it cannot be started.
 */
export function runProgram(program: Program, call: ProgramCall): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = startProgram(program.path, call.args, { stdio: 'pipe', env: program.environment })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let ended: ProgramResult['ended'] = 'itself'
    const end = (how: ProgramResult['ended']) => {
      if (ended === 'itself') ended = how
      killProgram(child)
    }
    const cancel = () => end('cancelled')
    const { timeoutMs = usualTimeoutMs, limitBytes = usualLimitBytes } = call
    const timer = timeoutMs === 'none' ? undefined : setTimeout(() => end('timeout'), timeoutMs)
    let heardBytes = 0
    const isWithinLimit = (piece: Buffer) => {
      heardBytes += piece.length
      if (heardBytes > limitBytes) end('too-much')
      return heardBytes <= limitBytes
    }
    const settle = () => {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', cancel)
    }
    child.stdout.on('data', (piece: Buffer) => {
      if (!isWithinLimit(piece)) return
      if (call.onOutput) call.onOutput(piece)
      else stdout.push(piece)
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (isWithinLimit(piece)) stderr.push(piece)
    })
    child.stdin.on('error', () => {
      // It ended before it had read everything; its output says why.
    })
    child.on('error', (error) => {
      settle()
      reject(startFailure(program.path, error))
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
