import type { Engine } from '../../../core/engines/engine'
import type { Advice } from '../../../core/plan/advice'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { groupBy } from '../../../core/iterables'

export interface EngineOnHost {
  /** The machine's name for people. */
  readonly name: string
  readonly inventory: Pick<Inventory, 'engineFound' | 'engineVersion'>
}

/** The engine has to be on every machine in the same version: its client and servers understand no other. */
export function versionProblems(engine: Engine, machines: readonly EngineOnHost[]): readonly Advice[] {
  const { name } = engine.description
  const without = machines.filter(({ inventory }) => inventory.engineFound === false)
  if (without.length > 0) {
    return [
      problem(
        'engine-missing',
        `${name} was not found on ${namesOf(without)}.`,
        'A synchronised job needs it on every host, and on this machine for its client. Install it, or leave the host out.',
      ),
    ]
  }
  const byVersion = groupBy(machines, ({ inventory }) => inventory.engineVersion ?? 'of an unknown version')
  if (byVersion.size < 2) return []
  const words = [...byVersion].map(([version, some]) => `${version} on ${namesOf(some)}`).join(', ')
  return [
    problem(
      'hosts-versions',
      `${name} is ${words}.`,
      'Client and servers of a synchronised job understand each other only in one version. Install the same one everywhere.',
    ),
  ]
}

function namesOf(machines: readonly EngineOnHost[]): string {
  return [...new Set(machines.map(({ name }) => name))].join(', ')
}

function problem(id: string, text: string, reason: string): Advice {
  return { id, severity: 'error', text, reason, about: 'engine' }
}
