import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { SshAddress } from '../../../../core/plan/destination'
import { fingerprintOf } from './changed-key'
import { resolveDestination, type KeySettings, type ResolvedDestination } from '../resolve-destination'
import type { SshProgram } from '../run-ssh'

/**
 * Fingerprints of the keys on record for a host, sorted: those that ssh itself accepts for this name. Empty
 * if there are none. Rejects with a HostError if the configuration cannot be read.
 */
export async function storedKeys(
  to: SshAddress,
  { program, config, knownHosts }: KeySettings,
): Promise<readonly string[]> {
  const resolved = await resolveDestination(program, to, config)
  const { userKnownHosts, globalKnownHosts } = resolved
  return keysOnRecord(resolved, [knownHosts, ...userKnownHosts, ...globalKnownHosts], program)
}

/** Fingerprints of the keys on record for a host in these lists, sorted. */
export async function keysOnRecord(
  { hostName, hostKeyAlias, port }: Pick<ResolvedDestination, 'hostName' | 'hostKeyAlias' | 'port'>,
  lists: readonly string[],
  program: SshProgram,
): Promise<readonly string[]> {
  const name = hostKeyAlias ?? (port === 22 ? hostName : `[${hostName}]:${String(port)}`)
  const found = await Promise.all(
    lists.filter((file) => existsSync(file)).map((file) => linesOf(name, file, program)),
  )
  const keys = found
    .flatMap((text) => text.split('\n'))
    .filter((line) => !line.startsWith('@revoked') && !line.startsWith('#'))
    .map(fingerprintOf)
  return [...new Set(keys.filter((key) => key !== undefined))].sort()
}

/**
 * ssh-keygen(1) reads hashed names and patterns too. It exits with 1 both if there is no key and if the file
 * cannot be read.
 */
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
