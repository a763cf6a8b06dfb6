import type { ConfirmedDevice } from '../../../core/plan/device'
import { ownFilePrefixes } from '../../../core/engines/registry'
import { collectedNames, type EngineSteps, type Process } from '../../../core/engines/steps'
import type { Host } from '../../hosts/host'
import { quoteCommand, quoteForShell } from '../../hosts/quoting'

/** What the guard allows one run to do with its data file. */
export interface DataFileGuard {
  /** Absolute path on the host. */
  readonly path: string
  /** Identity of the file this app created there, see `file-identity-functions.sh`; undefined while it has created none. */
  readonly createdIdentity: string | undefined
  /** True for the run that writes the file first. */
  readonly mayCreate: boolean
  /** Size the file is given before the engine writes it; 0 leaves it unchanged. */
  readonly fileBytes: number
  /** Space the file needs, headroom included; 0 skips the check. */
  readonly spaceBytes: number
  /**
   * The path is a folder for files the engine creates itself. `own`: created for this run and removed after
   * it. `shared`: recreated by the run that may create it, and kept for later runs.
   */
  readonly folder?: 'own' | 'shared'
  /** The app chose the name, and no other program would use it. */
  readonly hasOwnName?: boolean
  /** The engine was given `heldTarget`, not the path. */
  readonly isHeld?: boolean
}

/**
 * Given to an engine instead of the path of its file or folder, on hosts that have /proc: the descriptor
 * under which the supervisor opened it and checked its identity. Anyone who may write the folder could
 * redirect the path at any time.
 */
export const heldTarget = '/proc/self/fd/8'

/** What the guard checks of a raw device right before the engine starts. */
export interface DeviceGuard {
  readonly device: ConfirmedDevice
  /** The kernel's own node, which is given to the engine. */
  readonly path: string
  /** The engine's process opens the device exclusively; false for tools that do so themselves. */
  readonly holds: boolean
  /** Folders whose disk must not be touched. */
  readonly protectedPaths: readonly string[]
}

/** How much of an engine's output is kept, plus at most 4 MiB. The rest is read and discarded. */
const logBytes = 8 * 1024 * 1024

/** Largest output that is collected, and limit on the printed output of a process. */
export const outputLimitBytes = 64 * 1024 * 1024

/** Names the supervisor uses itself; an engine's files may not take them. */
const reservedNames = new Set([
  'settings',
  'supervise.sh',
  'supervisor',
  'engine',
  'log',
  'log.pipe',
  'rc',
  'strays',
  'said',
  'sum',
  'sum.pipe',
  'stop',
  'created',
  'refused',
  'guard.sh',
  'device',
  'counters',
])

/** True for a plain file name that an engine may have in a run directory. */
export function isRunFileName(name: string): boolean {
  return (
    /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name) && !reservedNames.has(name) && !/^failed\.\d/.test(name)
  )
}

/**
 * The `settings` file that the supervisor reads: everything that differs between runs, all quoted by this
 * function.
 */
export function runSettings(
  runName: string,
  run: EngineSteps,
  guard: DataFileGuard | DeviceGuard | undefined,
): string {
  const file = guard && 'device' in guard ? undefined : guard
  const kind = file !== guard ? 'device' : file?.folder ? 'folder' : 'file'
  const lines = [
    `run_name=${quoteForShell(runName)}`,
    `outputs=${quoteForShell(collectedNames(run).join(' '))}`,
    `log_bytes=${String(logBytes)}`,
    `output_bytes=${String(outputLimitBytes)}`,
    `own_prefixes=${quoteForShell(ownFilePrefixes().join(' '))}`,
    `held_target=${heldTarget}`,
    `data_file=${quoteForShell(guard?.path ?? '')}`,
    `data_kind=${kind}`,
    `keeps_folder=${file?.folder === 'shared' ? 'yes' : 'no'}`,
    `expected_file=${quoteForShell(file?.createdIdentity ?? '')}`,
    `holds_target=${file?.isHeld === true ? 'yes' : 'no'}`,
    `own_name=${file?.hasOwnName === true ? 'yes' : 'no'}`,
    `may_create=${file?.mayCreate === true ? 'yes' : 'no'}`,
    `file_bytes=${String(file?.fileBytes ?? 0)}`,
    `space_kib=${String(Math.ceil((file?.spaceBytes ?? 0) / 1024))}`,
    ...(guard && 'device' in guard ? deviceSettings(guard) : []),
    ...stepSettings(run),
  ]
  return `${lines.join('\n')}\n`
}

/** Outputs that processes print, each once. */
export function printedOutputs({ steps }: Pick<EngineSteps, 'steps'>): readonly string[] {
  const processes = steps.flatMap(({ processes, sidecars = [] }) => [...processes, ...sidecars])
  return [...new Set(processes.flatMap(({ prints }) => prints ?? []))]
}

/** Steps and processes are numbered from 1, processes across all steps. */
function stepSettings({ steps }: EngineSteps): readonly string[] {
  const lines: string[] = []
  let count = 0
  const numbered = (processes: readonly Process[]) =>
    processes.map(({ program, args, prints }) => {
      const redirection = prints === undefined ? '5>&-' : '>&5 5>&-'
      count += 1
      if (prints !== undefined) lines.push(`prints_${count}=${quoteForShell(prints)}`)
      // Arguments of the function precede the program, e.g. one that opens the device exclusively.
      lines.push(`process_${count}() { exec "$@" ${quoteCommand([program, ...args])} ${redirection}; }`)
      return count
    })
  for (const [at, step] of steps.entries()) {
    const { kind, processes, sidecars = [] } = step
    if (processes.filter(({ prints }) => prints !== undefined).length > 1)
      throw new RangeError('Only one process of a step can have an output of its own.')
    lines.push(
      `kind_${at + 1}=${kind}`,
      `processes_${at + 1}='${numbered(processes).join(' ')}'`,
      `sidecars_${at + 1}='${numbered(sidecars).join(' ')}'`,
    )
  }
  return [`steps='${steps.map((_, at) => at + 1).join(' ')}'`, ...lines]
}

function deviceSettings({ device, holds, protectedPaths }: DeviceGuard): readonly string[] {
  return [
    `device_writes=${device.writes ? 'yes' : 'no'}`,
    `device_holds=${holds ? 'yes' : 'no'}`,
    `expected_identity=${quoteForShell(device.identity)}`,
    // Without a serial number only the count of attachments distinguishes devices of the same size.
    `expected_sequence=${quoteForShell(device.unique ? '' : device.sequence)}`,
    `expected_table=${quoteForShell(device.tableId ?? '')}`,
    `expected_contents=${quoteForShell(` ${device.contentTypes.join(' ')} `)}`,
    `protected_paths=${quoteForShell(protectedPaths.join('\n'))}`,
  ]
}

/**
 * Removes run directories whose results are stored. Returns the host's message about what could not be
 * removed.
 */
export async function removeRunDirectories(
  host: Host,
  runDirectories: readonly string[],
): Promise<string | undefined> {
  if (runDirectories.length === 0) return undefined
  const answer = await host.execute('# benchwright remove\nrm -rf -- "$@"', {
    arguments: runDirectories,
    purpose: 'the removal of its run directories',
  })
  return answer.exitCode === 0 ? undefined : answer.stderr.trim()
}
