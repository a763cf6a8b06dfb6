import { randomBytes } from 'node:crypto'
import { collectedNames, type EngineSteps } from '../../../core/engines/steps'
import type { RunFailure } from '../../../core/results/run'
import type { Host } from '../../hosts/host'
import fileIdentityFunctions from '../../hosts/file-identity-functions.sh'
import { guardFunctions } from '../../hosts/guard/guard-script'
import processFunctions from '../../hosts/process-functions.sh'
import { quoteCommand, quoteForShell } from '../../hosts/quoting'
import {
  isRunFileName,
  printedOutputs,
  runSettings,
  type DataFileGuard,
  type DeviceGuard,
} from '../supervise/run-directory'
import keeperFunctions from '../supervise/keeper-functions.sh'
import ownFolderFunctions from '../supervise/own-folder-functions.sh'
import strayFunctions from '../supervise/stray-functions.sh'
import superviseScript from '../supervise/supervise.sh'

export interface StartRequest {
  /** Absolute path on the host; must not exist yet. */
  readonly runDirectory: string
  /** Marks every process of the run in its environment (`BENCHWRIGHT_RUN`). */
  readonly runName: string
  readonly steps: EngineSteps
  /** Undefined for engines that move no data. */
  readonly guard: DataFileGuard | DeviceGuard | undefined
  /** Boot of the machine the run belongs on; on any other nothing is done. Not looked at if not given. */
  readonly bootId?: string | undefined
  /** Run directories whose results are stored; they go in the same round trip. */
  readonly discard?: readonly string[]
  /** Symbolic links in the run directory, by name. */
  readonly links?: readonly { readonly name: string; readonly target: string }[]
}

/** What the run directory gets as `supervise.sh`. */
const supervisor = [
  processFunctions,
  fileIdentityFunctions,
  ownFolderFunctions,
  strayFunctions,
  keeperFunctions,
  superviseScript,
].join('\n')

export type StartResult = 'started' | 'directory-exists' | 'other-boot' | RunFailure

/**
 * Writes the run directory and starts the supervisor in a session of its own, in one round trip. Answers as soon as the
 * supervisor is on its way; what it then does is read from the run directory. Rejects when the host cannot be reached.
 */
export async function startRun(host: Host, request: StartRequest): Promise<StartResult> {
  const answer = await host.execute(startScript(request), {
    purpose: 'the start of the run',
    timeoutMs: 30_000,
    followed: true,
  })
  if (answer.exitCode === 0) return 'started'
  if (answer.exitCode === 17) return 'directory-exists'
  if (answer.exitCode === 18) return 'other-boot'
  return {
    id: 'run-directory',
    text: `The run directory ${request.runDirectory} could not be written: ${answer.stderr.trim() || `exit status ${String(answer.exitCode)}`}.`,
    remedy: 'Make room in that folder and check that it may be written, then retry the run.',
  }
}

function startScript(request: StartRequest): string {
  const { runDirectory, runName, steps, guard, bootId, discard = [], links = [] } = request
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
    { name: 'supervise.sh', text: supervisor },
    ...(guard && 'device' in guard ? [{ name: 'guard.sh', text: guardFunctions }] : []),
    { name: 'settings', text: `${runSettings(runName, steps, guard)}attempt=${attempt}\n` },
    { name: 'log', text: '' },
    ...printed.map((name) => ({ name, text: '' })),
  ]
  const directory = quoteForShell(runDirectory)
  const parent = quoteForShell(runDirectory.replace(/\/[^/]*$/, '') || '/')
  return `# benchwright start
umask 077
${bootId === undefined ? ':' : bootCheck(bootId)}
${removal(discard.filter((path) => path === runDirectory))}
if [ -e ${directory} ]; then
  # The line may have been cut before this very script's answer, and now it runs again: its supervisor is at work.
  if grep -qxF attempt=${attempt} ${directory}/settings 2>/dev/null; then
    for turn in 1 2 3 4 5 6 7 8 9 10; do
      for part in 1 2 3 4 5; do
        if [ -s ${directory}/supervisor ]; then exit 0; fi
        sleep 0.2 2>/dev/null || { sleep 1; break; }
      done
    done
  fi
  exit 17
fi
[ -d ${parent} ] || mkdir -p ${parent} || exit 1
mkdir ${directory} || exit 1
${files.map(({ name, text }) => `printf '%s' ${quoteForShell(text)} > ${directory}/${name} || exit 1`).join('\n')}
${links.map(({ name, target }) => `ln -s ${quoteForShell(target)} ${directory}/${name} || exit 1`).join('\n')}
begin() { cd ${directory} && exec "$@" sh ./supervise.sh </dev/null >/dev/null 2>&1; }
# Nobody else works in the run directory: who does is taken for a process of the run.
if command -v setsid >/dev/null 2>&1; then
  # util-linux forks with -f and so keeps SIGINT alive for the engine; busybox knows no -f and is sent to the background.
  (begin setsid -f) || { (begin setsid) & }
else
  (trap '' HUP; begin) &
fi
# The supervisor needs it when it has judged the target.
mkfifo ${directory}/log.pipe 2>/dev/null
${removal(discard.filter((path) => path !== runDirectory))}
exit 0
`
}

/** The inventory read the boot id by the same function. */
function bootCheck(bootId: string): string {
  return `${processFunctions}\nbw_boot\n[ "$boot" = ${quoteForShell(bootId)} ] || exit 18`
}

/** Done while the engine is getting ready, so that nobody waits for it. */
function removal(directories: readonly string[]): string {
  return directories.length > 0 ? `rm -rf -- ${quoteCommand(directories)}` : ':'
}
