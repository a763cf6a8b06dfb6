import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { remoteShell } from './framed-script'
import type { TransportOptions } from './master-transport'
import type { SshResult } from './run-ssh'
import { keptSessionArguments } from './ssh-arguments'
import { openSshTerminal } from './ssh-terminal'
import type { SessionCall, Transport } from './transport'

/**
 * A connection with one session that is kept, for where no control socket can be made: scripts go to the one remote shell
 * after another. ssh asks its questions in the terminal, while scripts and answers go through two pipes beside it,
 * because a terminal may lose bytes.
 */
export function openKeptSession({ program, to, files, interactive, size }: TransportOptions): Transport {
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-'))
  const [into, from] = [join(folder, 'in'), join(folder, 'out')]
  execFileSync('mkfifo', ['-m', '600', into, from])
  const input = openPipe(into, 'write')
  const output = openPipe(from, 'read')
  const terminal = openSshTerminal(
    { path: '/bin/sh', environment: program.environment },
    [
      ...['-c', `in=$1 out=$2; shift 2; exec "$@" <"$in" >"$out"`, 'sh', into, from, program.path],
      ...keptSessionArguments(to, files, interactive, remoteShell),
    ],
    size,
  )
  const shell = new KeptShell(input, output)
  void terminal.ended.then(() => {
    shell.end()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    terminal,
    ready: shell.greet(),
    carries: 'one',
    session: async (call) => {
      const result = await shell.run(call)
      // A script that holds up the only shell there is holds up everything.
      if (result.ended === 'timeout') terminal.kill()
      return result
    },
    answers: () => Promise.resolve(!terminal.hasEnded),
    kill: () => terminal.kill(),
  }
}

/** Open for both, so that neither end waits for the other and neither sees an early end. */
function openPipe(path: string, use: 'read' | 'write'): Socket {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  return new Socket({ fd: descriptor, readable: use === 'read', writable: use === 'write' })
}

/** One remote shell; scripts wait for each other. */
class KeptShell {
  #last: Promise<unknown> = Promise.resolve()
  #hear: (piece: Buffer) => void = () => undefined
  #over: () => void = () => undefined
  #ended = false

  constructor(
    private readonly input: Socket,
    private readonly output: Socket,
  ) {
    output.on('data', (piece: Buffer) => this.#hear(piece))
    for (const pipe of [input, output])
      pipe.on('error', () => {
        // ssh has ended; the terminal tells.
      })
  }

  /** True when the remote shell has answered for the first time. */
  async greet(): Promise<boolean> {
    const nonce = randomBytes(9).toString('hex')
    const answer = await this.#exchange({ input: ':\n', nonce }, undefined)
    return answer.ended === 'itself' && answer.exitCode === 0
  }

  run(call: SessionCall): Promise<SshResult> {
    const running = this.#last.then(() => this.#exchange(call, call.timeoutMs))
    this.#last = running
    return running
  }

  end(): void {
    this.#ended = true
    this.input.destroy()
    this.output.destroy()
    this.#over()
  }

  #exchange({ input, nonce, onOutput }: SessionCall, timeoutMs: number | undefined): Promise<SshResult> {
    const overMark = `\n@${nonce} over\n`
    return new Promise((resolve) => {
      const pieces: Buffer[] = []
      let tail = Buffer.alloc(0)
      let timer: NodeJS.Timeout | undefined
      const settle = (ended: SshResult['ended'], exitCode: number | undefined) => {
        clearTimeout(timer)
        this.#hear = () => undefined
        this.#over = () => undefined
        const heard = Buffer.concat(pieces)
        const endMark = Buffer.from(`\n@${nonce} end `)
        const end = heard.lastIndexOf(endMark)
        const lineEnd = end < 0 ? -1 : heard.indexOf('\n', end + 1)
        const said = lineEnd < 0 ? Buffer.alloc(0) : heard.subarray(lineEnd + 1)
        const text = said.toString('utf8').replace(overMark, '')
        resolve({ exitCode, stdout: heard, stderr: Buffer.from(text), ended })
      }
      if (this.#ended) {
        settle('itself', undefined)
        return
      }
      this.#hear = (piece) => {
        pieces.push(piece)
        onOutput?.(piece)
        tail = Buffer.concat([tail, piece])
        if (tail.includes(overMark)) settle('itself', 0)
        tail = tail.subarray(Math.max(0, tail.length - overMark.length))
      }
      this.#over = () => settle('itself', undefined)
      if (timeoutMs !== undefined) timer = setTimeout(() => settle('timeout', undefined), timeoutMs)
      this.input.write(keptScript(input, nonce))
    })
  }
}

/** What a script says on standard error comes after its output, because the one pipe carries both. */
function keptScript(script: string, nonce: string): string {
  return `exec 3>&1
bw_said=$( { ${script}
} 2>&1 >&3 3>&- </dev/null )
printf '%s\\n@${nonce} over\\n' "$bw_said"
`
}
