import type { SshAddress } from '../../../../core/plan/destination'
import { resolveDestination, type KeySettings } from '../resolve-destination'
import type { HostKeyRules } from '../ssh-arguments'
import { keysOnRecord } from './stored-keys'

/**
 * The rules for a destination and for each machine named as a jump before it. `StrictHostKeyChecking no`
 * counts as `accept-new`. ssh would treat a key of another type as new, so nothing is accepted without asking
 * once any key of the host is on record. Rejects with a HostError if the configuration cannot be read.
 */
export async function hostKeyRules(
  to: SshAddress,
  settings: KeySettings,
  signal: AbortSignal,
): Promise<{ readonly own: HostKeyRules; readonly jumps: readonly HostKeyRules[] }> {
  const jumps = to.jumps.map((jump) => ({ ...jump, jumps: [] }))
  const [own, ...others] = await Promise.all([to, ...jumps].map((one) => rulesOfOne(one, settings, signal)))
  if (!own) throw new Error('A destination has no rules.')
  return { own, jumps: others }
}

async function rulesOfOne(to: SshAddress, settings: KeySettings, signal: AbortSignal): Promise<HostKeyRules> {
  const resolved = await resolveDestination(settings.program, to, settings.config, signal)
  const lists = [settings.knownHosts, ...resolved.userKnownHosts]
  const { strictness } = resolved
  if (strictness !== 'accept') return { lists, newKeys: strictness }
  const known = await keysOnRecord(resolved, [...lists, ...resolved.globalKnownHosts], settings.program)
  return { lists, newKeys: known.length === 0 ? 'accept' : 'ask' }
}
