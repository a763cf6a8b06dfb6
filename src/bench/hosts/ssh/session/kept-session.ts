import { randomBytes } from 'node:crypto'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualLimitBytes, usualTimeoutMs } from '../../host-limits'
import { remoteShell } from './framed-script'
import type { TransportOptions } from './master-transport'
import type { ProgramResult } from '../../local/run-program'
import { runAtOnce } from '../../local/start-program'
import { keptSessionArguments } from '../ssh-arguments'
import { openSshTerminal } from './ssh-terminal'
import type { SessionCall, Transport } from './transport'

/**
 * A connection with one kept session, for systems without control sockets: scripts run one after another in
 * the one remote shell. ssh asks its questions in the terminal; scripts and answers go through two separate
 * pipes, because a terminal may lose bytes.
 */
export function openKeptSession({ program, to, files, interactive, size }: TransportOptions): Transport {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-'))
  const [into, from] = [join(folder, 'in'), join(folder, 'out')]
  runAtOnce('mkfifo', ['-m', '600', into, from])
  const input = openPipe(into, 'write')
  const output = openPipe(from, 'read')
  const terminal = openSshTerminal(
    { path: '/bin/sh', environment: program.environment },
    [
      ...['-c', openAndForget, 'sh', folder, program.path],
      ...keptSessionArguments(to, files, interactive, remoteShell),
    ],
    size,
  )
  const shell = new KeptShell(input, output, () => terminal.kill())
  void terminal.ended.then(() => {
    shell.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    terminal,
    ready: shell.greet(),
    carries: 'one',
    session: async (call) => {
      const { result, wasSent } = await shell.run(call)
      // A script that blocks the only shell blocks everything.
      if (wasSent && result.ended !== 'itself') terminal.kill()
      return result
    },
    answers: () => Promise.resolve(!terminal.hasEnded),
    kill: () => terminal.kill(),
  }
}

/**
 * Runs a program with the pipes of a folder, which is removed once they are open, so that a killed app leaves
 * none behind.
 */
const openAndForget = `folder=$1; shift; exec <"$folder/in" >"$folder/out"; rm -rf -- "$folder"; exec "$@"`

/** Opened for reading and writing, so that neither end waits for the other or sees an early end. */
function openPipe(path: string, use: 'read' | 'write'): Socket {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  return new Socket({ fd: descriptor, readable: use === 'read', writable: use === 'write' })
}

/** One remote shell; scripts run one at a time. */
class KeptShell {
  #last: Promise<unknown> = Promise.resolve()
  #hear: (piece: Buffer) => void = (piece) => this.#hearUnasked(piece)
  #over: () => void = () => undefined
  #ended = false
  #unaskedBytes = 0

  constructor(
    private readonly input: Socket,
    private readonly output: Socket,
    /** Called when the shell prints without end although nothing was requested. */
    private readonly endFlood: () => void,
  ) {
    output.on('data', (piece: Buffer) => this.#hear(piece))
    for (const pipe of [input, output])
      pipe.on('error', () => {
        // ssh has ended; the terminal reports it.
      })
  }

  /** Resolves with true when the remote shell has answered for the first time. */
  async greet(): Promise<boolean> {
    const nonce = randomBytes(9).toString('hex')
    // The login before it has its own time limit.
    const answer = await this.#exchange({ input: ':\n', nonce, timeoutMs: 'none' })
    return answer.ended === 'itself' && answer.exitCode === 0
  }

  async run(call: SessionCall): Promise<{ readonly result: ProgramResult; readonly wasSent: boolean }> {
    const before = this.#last
    let release: () => void = () => undefined
    this.#last = new Promise<void>((resolve) => {
      release = () => void before.then(() => resolve())
    })
    try {
      await untilEither(before, call.signal)
      if (call.signal?.aborted === true) return { result: nothing('cancelled'), wasSent: false }
      return { result: await this.#exchange(call), wasSent: true }
    } finally {
      release()
    }
  }

  end(): void {
    this.#ended = true
    this.input.destroy()
    this.output.destroy()
    this.#over()
  }

  #hearUnasked(piece: Buffer): void {
    this.#unaskedBytes += piece.length
    if (this.#unaskedBytes > usualLimitBytes) this.endFlood()
  }

  #exchange(call: SessionCall): Promise<ProgramResult> {
    const { input, nonce, onOutput, signal, timeoutMs = usualTimeoutMs, limitBytes = usualLimitBytes } = call
    const overMark = `\n@${nonce} over\n`
    return new Promise((resolve) => {
      const pieces: Buffer[] = []
      let heardBytes = 0
      let tail = Buffer.alloc(0)
      let timer: NodeJS.Timeout | undefined
      const settle = (ended: ProgramResult['ended'], exitCode: number | undefined) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
        this.#hear = (piece) => this.#hearUnasked(piece)
        this.#over = () => undefined
        const heard = Buffer.concat(pieces)
        const endMark = Buffer.from(`\n@${nonce} end `)
        const end = heard.lastIndexOf(endMark)
        const lineEnd = end < 0 ? -1 : heard.indexOf('\n', end + 1)
        const said = lineEnd < 0 ? Buffer.alloc(0) : heard.subarray(lineEnd + 1)
        const text = said.toString('utf8').replace(overMark, '')
        resolve({ exitCode, stdout: heard, stderr: Buffer.from(text), ended })
      }
      const cancel = () => settle('cancelled', undefined)
      if (this.#ended) {
        settle('itself', undefined)
        return
      }
      this.#hear = (piece) => {
        heardBytes += piece.length
        if (heardBytes > limitBytes) {
          settle('too-much', undefined)
          return
        }
        if (onOutput) onOutput(piece)
        else pieces.push(piece)
        tail = Buffer.concat([tail, piece])
        if (tail.includes(overMark)) settle('itself', 0)
        tail = tail.subarray(Math.max(0, tail.length - overMark.length))
      }
      this.#over = () => settle('itself', undefined)
      if (timeoutMs !== 'none') timer = setTimeout(() => settle('timeout', undefined), timeoutMs)
      signal?.addEventListener('abort', cancel)
      this.input.write(keptScript(input, nonce))
    })
  }
}

/** Resolves with the promise, or when the signal fires. */
function untilEither(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      signal?.removeEventListener('abort', settle)
      resolve()
    }
    if (signal?.aborted === true) settle()
    signal?.addEventListener('abort', settle)
    void promise.then(settle)
  })
}

function nothing(ended: ProgramResult['ended']): ProgramResult {
  return { exitCode: undefined, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), ended }
}

/** A script whose standard error follows its output, because one pipe carries both. */
function keptScript(script: string, nonce: string): string {
  return `exec 3>&1
bw_said=$( { ${script}
} 2>&1 >&3 3>&- </dev/null )
printf '%s\\n@${nonce} over\\n' "$bw_said"
`
}
