import { randomBytes } from 'node:crypto'
import { collectedNames, type EngineSteps } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import { HostError } from '../../hosts/host-error'
import type { Host } from '../../hosts/host'
import driveFunctions from '../../hosts/shell/drive-functions.sh'
import fileIdentityFunctions from '../../hosts/shell/file-identity-functions.sh'
import { guardFunctions } from '../../hosts/guard/guard-script'
import { quoteForShell } from '../../hosts/quoting'
import processFunctions from '../../hosts/shell/process-functions.sh'
import type { SameMachine } from '../machines/same-machine'
import {
  isRunFileName,
  printedOutputs,
  removeRunDirectories,
  runSettings,
  type DataFileGuard,
  type DeviceGuard,
} from '../supervise/run-directory'
import keeperFunctions from '../supervise/keeper-functions.sh'
import ownFolderFunctions from '../supervise/own-folder-functions.sh'
import { stopRun } from '../supervise/stop-run'
import strayFunctions from '../supervise/stray-functions.sh'
import superviseScript from '../supervise/supervise.sh'
import startRunScript from './start-run.sh'

export interface StartRequest {
  /** Absolute path on the host; must not exist yet. */
  readonly runDirectory: string
  /** Marks every process of the run in its environment (`BENCHWRIGHT_RUN`). */
  readonly runName: string
  readonly steps: EngineSteps
  /** Undefined for engines that move no data. */
  readonly guard: DataFileGuard | DeviceGuard | undefined
  /** Boot id of the machine the run belongs to; nothing is done on any other. Not checked if not given. */
  readonly bootId?: string | undefined
  /** Run directories whose results are stored; they are removed in the same round trip. */
  readonly discard?: readonly string[]
  /** Called before the supervisor is started, and awaited; see `GoingOn`. */
  readonly beforeStart?: (() => void | Promise<void>) | undefined
  /** Symbolic links in the run directory, by name. */
  readonly links?: readonly { readonly name: string; readonly target: string }[]
}

/** The content of `supervise.sh` in the run directory. */
const supervisor = [
  processFunctions,
  fileIdentityFunctions,
  ownFolderFunctions,
  strayFunctions,
  keeperFunctions,
  driveFunctions,
  superviseScript,
].join('\n')

const startScript = `# benchwright start\n${startRunScript}`
/** Read ahead by a spare shell that waits for the next start. */
const definitions = `${processFunctions}
supervisor=${quoteForShell(supervisor)}
eval "supervise() {
$supervisor
}"`

/**
 * Id of what kept a machine from starting any run: its folder of runs is full, read-only or not to be written, or it
 * allows no further processes or files.
 */
export const machineFault = 'run-directory'

export type StartResult = 'started' | 'directory-exists' | 'other-boot' | RunFailure

/**
 * Writes the run directory and starts the supervisor in its own session, in one round trip. Resolves when the
 * supervisor has started (on this machine: is about to start the engine); from then on its state is read from
 * the run directory. Rejects if the host cannot be reached.
 */
export async function startRun(host: Host, request: StartRequest): Promise<StartResult> {
  const answer = await host
    .execute(startScript, {
      arguments: startArguments(request),
      purpose: 'the start of the run',
      timeoutMs: 30_000,
      goesOn: { definitions, before: request.beforeStart },
    })
    .catch(asMachineFault)
  if ('id' in answer) return answer
  if (answer.exitCode === 0) return 'started'
  if (answer.exitCode === 17) return 'directory-exists'
  if (answer.exitCode === 18) return 'other-boot'
  return {
    id: machineFault,
    text: `The run directory ${request.runDirectory} could not be written: ${answer.stderr.trim() || `exit status ${String(answer.exitCode)}`}.`,
    remedy: 'Make room in that folder and check that it may be written.',
  }
}

/** What kept this machine from starting the script, or ssh for it, if others use it up; anything else is thrown again. */
function asMachineFault(error: unknown): RunFailure {
  if (!(error instanceof HostError) || error.id !== 'cannot-start') throw error
  return { id: machineFault, text: error.message, remedy: error.remedy }
}

export interface FreshStart extends Omit<StartRequest, 'bootId'> {
  /** Used to check that it is still the same machine when its boot id has changed. */
  readonly sameMachine?: SameMachine | undefined
}

/**
 * Starts a run, after ending and removing what an earlier attempt left under its name. Works only on the
 * campaign's machine, even after a restart; rejects with `other-host` on any other.
 */
export async function startAfresh(
  host: Host,
  { sameMachine, ...request }: FreshStart,
  program: string,
): Promise<RunFailure | undefined> {
  const { runDirectory, runName } = request
  let isCleared = false
  for (;;) {
    const discard = isCleared ? [] : request.discard
    const result = await startRun(host, { ...request, discard, bootId: sameMachine?.bootId })
    if (result === 'started') return undefined
    if (typeof result === 'object') return result
    if (result === 'other-boot') await sameMachine?.verify()
    else if (isCleared) return notRemoved(runDirectory)
    else {
      await stopRun(host, { runDirectory, runName, program })
      await removeRunDirectories(host, [runDirectory])
      isCleared = true
    }
  }
}

function notRemoved(runDirectory: string): RunFailure {
  return {
    id: machineFault,
    text: `The run directory ${runDirectory} of an earlier attempt could not be removed.`,
    remedy: 'Remove it by hand.',
  }
}

function startArguments(request: StartRequest): readonly string[] {
  const { runDirectory, runName, steps, guard, bootId = '', discard = [], links = [] } = request
  const printed = printedOutputs(steps)
  const bad = [
    ...collectedNames(steps),
    ...printed,
    ...[...steps.files, ...links].map(({ name }) => name),
  ].find((name) => !isRunFileName(name))
  if (bad !== undefined) throw new Error(`"${bad}" is not a name an engine may give a file of its run.`)
  const attempt = randomBytes(9).toString('hex')
  const files = [
    ...steps.files,
    ...(guard && 'device' in guard ? [{ name: 'guard.sh', text: guardFunctions }] : []),
    { name: 'settings', text: `${runSettings(runName, steps, guard)}attempt=${attempt}\n` },
    ...['log', ...printed].map((name) => ({ name, text: '' })),
  ]
  const others = discard.filter((path) => path !== runDirectory)
  return [
    ...[runDirectory, attempt, bootId, others.length < discard.length ? 'anew' : ''],
    ...files.flatMap(({ name, text }) => ['file', name, text]),
    ...links.flatMap(({ name, target }) => ['link', name, target]),
    ...(others.length > 0 ? ['discard', ...others] : []),
  ]
}
