import type { EngineCommand } from '../../core/engines/engine'
import { quoteCommand, quoteForShell } from '../hosts/quoting'

/** What the guard allows one run to do with its data file. */
export interface DataFileGuard {
  /** Absolute path on the host. */
  readonly path: string
  /** `device:inode` of the file this app created there; undefined while it has created none. */
  readonly createdInode: string | undefined
  /** True for the run that writes the file first. */
  readonly mayCreate: boolean
  /** Size the file is given before the engine writes it; 0 leaves it as it is. */
  readonly fileBytes: number
  /** Space the file needs, headroom included; 0 skips the check. */
  readonly spaceBytes: number
  /** The path is a folder for files the engine makes itself, created for this run and removed after it. */
  readonly isFolder?: boolean
}

/** Names the supervisor uses itself; an engine's files may not take them. */
const reservedNames = new Set([
  ...[
    'settings',
    'supervise.sh',
    'supervisor',
    'engine',
    'log',
    'rc',
    'rc.tmp',
    'sum',
    'stop',
    'created',
    'refused',
  ],
])

/** True for a plain file name that an engine may have in a run directory. */
export function isRunFileName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(name) && !reservedNames.has(name)
}

/** The `settings` file that the supervisor reads: all that differs from run to run, quoted in one place. */
export function runSettings(
  runName: string,
  command: EngineCommand,
  guard: DataFileGuard | undefined,
): string {
  const redirection = command.printsOutput ? ` >> ${quoteForShell(command.outputFile)}` : ''
  const lines = [
    `run_name=${quoteForShell(runName)}`,
    `output_file=${quoteForShell(command.outputFile)}`,
    `data_file=${quoteForShell(guard?.path ?? '')}`,
    `data_kind=${guard?.isFolder === true ? 'folder' : 'file'}`,
    `expected_inode=${quoteForShell(guard?.createdInode ?? '')}`,
    `may_create=${guard?.mayCreate === true ? 'yes' : 'no'}`,
    `file_bytes=${String(guard?.fileBytes ?? 0)}`,
    `space_kib=${String(Math.ceil((guard?.spaceBytes ?? 0) / 1024))}`,
    `start_engine() { exec ${quoteCommand([command.program, ...command.args])}${redirection}; }`,
  ]
  return `${lines.join('\n')}\n`
}
