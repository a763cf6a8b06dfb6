import { join } from 'node:path'
import type { SshAddress } from '../../../core/plan/destination'
import { openKeptSession } from './kept-session'
import { openMaster } from './master-transport'
import type { KeySettings } from './resolve-destination'
import type { SshFiles } from './ssh-arguments'
import type { Transport } from './transport'

/** With what a connection is made; one object per connection. */
export interface ConnectionSettings extends KeySettings {
  /** Whether a host that was online once is waited for when the connection is gone. */
  readonly waits: boolean
  /** Undefined if there is no folder for a control socket. */
  readonly controlFolder: string | undefined
  /** A name of this connection in the control folder. */
  readonly name: string
  /** Remembers that control sockets do not work here. Returns whether that was known already. */
  withoutControlSocket(): boolean
  readonly isWithoutControlSocket: boolean
}

/** Begins a connection: over a control socket that all sessions share, or with the one session that is kept. Throws when ssh cannot be started. */
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
