import type { PreparationStep } from '../../plan/plan'
import { oneStep, type EngineSteps } from '../steps'
import ataSecureErase from './ata-secure-erase.sh'
import discard from './discard.sh'
import nvmeFormat from './nvme-format.sh'

/** A step that erases the drive. */
export type Purge = Extract<PreparationStep, { kind: 'discard' | 'nvme-format' | 'ata-secure-erase' }>['kind']

export function isPurge(
  step: PreparationStep | undefined,
): step is Extract<PreparationStep, { kind: Purge }> {
  return step?.kind === 'discard' || step?.kind === 'nvme-format' || step?.kind === 'ata-secure-erase'
}

/**
 * The command for a purge of the device with this node; a discard may start further on. Its output is its result; it
 * exits with 0 when everything is done.
 */
export function purgeSteps(kind: Purge, node: string, fromBytes = 0): EngineSteps {
  const args = ['./purge.sh', node, ...(fromBytes > 0 ? [String(fromBytes)] : [])]
  const process = { program: 'sh', args, prints: 'purge.txt' }
  return oneStep('prepare', process, 'purge.txt', [{ name: 'purge.sh', text: scripts[kind] }])
}

const scripts: Readonly<Record<Purge, string>> = {
  discard,
  'nvme-format': nvmeFormat,
  'ata-secure-erase': ataSecureErase,
}
