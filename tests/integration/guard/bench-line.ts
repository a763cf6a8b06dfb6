import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type {
  BenchAnswer,
  BenchArguments,
  BenchMessage,
  BenchRequestName,
} from '../../../src/core/contract/bench-requests'
import type {
  BenchToShell,
  PrivilegedAnswer,
  PrivilegedArguments,
  PrivilegedRequestName,
  StallNews,
} from '../../../src/core/contract/privileged-requests'

/** Stands in for Electron's channels: messages of this process go to the shell's line, or to that of one window. */
const wrapper = `
const heard = { shell: () => {}, window: () => {} }
const port = { on: (event, hear) => { if (event === 'message') heard.window = hear }, start: () => {},
  postMessage: (data) => process.send({ line: 'window', data }) }
process.parentPort = { on: (_, hear) => { heard.shell = hear }, postMessage: (data) => process.send({ line: 'shell', data }) }
process.on('message', ({ line, data }) => heard[line]({ data, ports: [port] }))
require(process.argv[2])
`

interface Heard {
  readonly line: 'shell' | 'window'
  readonly data: BenchToShell | BenchMessage
}

/** The built bench in a process of its own, as the shell and a window use it. */
export function startBench(folder: string) {
  const script = join(folder, 'bench-line.cjs')
  writeFileSync(script, wrapper)
  const env = { ...process.env, BENCHWRIGHT_STATE: join(folder, 'state') }
  const child = fork(script, [resolve('app/dist/bench.js')], { env, serialization: 'advanced', silent: true })
  const waiting = new Map<number, { done: (answer: unknown) => void; failed: (error: unknown) => void }>()
  child.on('message', ({ data }: Heard) => {
    if (data.kind === 'answer') waiting.get(data.sequence)?.done(data.answer)
    if (data.kind === 'error') waiting.get(data.sequence)?.failed(data.error)
  })
  child.stderr?.pipe(process.stderr)
  const stalls: (string | null)[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => {
    stalls.push((JSON.parse(line) as StallNews).stalled)
  })
  let sequence = 0
  const send = (line: Heard['line'], name: string, given: unknown) =>
    new Promise<unknown>((done, failed) => {
      waiting.set(++sequence, { done, failed })
      child.send({ line, data: { kind: 'request', sequence, name, arguments: given } })
    })
  child.send({ line: 'shell', data: { kind: 'connect' } })
  return {
    /** The files that it said it waits for, and null when it did no more. */
    stalls,
    ofShell: <N extends PrivilegedRequestName>(name: N, given: PrivilegedArguments<N>) =>
      send('shell', name, given) as Promise<PrivilegedAnswer<N>>,
    ofWindow: <N extends BenchRequestName>(name: N, given: BenchArguments<N>) =>
      send('window', name, given) as Promise<BenchAnswer<N>>,
    end: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
