import type { RunFailure } from '../../../core/results/run'
import type { Host } from '../../hosts/host'
import { removeRunDirectories } from '../execute/remove-run'
import type { SameMachine } from '../machines/same-machine'
import { startRun, type StartRequest, type StartResult } from '../execute/start-run'
import { stopRun } from '../supervise/stop-run'

export interface FreshStart extends StartRequest {
  /** Looks again where the machine has another boot than it had. */
  readonly sameMachine?: SameMachine | undefined
}

/** Starts a run, after whatever an attempt that was given up left under its name was ended and removed. */
export async function startAfresh(
  host: Host,
  request: FreshStart,
  program: string,
): Promise<RunFailure | undefined> {
  const { runDirectory, runName } = request
  const first = await startHere(host, request)
  if (first === 'started') return undefined
  if (first !== 'directory-exists') return first
  await stopRun(host, { runDirectory, runName, program })
  await removeRunDirectories(host, [runDirectory])
  const second = await startHere(host, { ...request, discard: [] })
  if (second === 'started') return undefined
  if (second !== 'directory-exists') return second
  return {
    id: 'run-directory',
    text: `The run directory ${runDirectory} of an earlier attempt could not be removed.`,
    remedy: 'Remove it by hand, then retry the run.',
  }
}

/** On the campaign's machine, after a restart of it too; on no other: `verify` throws. */
async function startHere(
  host: Host,
  { sameMachine, ...request }: FreshStart,
): Promise<Exclude<StartResult, 'other-boot'>> {
  for (;;) {
    const result = await startRun(host, { ...request, bootId: sameMachine?.bootId })
    if (result !== 'other-boot') return result
    await sameMachine?.verify()
  }
}
