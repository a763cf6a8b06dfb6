import { existsSync } from 'node:fs'
import type { SshAddress } from '../../../../core/plan/destination'
import { fingerprintOf } from './changed-key'
import { resolveDestination, type KeySettings, type ResolvedDestination } from '../resolve-destination'
import { runProgram, type Program } from '../../local/run-program'

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
  program: Program,
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
async function linesOf(name: string, file: string, { environment }: Program): Promise<string> {
  const args = ['-F', name.toLowerCase(), '-f', file]
  const call = { args, timeoutMs: 10_000 }
  const answer = await runProgram({ path: 'ssh-keygen', environment }, call).catch(() => undefined)
  return answer?.exitCode === 0 ? answer.stdout.toString('utf8') : ''
}
