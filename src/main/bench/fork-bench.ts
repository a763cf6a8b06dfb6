import { utilityProcess, type MessagePortMain } from 'electron'
import type { BenchToShell } from '../../core/contract/privileged-requests'
import type { BenchProcess } from './bench-handle'

/** How much of a bench's standard error is kept for the message about its end. */
const keptOutput = 4000

/** Starts a bench in its own process; `script` is the bundled src/bench/bench-process.ts. */
export function forkBench(script: string): BenchProcess<MessagePortMain> {
  const child = utilityProcess.fork(script, [], {
    serviceName: 'Benchwright bench',
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    output = (output + chunk.toString('utf8')).slice(-keptOutput)
  })
  return {
    send: (message, port) => child.postMessage(message, port ? [port] : []),
    onMessage: (listener) => child.on('message', (message: BenchToShell) => listener(message)),
    onExit: (listener) => child.once('exit', (exitCode) => listener(exitCode, output)),
    kill: (now) => {
      if (now && child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      else child.kill()
    },
  }
}
