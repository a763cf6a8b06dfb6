import type { Advice } from '../../plan/advice'
import type { LevelValue, Plan, Workload } from '../../plan/plan'
import { isSynchronised } from '../../plan/plan-hosts'
import type { Engine } from '../engine'

/** What keeps a plan from running as one synchronised job on several hosts; nothing is said about plans for one. */
export function hostsAdvice(plan: Plan, engine: Engine): readonly Advice[] {
  if (!isSynchronised(plan)) return []
  if (engine.synchronised === undefined) {
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
  const workloads = sampleWorkloads(plan)
  if (workloads.some((workload) => engine.service?.(workload, '/') !== undefined)) {
    const { name } = engine.description
    return [
      problem(
        'hosts-service',
        `${name} cannot run as one synchronised job on several hosts, because it needs a service of its own.`,
        'A service is started on the host of a run and kept up there between runs; a synchronised job has none. Choose one host.',
      ),
    ]
  }
  const { synchronised } = engine
  return workloads.every((workload) => synchronised.endsTogether(workload)) ? [] : [openEnd]
}

/** The first case, and it again with every other level of each axis. */
function sampleWorkloads({ base, axes }: Plan): readonly Workload[] {
  const first: Record<string, LevelValue> = { ...base }
  for (const { key, levels } of axes) if (levels[0] !== undefined) first[key] = levels[0]
  return axes
    .flatMap(({ key, levels }) => levels.map((level): Workload => ({ ...first, [key]: level })))
    .concat(first)
}

const openEnd: Advice = problem(
  'hosts-open-end',
  'A synchronised job needs a fixed run time on all hosts.',
  'A host that is through earlier would leave the others without its load. Set a run time, time based, and no other end.',
)

function problem(id: string, text: string, reason: string): Advice {
  return { id, severity: 'error', text, reason, about: 'target' }
}
