import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where this user's Benchwright keeps its state on this machine, including run directories
 * (`hosts/state-folder.ts`).
 */
export function ownStateFolder(): string {
  const { BENCHWRIGHT_STATE, XDG_STATE_HOME } = process.env
  if (BENCHWRIGHT_STATE !== undefined && BENCHWRIGHT_STATE !== '') return BENCHWRIGHT_STATE
  const base =
    XDG_STATE_HOME !== undefined && XDG_STATE_HOME !== ''
      ? XDG_STATE_HOME
      : join(homedir(), '.local', 'state')
  return join(base, 'benchwright')
}
