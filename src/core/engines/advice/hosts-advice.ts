import type { Advice } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { isSynchronised } from '../../plan/plan-hosts'
import type { Engine } from '../engine'

/** What keeps a plan from running as one synchronised job on several hosts; nothing is said about plans for one. */
export function hostsAdvice(plan: Plan, engine: Engine): readonly Advice[] {
  if (!isSynchronised(plan)) return []
  if (engine.synchronised !== true) {
    const { name } = engine.description
    return [
      problem(
        'hosts-engine',
        `${name} cannot run as one synchronised job on several hosts.`,
        'Only fio has a client and server of its own for that. Choose fio, or one host.',
      ),
    ]
  }
  if (plan.target.kind === 'device') {
    return [
      problem(
        'hosts-device',
        'A synchronised job on several hosts does not run on raw devices.',
        'What protects a device binds one device of one host to one run. Choose a file or folder, or one host.',
      ),
    ]
  }
  return []
}

function problem(id: string, text: string, reason: string): Advice {
  return { id, severity: 'error', text, reason, about: 'target' }
}
