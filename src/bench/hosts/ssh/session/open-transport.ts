import { join } from 'node:path'
import type { SshAddress } from '../../../../core/plan/destination'
import { openKeptSession } from './kept-session'
import { openMaster } from './master-transport'
import type { KeySettings } from '../resolve-destination'
import type { SshFiles } from '../ssh-arguments'
import type { Transport } from './transport'

/** The settings of a connection; one object per connection. */
export interface ConnectionSettings extends KeySettings {
  /** Whether a host that has been online is waited for when the connection is lost. */
  readonly waits: boolean
  /** Undefined if there is no folder for a control socket. */
  readonly controlFolder: string | undefined
  /** Name of this connection in the control folder. */
  readonly name: string
  /** Remembers that control sockets do not work. Returns whether that was already known. */
  withoutControlSocket(): boolean
  readonly isWithoutControlSocket: boolean
}

/**
 * Starts a connection: over a control socket that all sessions share, or with one kept session. Throws if ssh
 * cannot be started.
 */
export function openTransport(
  to: SshAddress,
  settings: ConnectionSettings,
  keys: Pick<SshFiles, 'keys' | 'jumpKeys'>,
  interactive: boolean,
  size: { readonly columns: number; readonly rows: number },
): Transport {
  const { program, config, controlFolder, name } = settings
  const open = controlFolder === undefined || settings.isWithoutControlSocket ? openKeptSession : openMaster
  const files = { controlPath: join(controlFolder ?? '', name), config, ...keys }
  return open({ program, to, files, interactive, size })
}
