import { randomBytes } from 'node:crypto'
import type { PreflightCheck } from '../../../core/contract/host-requests'
import type { Engine } from '../../../core/engines/engine'
import { engines as allEngines } from '../../../core/engines/registry'
import { thisMachine } from '../../../core/plan/destination'
import type { Host } from '../host'
import { parseParts } from '../inventory/parse-parts'
import { rightsCheck, shellCheck, spaceCheck, toolsCheck } from './account-checks'
import { answerCheck, clockCheck, readClock, type ClockReading } from './clock-check'
import type { Parts } from '../remedies'
import { engineChecks, ioEnginesCheck } from './engine-checks'
import processFunctions from '../shell/process-functions.sh'
import stateFolder from '../shell/state-folder.sh'
import machineFunctions from '../shell/machine-functions.sh'
import preflight from './preflight.sh'

const preflightScript = [
  '# benchwright preflight',
  'bw_login_path=$PATH',
  processFunctions,
  stateFolder,
  machineFunctions,
  preflight,
].join('\n')

/**
 * Checks everything that runs on a host depend on, in three round trips, and changes nothing. Rejects with a
 * HostError if the host cannot be reached.
 */
export async function runPreflight(
  host: Host,
  engines: readonly Engine[] = allEngines,
): Promise<readonly PreflightCheck[]> {
  const clock = await readClock(host)
  const nonce = randomBytes(9).toString('hex')
  const words = engines.flatMap(({ description, versionArgs }) => [
    description.id,
    description.program,
    versionArgs[0] ?? '',
  ])
  const answer = await host.execute(preflightScript, {
    arguments: [nonce, ...words],
    purpose: 'what the account may do and which tools there are',
    timeoutMs: 30_000,
  })
  const parts = parseParts(new TextDecoder().decode(answer.stdout), nonce)
  return readPreflight(parts, clock, engines, host.id !== thisMachine)
}

/** The checks from the answers of a host, most important first. */
export function readPreflight(
  parts: Parts,
  clock: ClockReading,
  engines: readonly Engine[] = allEngines,
  isRemote = true,
): readonly PreflightCheck[] {
  const ioEngines = ioEnginesCheck(parts)
  return [
    answerCheck(clock),
    shellCheck(parts),
    ...engineChecks(engines, parts),
    ...(ioEngines ? [ioEngines] : []),
    rightsCheck(parts),
    spaceCheck(parts, isRemote),
    clockCheck(clock, parts),
    toolsCheck(parts),
  ]
}
