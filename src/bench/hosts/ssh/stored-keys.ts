import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Destination } from '../../../core/plan/destination'
import { fingerprintOf } from './changed-key'
import { resolveDestination } from './resolve-destination'
import type { SshProgram } from './run-ssh'

export interface KeyLists {
  readonly program: SshProgram
  readonly config: string | undefined
  /** known_hosts files in which ssh looks for the host. */
  readonly files: readonly string[]
}

/**
 * Fingerprints of the keys on record for a host, sorted: who may stand behind its name, as ssh itself checks. Empty where
 * none is on record in these files. Rejects with a HostError when the configuration cannot be read.
 */
export async function storedKeys(to: Destination, lists: KeyLists): Promise<readonly string[]> {
  const resolved = await resolveDestination(lists.program, to, lists.config)
  const { hostName, hostKeyAlias, port, globalKnownHosts } = resolved
  const name = hostKeyAlias ?? (port === 22 ? hostName : `[${hostName}]:${String(port)}`)
  const found = await Promise.all(
    [...lists.files, ...globalKnownHosts]
      .filter((file) => existsSync(file))
      .map((file) => linesOf(name, file, lists.program)),
  )
  const keys = found
    .flatMap((text) => text.split('\n'))
    .filter((line) => !line.startsWith('@revoked') && !line.startsWith('#'))
    .map(fingerprintOf)
  return [...new Set(keys.filter((key) => key !== undefined))].sort()
}

/** ssh-keygen(1) reads hashed names and patterns too. It ends with 1 where there is none, as where the file cannot be read. */
function linesOf(name: string, file: string, { environment }: SshProgram): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'ssh-keygen',
      ['-F', name.toLowerCase(), '-f', file],
      { env: environment, timeout: 10_000 },
      (error, stdout) => resolve(error ? '' : stdout),
    )
  })
}
