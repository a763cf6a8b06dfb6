import { randomBytes } from 'node:crypto'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { GuardVerdict } from '../../../core/plan/device'
import type { Engine } from '../../../core/engines/engine'
import type { RunsFolder } from '../../../core/plan/advice'
import { thisMachine } from '../../../core/plan/destination'
import { HostError } from '../host-error'
import { installRemedy, type Parts } from '../remedies'
import { untilAnswered } from '../local/until-answered'
import type { Host } from '../host'
import fileIdentityFunctions from '../shell/file-identity-functions.sh'
import processFunctions from '../shell/process-functions.sh'
import stateFolder from '../shell/state-folder.sh'
import machineFunctions from '../shell/machine-functions.sh'
import inventorySteps from './inventory.sh'
import { benchStateFunctions } from './bench-state-now'
import { machinePart } from './machine-of'
import { parseCpu } from './parse-cpu'
import { deviceUnder } from './device-under'
import { parseDevices } from './parse-devices'
import { parseMount, type Mount } from './parse-mount'
import { known } from './loose-json'
import { parseParts } from './parse-parts'
import { parseDistribution, parseMemoryBytes } from './parse-system'
import { parseTarget, type TargetLook } from './parse-target'
import { readRunsFolder } from './runs-folder'

const inventoryScript = [
  '# benchwright inventory',
  processFunctions,
  fileIdentityFunctions,
  stateFolder,
  machineFunctions,
  benchStateFunctions,
  inventorySteps,
].join('\n')

/** A machine, an engine on it and a place on its disks, as found in one round trip. */
export interface Inventory {
  readonly record: HostRecord
  /** Where the host keeps run directories, absolute. */
  readonly runsDirectory: string
  readonly runsFolder?: RunsFolder
  /** How to install the engine there, if its system and the account's rights are known. */
  readonly engineInstall?: string | undefined
  /** Where the engine's program is, if it is in no folder on the PATH. */
  readonly engineElsewhere?: string | undefined
  /** `missing`: the program was not found. Undefined if no engine was requested. */
  readonly engineFound: boolean | undefined
  readonly engineVersion: string | undefined
  readonly mount: Mount | undefined
  readonly target: TargetLook | undefined
  /** The guard's verdict on a raw device. */
  readonly guard?: GuardVerdict
}

/**
 * Reads a host. Parts whose tools are missing are absent; rejects only if the host cannot be reached, or the place on its
 * disks does not answer.
 */
export async function takeInventory(
  host: Host,
  wanted: {
    readonly engine?: Engine | undefined
    readonly targetPath?: string | undefined
    /** Also asks the drives for their health and temperature, which takes longer and partly needs root. */
    readonly health?: boolean | undefined
  },
): Promise<Inventory> {
  const nonce = randomBytes(9).toString('hex')
  const { engine, targetPath } = wanted
  const health = wanted.health === true ? 'health' : ''
  const engineWords = engine ? [engine.description.program, health, ...engine.versionArgs] : ['', health]
  // Its drive or network folder may hang, which takes longer to find out on a host.
  if (targetPath !== undefined && host.id === thisMachine) await untilAnswered([targetPath])
  const askedAtMs = Date.now()
  const answer = await host.execute(inventoryScript, {
    arguments: [nonce, targetPath ?? '', ...engineWords],
    purpose: `the facts about the machine${targetPath === undefined ? '' : ` and ${targetPath}`}`,
    timeoutMs: wanted.health === true ? 90_000 : 30_000,
  })
  const inventory = readInventory(parseParts(new TextDecoder().decode(answer.stdout), nonce), {
    host,
    engine,
    targetPath,
  })
  // Next to the host's clock: this machine's clock before and after it was read.
  const here = `${seconds(askedAtMs)} ${seconds(Date.now())}`
  const keys = await host.storedKeys?.()
  const { record } = inventory
  const raw = { ...record.raw, 'clock-here': here, ...(keys && { 'host-keys': keys.join(' ') }) }
  return { ...inventory, record: { ...record, raw } }
}

/** The inventory from its parts; separate, so that captured outputs of other machines can be read, too. */
export function readInventory(
  parts: ReadonlyMap<string, string>,
  wanted: {
    readonly host: Pick<Host, 'name'> & Partial<Pick<Host, 'id'>>
    readonly engine?: Engine | undefined
    readonly targetPath?: string | undefined
  },
): Inventory {
  const runsDirectory = parts.get('state')
  if (runsDirectory === undefined) {
    throw new HostError(
      `The answer of ${wanted.host.name} could not be read.`,
      'Check that /bin/sh works there and prints nothing else.',
    )
  }
  const { engine, targetPath } = wanted
  const runsFolder = readRunsFolder(parts, wanted.host.id !== thisMachine)
  const mount = parseMount(parts.get('findmnt'), parts.get('df'))
  const devices = parseDevices(parts)
  const device = deviceUnder(devices ?? [], mount)
  const enginePath = parts.get('engine-path')
  const versionText = parts.get('engine-version')
  const engineVersion =
    engine && enginePath !== undefined && versionText !== undefined
      ? engine.readVersion(versionText)
      : undefined
  const { deviceNumber: _, ...fileSystem } = mount ?? {}
  const record: HostRecord = {
    name: wanted.host.name,
    ...known({
      cpu: parseCpu({
        lscpu: parts.get('lscpu'),
        cpuinfo: parts.get('cpuinfo'),
        sysctl: parts.get('sysctl'),
        architecture: parts.get('architecture'),
      }),
      memoryBytes: parseMemoryBytes(parts.get('meminfo'), parts.get('sysctl')),
      kernel: parts.get('kernel'),
      distribution: parseDistribution(parts.get('os-release'), parts.get('sw_vers')),
      bootId: parts.get('boot'),
      device,
      devices,
      fileSystem: mount && fileSystem,
      engine: engine && {
        id: engine.description.id,
        ...known({ version: engineVersion, path: enginePath }),
      },
    }),
    raw: { ...Object.fromEntries(lasting(parts)), ...machinePart(parts.get('machine')) },
  }
  return {
    record,
    runsDirectory,
    ...(runsFolder && { runsFolder }),
    engineInstall: engine && installRemedy(engine.description, parts),
    engineElsewhere: enginePath === undefined ? parts.get('engine-elsewhere') : undefined,
    engineFound: engine ? enginePath !== undefined : undefined,
    engineVersion,
    mount,
    target: targetPath === undefined ? undefined : parseTarget(targetPath, parts.get('target')),
  }
}

/** Without what only matters at the moment: what the account may do, and the room for runs. */
function lasting(parts: Parts): readonly (readonly [string, string])[] {
  const passing = new Set(['user', 'sudo', 'engine-elsewhere', 'state-writable', 'state-findmnt', 'state-df'])
  return [...parts].filter(([name]) => !passing.has(name))
}

/** Seconds since 1970, as `date +%s.%3N` prints them. */
function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}
