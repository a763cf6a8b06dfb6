import { join } from 'node:path'
import type { Destination } from '../../../core/plan/destination'
import { openKeptSession } from './kept-session'
import { openMaster } from './master-transport'
import type { SshProgram } from './run-ssh'
import type { Transport } from './transport'

/** With what a connection is made; one object per connection. */
export interface ConnectionSettings {
  readonly program: SshProgram
  /** Another ssh_config than the person's own. */
  readonly config: string | undefined
  /** The app's own list of host keys. */
  readonly knownHosts: string
  /** Those of the person, read only. */
  readonly furtherKnownHosts: readonly string[]
  /** Undefined where there is no place for a control socket. */
  readonly controlFolder: string | undefined
  /** A name of this connection in the control folder. */
  readonly name: string
  /** Remembers that control sockets do not work here; answers whether that was known before. */
  withoutControlSocket(): boolean
  readonly isWithoutControlSocket: boolean
}

/** Begins a connection: over a control socket that all sessions share, or with the one session that is kept. Throws when ssh cannot be started. */
export function openTransport(
  to: Destination,
  settings: ConnectionSettings,
  interactive: boolean,
  size: { readonly columns: number; readonly rows: number },
): Transport {
  const { program, config, knownHosts, furtherKnownHosts, controlFolder, name } = settings
  const open = controlFolder === undefined || settings.isWithoutControlSocket ? openKeptSession : openMaster
  const folder = controlFolder ?? ''
  const files = { controlPath: join(folder, name), knownHosts, furtherKnownHosts, config }
  return open({ program, to, files, interactive, size })
}
