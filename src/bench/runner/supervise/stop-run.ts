import type { Host } from '../../hosts/host'
import { quoteForShell } from '../../hosts/quoting'
import processFunctions from '../../hosts/shell/process-functions.sh'
import runProcessFunctions from './run-process-functions.sh'
import stopScript from './stop.sh'
import strayFunctions from './stray-functions.sh'

export interface StopRequest {
  /** Undefined if only the name is known, as for orphans of a run whose directory is gone. */
  readonly runDirectory: string | undefined
  readonly runName: string
  /** The engine's program, e.g. `fio`. */
  readonly program: string
  /** Time for SIGINT and SIGTERM to take effect. The default, 4 s and 3 s, keeps the total under 12 s. */
  readonly patience?: { readonly interruptSeconds: number; readonly terminateSeconds: number }
}

/** What was ended and what could not be ended: the proof that nothing of a run is left. */
export interface StopProof {
  readonly endedPids: readonly number[]
  readonly leftPids: readonly number[]
}

/**
 * Ends a run on its host: SIGINT to the engine, then SIGTERM and SIGKILL to all of its processes; then checks
 * again. Works for a run that has not started (it never will) or has ended (nothing happens). Takes at most
 * 12 s.
 */
export async function stopRun(host: Host, request: StopRequest): Promise<StopProof> {
  const program = request.program.replace(/^.*\//, '')
  const variables = [
    `run=${quoteForShell(request.runDirectory ?? '')}`,
    `name=${quoteForShell(request.runName)}`,
    // The kernel keeps 15 characters of a program's name (proc(5), comm).
    `program=${quoteForShell(program.slice(0, 15))}`,
    `interrupt_seconds=${String(request.patience?.interruptSeconds ?? 4)}`,
    `terminate_seconds=${String(request.patience?.terminateSeconds ?? 3)}`,
  ]
  const functions = [processFunctions, strayFunctions, runProcessFunctions]
  const script = ['# benchwright stop', ...variables, ...functions, stopScript].join('\n')
  const answer = await host.execute(script, {
    purpose: 'the end of the run',
    timeoutMs: 30_000 + 1000 * (request.patience?.terminateSeconds ?? 0),
  })
  return readProof(new TextDecoder().decode(answer.stdout))
}

function readProof(text: string): StopProof {
  const pids = (word: string) =>
    [...text.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].map((match) => Number(match[1]))
  return { endedPids: pids('ended'), leftPids: pids('left') }
}
