import type { RunFailure } from '../../core/engines/engine'
import type { Host } from '../hosts/host'
import { removeRunDirectories } from './remove-run'
import { startRun, type StartRequest } from './start-run'
import { stopRun } from './stop-run'

/** Starts a run, after whatever an attempt that was given up left under its name was ended and removed. */
export async function startAfresh(
  host: Host,
  request: StartRequest,
  program: string,
): Promise<RunFailure | undefined> {
  const { runDirectory, runName } = request
  const first = await startRun(host, request)
  if (first === 'started') return undefined
  if (first !== 'directory-exists') return first
  await stopRun(host, { runDirectory, runName, program })
  await removeRunDirectories(host, [runDirectory])
  const second = await startRun(host, { ...request, discard: [] })
  if (second === 'started') return undefined
  if (second !== 'directory-exists') return second
  return {
    id: 'run-directory',
    text: `The run directory ${runDirectory} of an earlier attempt could not be removed.`,
    remedy: 'Remove it by hand, then retry the run.',
  }
}
